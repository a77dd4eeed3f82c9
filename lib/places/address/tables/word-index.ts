/**
 * Converts a text to the form that the words of a {@link WordIndex} are compared with: lower case and plain blanks.
 * Each UTF-16 unit keeps its position.
 */
export function toComparable(text: string): string {
  const small = text.toLowerCase()
  const sameLength = small.length === text.length ? small : Array.from(text, toSmallLetter).join('')
  return sameLength.replace(/\s/g, ' ').replaceAll('ς', 'σ')
}

/** "İ" has no lower-case form of one unit, so it stays as it is. */
function toSmallLetter(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

/** A word found in a text. */
export interface FoundWord<Meaning> {
  end: number
  meaning: Meaning
}

/** Finds words where they begin in a text. Hundreds of words in one regular expression would take long to compile. */
export class WordIndex<Meaning> {
  /** Words by {@link hashBeginning}, the longest first. */
  readonly #entries: ReadonlyMap<number, readonly Entry<Meaning>[]>

  /**
   * @param words Regular expressions with their meanings. An expression consists of letters, `\.`, `x?`, `(?:a|b)` and
   * `(?:a|b)?`, or contains `\d` after two letters. A blank stands for any white space.
   */
  constructor(words: readonly (readonly [source: string, meaning: Meaning])[]) {
    const longestFirst = words.toSorted(([a], [b]) => b.length - a.length)
    const entries = longestFirst.flatMap(([source, meaning]): Entry<Meaning>[] =>
      /\\d/.test(source)
        ? [
            {
              word: toComparable(source),
              expression: new RegExp(toComparable(source), 'uy'),
              meaning,
            },
          ]
        : listSpellings(toComparable(source)).map((word) => ({ word, meaning })),
    )
    this.#entries = Map.groupBy(entries, ({ word }) => hashBeginning(word, 0))
  }

  /** Finds the words that begin at a position of a {@link toComparable} text, the longest first. */
  at(text: string, at: number): readonly FoundWord<Meaning>[] {
    const entries = this.#entries.get(hashBeginning(text, at))
    const letters = this.#entries.get(text.charCodeAt(at))
    if (!entries && !letters) return []
    const found: FoundWord<Meaning>[] = []
    for (const { word, expression, meaning } of entries ?? []) {
      const end = expression ? findMatchEnd(expression, text, at) : findWordEnd(word, text, at)
      if (end >= 0) found.push({ end, meaning })
    }
    for (const { meaning } of letters ?? []) found.push({ end: at + 1, meaning })
    return found
  }
}

interface Entry<Meaning> {
  word: string
  /** Expression of a word that contains numbers. */
  expression?: RegExp
  meaning: Meaning
}

/** Combines two UTF-16 units into one number; uses only the first at the end of the text. */
function hashBeginning(text: string, at: number): number {
  const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
  return text.charCodeAt(at) + second * 0x10000
}

function findWordEnd(word: string, text: string, at: number): number {
  return text.startsWith(word, at) ? at + word.length : -1
}

/** Returns the end of a sticky expression that matches at a position; -1 if it does not match. */
export function findMatchEnd(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : -1
}

/** A choice or one character, and the sign that makes it optional. */
const choice = /\(\?:([^()]*)\)(\?)?|(\\?[^\\])(\?)?/gu

/** Lists all texts that an expression matches, the longest first where characters are optional. */
function listSpellings(source: string): string[] {
  if (!/[\\?(]/.test(source)) return [source]
  let spellings = ['']
  for (const [, choices, optionalChoice, sign, optionalSign] of source.matchAll(choice)) {
    const next = choices?.split('|') ?? [sign!.replace('\\', '')]
    if (optionalChoice || optionalSign) next.push('')
    spellings = spellings.flatMap((begun) => next.map((rest) => begun + rest))
  }
  return spellings
}
