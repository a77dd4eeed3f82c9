import { parseHouseNumber, splitWords, type Word } from '#places/text'

/** Words from `first` up to, but not including, `end`. */
export interface WordSpan {
  first: number
  end: number
}

const maxNumbers = 4
const maxNumberWords = 4

/** Possible house numbers: digits, perhaps with a letter or fraction after them and `nr` or `№` before. */
export function numberSpans(text: string, words: readonly Word[]): (WordSpan & { text: string })[] {
  const spans: (WordSpan & { text: string })[] = []
  let nextFirst = 0
  for (let first = 0; first < words.length && spans.length < maxNumbers; first++) {
    if (first < nextFirst || !/\d/.test(words[first]!.raw)) continue
    const withSign = isNumberSign(words[first - 1]) ? first - 1 : first
    for (let end = Math.min(words.length, first + maxNumberWords); end > first; end--) {
      const typed = text.slice(words[first]!.start, words[end - 1]!.end)
      if (!numberShape.test(typed) || !parseHouseNumber(typed)) continue
      spans.push({ first: withSign, end, text: typed })
      // `14 a` may also be number 14 and a word of the street's name.
      if (/\s/.test(typed)) continue
      nextFirst = end
      break
    }
  }
  return spans.slice(0, maxNumbers)
}

/** Matches `14`, `14a`, `14 a`, `12/4`, `16 1/2`, `14 bis` and `10 к2`, but not `14, 08001` or `14 rue`. */
const numberShape =
  /^[^\s,;]{0,4}\d[^\s,;]{0,8}(?:\s+(?:\p{L}|bis|ter|quater|\d\/\d|(?:[кk]|стр|str)\.?\s?\d{1,3}))?$/iu

const numberSigns = new Set('no nr n num numero number numer nummer д №'.split(' '))

function isNumberSign(word: Word | undefined): boolean {
  return word !== undefined && numberSigns.has(word.text)
}

/** House numbers written without a space after a word: `meritxell73`. `word` is the word without it. */
export function attachedNumbers(
  words: readonly Word[],
): { at: number; word: Word; number: string }[] {
  return words.flatMap((word, at) => {
    const [, letters, number] = /^(\p{L}{3,})(\d{1,4}\p{L}?)$/u.exec(word.text) ?? []
    if (!letters || !number) return []
    const forms = splitWords(letters)[0]?.forms ?? []
    return [{ at, word: { ...word, text: letters, forms }, number }]
  })
}
