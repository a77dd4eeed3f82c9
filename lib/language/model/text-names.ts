import { fold } from '#places/text'
import { findUnit, type UnitName } from './unit-names.ts'
import { readWritingWords } from './writing-words.ts'

export interface NameContext {
  locale: string
  /** Values of the facts. */
  values: readonly string[]
  names: readonly UnitName[]
}

/** Languages that inflect names: `Helsingin`, `Prahy`. */
const inflecting = /^(?:bg|cs|el|et|fi|hu|mn|pl|ro|ru|sk|sl|tr|uk)\b/

const scripts: Readonly<Record<string, RegExp>> = {
  Latn: /^\p{Script=Latin}+$/u,
  Cyrl: /^\p{Script=Cyrillic}+$/u,
  Grek: /^\p{Script=Greek}+$/u,
  Arab: /^\p{Script=Arabic}+$/u,
  Deva: /^\p{Script=Devanagari}+$/u,
  Jpan: /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+$/u,
  Kore: /^[\p{Script=Hangul}\p{Script=Han}]+$/u,
}

/**
 * Finds a word that the facts do not support, in sentences whose known names are masked. Returns the kind of fault:
 * an unknown name or a wrong script.
 */
export function findStrangeName(
  sentences: readonly string[],
  { locale, values, names }: NameContext,
): 'name' | 'script' | undefined {
  const script = scripts[new Intl.Locale(locale).maximize().script ?? 'Latn']
  const { ordinary } = readWritingWords(locale)
  const isGerman = locale.startsWith('de')
  const ofFacts = new Set(values.flatMap((value) => splitWords(value)).map(fold))
  for (const sentence of sentences) {
    const first = sentence.search(/[\p{L}\p{Co}\p{N}]/u)
    for (const match of sentence.matchAll(wordPattern)) {
      const [word] = match
      const folded = fold(word)
      if (isInFacts(folded, ofFacts, locale) || findUnit(word, names)) continue
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

/** Latin letters next to other scripts form a separate word: `kmです`. */
const wordPattern =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*|(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*/gu

/** Returns the words of a text, as written. */
export const splitWords = (text: string): string[] => text.match(wordPattern) ?? []

/**
 * Returns whether a word occurs in the facts, also in the genitive (`Lagrins`) and, in languages that inflect names,
 * with another ending.
 */
function isInFacts(word: string, ofFacts: ReadonlySet<string>, locale: string): boolean {
  if (ofFacts.has(word) || (word.endsWith('s') && ofFacts.has(word.slice(0, -1)))) return true
  if (!inflecting.test(locale)) return false
  return [...ofFacts].some(
    (own) =>
      own.length >= 4 &&
      word.startsWith(own.slice(0, Math.max(4, own.length - 2))) &&
      word.length <= own.length + 4,
  )
}
