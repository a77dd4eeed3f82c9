import { editDistance } from '#places/search'
import { isStopWord, isStreetTypeWord, splitWords, type Word } from '#places/text'
import type { InputWord } from './input-words.ts'

/** Alignment of words of the input with a name. */
export interface NameAlignment {
  /** The name as the gazetteer writes it. */
  name: string
  /** Index of the first word; `end` is exclusive. */
  first: number
  end: number
  /** Words in between that do not belong to the name. */
  extra: readonly number[]
  /** Number of corrected letters. */
  edits: number
  /** Cost of all differences, in corrected letters. Most other differences weigh less than a letter. */
  cost: number
  /** Whether the words of the input may stay, because they write the name at least as fully as the gazetteer. */
  isWritten: boolean
}

/** Costs of differences, in corrected letters: an order of preference set by hand. */
export const costs = {
  abbreviation: 0.1,
  otherForm: 0.02,
  joined: 0.05,
  article: 0.3,
  /** More than a mistyped word for street. */
  streetType: 1.5,
  repeated: 0.5,
} as const

/** Minimum letters of a word per corrected letter: other words are as similar to shorter ones. */
const minLettersPerEdit = 4
const maxEdits = 2
/** Maximum words that are joined by mistake. */
const maxJoined = 5

interface Path {
  end: number
  cost: number
  edits: number
  extra: readonly number[]
  /** Sum over the matched words: 2 for a distinctive word, 1 for a word for street, 0 for an article. */
  weight: number
  isWritten: boolean
}

/**
 * Finds the best match of one of the names among free words: the lowest cost, then the most words. Returns `undefined`
 * if no name matches. All words of a name must match, except articles and the word for street.
 */
export function matchName(
  names: Iterable<string>,
  words: readonly InputWord[],
  isFree: (index: number) => boolean,
): NameAlignment | undefined {
  let best: NameAlignment | undefined
  for (const name of names) {
    const nameWords = splitWords(name)
    if (nameWords.length === 0 || nameWords.length > 12) continue
    for (let first = 0; first < words.length; first++) {
      const path = new NameMatcher(nameWords, words, isFree).from(first, 0)
      if (!path || !isEnough(path, nameWords)) continue
      const isBetter =
        !best ||
        path.cost < best.cost ||
        (path.cost === best.cost && path.end - first > best.end - best.first)
      if (isBetter) best = { ...path, name, first }
    }
  }
  return best
}

/** Minimum weight of a match: one distinctive word, or two words for street, as in `Avenue de la Costa`. */
const minWeight = 2

function isEnough({ edits, weight }: Path, nameWords: readonly Word[]): boolean {
  const letters = nameWords.reduce((sum, { text }) => sum + text.length, 0)
  return weight >= minWeight && edits <= maxEdits && letters >= minLettersPerEdit * edits
}

/** Matches the words of one name, starting at one word of the input. */
class NameMatcher {
  readonly #name: readonly Word[]
  readonly #words: readonly InputWord[]
  readonly #isFree: (index: number) => boolean
  readonly #known = new Map<number, Path | undefined>()

  constructor(
    name: readonly Word[],
    words: readonly InputWord[],
    isFree: (index: number) => boolean,
  ) {
    this.#name = name
    this.#words = words
    this.#isFree = isFree
  }

