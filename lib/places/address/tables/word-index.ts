/**
 * A text as words of a {@link WordIndex} are compared with it: small letters and plain blanks. Each UTF-16 unit stands
 * where it stood.
 */
export function comparable(text: string): string {
  const small = text.toLowerCase()
  const sameLength = small.length === text.length ? small : Array.from(text, smallLetter).join('')
  return sameLength.replace(/\s/g, ' ').replaceAll('ς', 'σ')
}

/** "İ" has no small letter of one unit. */
function smallLetter(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

/** A word found in a text. */
export interface FoundWord<Meaning> {
  end: number
  meaning: Meaning
}

/** Finds words where they begin in a text. As one regular expression, hundreds of words take long to compile. */
export class WordIndex<Meaning> {
  /** By {@link beginningOf}, the longest first. */
  readonly #entries: ReadonlyMap<number, readonly Entry<Meaning>[]>

  /**
   * @param words Regular expressions of letters, `\.`, `x?`, `(?:a|b)` and `(?:a|b)?`, or with `\d` after two letters,
   * with their meanings. A blank stands for any white space.
   */
  constructor(words: readonly (readonly [source: string, meaning: Meaning])[]) {
    const longestFirst = words.toSorted(([a], [b]) => b.length - a.length)
    const entries = longestFirst.flatMap(([source, meaning]): Entry<Meaning>[] =>
      /\\d/.test(source)
        ? [{ word: comparable(source), expression: new RegExp(comparable(source), 'uy'), meaning }]
        : spellingsOf(comparable(source)).map((word) => ({ word, meaning })),
    )
    this.#entries = Map.groupBy(entries, ({ word }) => beginningOf(word, 0))
  }

  /** The words that begin at a position of a {@link comparable} text, the longest first. */
  at(text: string, at: number): readonly FoundWord<Meaning>[] {
    const entries = this.#entries.get(beginningOf(text, at))
    const letters = this.#entries.get(text.charCodeAt(at))
    if (!entries && !letters) return []
    const found: FoundWord<Meaning>[] = []
    for (const { word, expression, meaning } of entries ?? []) {
      const end = expression ? endOf(expression, text, at) : endOfWord(word, text, at)
      if (end >= 0) found.push({ end, meaning })
    }
    for (const { meaning } of letters ?? []) found.push({ end: at + 1, meaning })
    return found
  }
}

interface Entry<Meaning> {
  word: string
  /** Of a word with numbers in it. */
  expression?: RegExp
  meaning: Meaning
}

/** Two UTF-16 units as one number; the first alone where the text ends. */
function beginningOf(text: string, at: number): number {
  const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
  return text.charCodeAt(at) + second * 0x10000
}

function endOfWord(word: string, text: string, at: number): number {
  return text.startsWith(word, at) ? at + word.length : -1
}

/** Where a sticky expression ends that begins at a position; -1 where it does not fit. */
export function endOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : -1
}

/** A choice or one sign, with what makes it optional. */
const choice = /\(\?:([^()]*)\)(\?)?|(\\?[^\\])(\?)?/gu

/** All texts that an expression matches, the longest first where signs are optional. */
function spellingsOf(source: string): string[] {
  if (!/[\\?(]/.test(source)) return [source]
  let spellings = ['']
  for (const [, choices, optionalChoice, sign, optionalSign] of source.matchAll(choice)) {
    const next = choices?.split('|') ?? [sign!.replace('\\', '')]
    if (optionalChoice || optionalSign) next.push('')
    spellings = spellings.flatMap((begun) => next.map((rest) => begun + rest))
  }
  return spellings
}
