import { findExpansions } from './abbreviations.ts'
import { isHan, toLatin } from './scripts.ts'
import type { Word, WordForm } from './word.ts'

type Plain = Omit<Word, 'forms'>

/** Characters that join two words: hyphens, apostrophes, the ampersand of M&S. */
const joiner = /^[\p{Pd}'\u2018\u2019\u201b\u0060\u00b4\u02bc\u2032\u05f3\u05f4&]$/u

/** Maximum number of words joined to one. */
const maxChain = 6

/**
 * Lists the forms that cover several words of the text: two joined words as one (`saintjean`, `denclar`), a whole
 * chain (`saintjeandeluz`), abbreviations with a hyphen (`пр-т`), and runs of Chinese characters in Latin letters.
 * `at` is the index of the first covered word.
 */
export function findJoinedForms(
  text: string,
  words: readonly Plain[],
): { at: number; form: WordForm }[] {
  const joined: { at: number; form: WordForm }[] = []
  const add = (kind: WordForm['kind'], at: number, span: number, form: readonly string[]) =>
    joined.push({ at, form: { kind, words: form, span } })
  for (const [first, last] of findRuns(
    words,
    (a, b) => b.start - a.end === 1 && joiner.test(text[a.end]!),
  )) {
    for (let at = first; at < last; at++) {
      const pair = words[at]!.text + words[at + 1]!.text
      add('joined', at, 2, [pair])
      for (const full of findExpansions(pair, { dotted: false, first: false })) {
        add('expansion', at, 2, full)
      }
    }
    const span = last - first + 1
    if (span > 2 && span <= maxChain) add('joined', first, span, [joinTexts(words, first, last)])
  }
  for (const [first, last] of findRuns(
    words,
    (a, b) => a.end === b.start && isHan(a.text) && isHan(b.text),
  )) {
    const span = last - first + 1
    const latin = toLatin(joinTexts(words, first, last))
    if (span <= 2 * maxChain && latin) add('transliteration', first, span, [latin])
  }
  return joined
}

/** Yields the first and last index of each run of at least two words whose neighbours are `together`. */
function* findRuns(
  words: readonly Plain[],
  together: (a: Plain, b: Plain) => boolean,
): Generator<[first: number, last: number]> {
  let first = 0
  for (let i = 1; i <= words.length; i++) {
    if (i < words.length && together(words[i - 1]!, words[i]!)) continue
    if (i - first > 1) yield [first, i - 1]
    first = i
  }
}

function joinTexts(words: readonly Plain[], first: number, last: number): string {
  return words
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join('')
}
