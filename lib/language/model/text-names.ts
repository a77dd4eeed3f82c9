import { fold } from '#places/text'
import { type UnitName, unitOf } from './unit-names.ts'
import { writingWords } from './writing-words.ts'

export interface NameContext {
  locale: string
  /** Values of the facts. */
  values: readonly string[]
  names: readonly UnitName[]
}

/** Languages that bend names: `Helsingin`, `Prahy`. */
const bending = /^(?:bg|cs|el|et|fi|hu|mn|pl|ro|ru|sk|sl|tr|uk)\b/

const scripts: Readonly<Record<string, RegExp>> = {
  Latn: /^\p{Script=Latin}+$/u,
  Cyrl: /^\p{Script=Cyrillic}+$/u,
  Grek: /^\p{Script=Greek}+$/u,
  Arab: /^\p{Script=Arabic}+$/u,
  Deva: /^\p{Script=Devanagari}+$/u,
  Jpan: /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+$/u,
  Kore: /^[\p{Script=Hangul}\p{Script=Han}]+$/u,
}

/** What is wrong with the words of sentences in which the facts' names are masked. */
export function strangeName(
  sentences: readonly string[],
  { locale, values, names }: NameContext,
): 'name' | 'script' | undefined {
  const script = scripts[new Intl.Locale(locale).maximize().script ?? 'Latn']
  const { ordinary } = writingWords(locale)
  const isGerman = locale.startsWith('de')
  const ofFacts = new Set(values.flatMap((value) => wordsOf(value)).map(fold))
  for (const sentence of sentences) {
    const first = sentence.search(/[\p{L}\p{Co}\p{N}]/u)
    for (const match of sentence.matchAll(wordPattern)) {
      const [word] = match
      const folded = fold(word)
      if (isOfFacts(folded, ofFacts, locale) || unitOf(word, names)) continue
      if (script && !script.test(word.replace(/\p{M}/gu, ''))) return 'script'
      if (!/\p{Lu}/u.test(word)) continue
      const isInitial = match.index === first && /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(word)
      const mayBeOrdinary = isInitial || (isGerman && /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(word))
      const isOrdinary = ordinary ? ordinary.has(folded) : isInitial
      if (!(mayBeOrdinary && isOrdinary)) return 'name'
    }
  }
  return undefined
}

/** Latin letters beside others are a word of their own: `kmです`. */
const wordPattern =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*|(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*/gu

/** The words of a text, as written. */
export const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []

/** A word of the facts, also in the genitive (`Lagrins`) and, where a language bends names, with another ending. */
function isOfFacts(word: string, ofFacts: ReadonlySet<string>, locale: string): boolean {
  if (ofFacts.has(word) || (word.endsWith('s') && ofFacts.has(word.slice(0, -1)))) return true
  if (!bending.test(locale)) return false
  return [...ofFacts].some(
    (own) =>
      own.length >= 4 &&
      word.startsWith(own.slice(0, Math.max(4, own.length - 2))) &&
      word.length <= own.length + 4,
  )
}