  from(at: number, nameAt: number): Path | undefined {
    if (nameAt === this.#name.length) {
      return { end: at, cost: 0, edits: 0, extra: [], weight: 0, isWritten: true }
    }
    const key = at * 64 + nameAt
    if (!this.#known.has(key)) this.#known.set(key, this.#best(at, nameAt))
    return this.#known.get(key)
  }

  #best(at: number, nameAt: number): Path | undefined {
    const paths = [...this.#equal(at, nameAt), ...this.#joined(at, nameAt)]
    const skipped = this.#withoutNameWord(at, nameAt)
    if (skipped) paths.push(skipped)
    const repeated = this.#withoutRepeated(at, nameAt)
    if (repeated) paths.push(repeated)
    return paths.reduce<Path | undefined>(
      (best, path) => (!best || path.cost < best.cost ? path : best),
      undefined,
    )
  }

  /** Matches words that are equal in one of the forms of either. */
  *#equal(at: number, nameAt: number): Generator<Path> {
    const word = this.#words[at]
    const nameWord = this.#name[nameAt]!
    if (!word || !this.#isFree(at)) return
    if (word.text === nameWord.text) yield* this.#step([at, 1], [nameAt, 1], { cost: 0 })
    for (const { kind, words, span = 1 } of word.forms) {
      if (!this.#areName(words, nameAt)) continue
      const cost = kind === 'expansion' ? costs.abbreviation : costs.otherForm
      yield* this.#step([at, span], [nameAt, words.length], { cost, isOther: true })
    }
    for (const { words, span = 1 } of nameWord.forms) {
      if (!words.every((text, i) => this.#words[at + i]?.text === text)) continue
      yield* this.#step([at, words.length], [nameAt, span], { cost: costs.otherForm })
    }
  }

  #areName(texts: readonly string[], nameAt: number): boolean {
    return texts.every((text, i) => this.#name[nameAt + i]?.text === text)
  }

  /** Matches words that are equal except for blanks and a few letters. */
  *#joined(at: number, nameAt: number): Generator<Path> {
    for (let count = 1; count <= 2; count++) {
      const typed = this.#words.slice(at, at + count)
      if (typed.length < count) return
      const text = typed.map((word) => word.text).join('')
      let meant = ''
      for (let nameCount = 1; nameCount <= maxJoined; nameCount++) {
        const nameWord = this.#name[nameAt + nameCount - 1]
        if (!nameWord) break
        meant += nameWord.text
        if (meant.length > text.length + maxEdits) break
        const isOne = count === 1 && nameCount === 1
        const edits = countEdits(text, meant)
        if (edits === undefined || (isOne && edits === 0)) continue
        const cost = edits + (isOne ? 0 : costs.joined)
        yield* this.#step([at, count], [nameAt, nameCount], { cost, edits, isOther: true })
      }
    }
  }

  /** Skips an article or a word for street that the input omits. */
  #withoutNameWord(at: number, nameAt: number): Path | undefined {
    const { text } = this.#name[nameAt]!
    const cost = isStopWord(text)
      ? costs.article
      : isStreetTypeWord(text)
        ? costs.streetType
        : undefined
    if (cost === undefined || this.#name.length === 1) return undefined
    const rest = this.from(at, nameAt + 1)
    return rest && { ...rest, cost: rest.cost + cost, isWritten: false }
  }

  /** Skips a word that the input repeats. */
  #withoutRepeated(at: number, nameAt: number): Path | undefined {
    const text = this.#words[at]?.text
    if (nameAt === 0 || text === undefined || !this.#isFree(at)) return undefined
    if (this.#words[at - 1]?.text !== text) return undefined
    const rest = this.from(at + 1, nameAt)
    return rest && { ...rest, cost: rest.cost + costs.repeated, extra: [at, ...rest.extra] }
  }

  #weigh({ text }: Word): number {
    if (this.#name.length === 1) return minWeight
    if (isStopWord(text)) return 0
    return isStreetTypeWord(text) ? 1 : 2
  }

  *#step(
    [at, count]: readonly [number, number],
    [nameAt, nameCount]: readonly [number, number],
    { cost, edits = 0, isOther = false }: { cost: number; edits?: number; isOther?: boolean },
  ): Generator<Path> {
    for (let i = at; i < at + count; i++) if (i >= this.#words.length || !this.#isFree(i)) return
    const rest = this.from(at + count, nameAt + nameCount)
    if (!rest) return
    const meant = this.#name.slice(nameAt, nameAt + nameCount)
    const weights = meant.map((word) => this.#weigh(word))
    yield {
      ...rest,
      cost: rest.cost + cost,
      edits: rest.edits + edits,
      weight: weights.reduce((sum, weight) => sum + weight, rest.weight),
      isWritten: rest.isWritten && !isOther,
    }
  }
}

const letters = /^\p{L}+$/u

/** Counts the corrected letters between two words; `undefined` if they are different words. */
function countEdits(typed: string, meant: string): number | undefined {
  if (typed === meant) return 0
  if (!letters.test(typed) || !letters.test(meant)) return undefined
  const max = Math.min(maxEdits, Math.floor(meant.length / minLettersPerEdit))
  return max > 0 ? editDistance(typed, meant, max) : undefined
}
