import { editDistance } from '#places/search'
import { isStopWord, isStreetTypeWord, type Word, wordsOf } from '#places/text'
import type { InputWord } from './input-words.ts'

/** How words of the input match a name. */
export interface NameAlignment {
  /** The name as the gazetteer writes it. */
  name: string
  /** Index of the first word and behind the last one. */
  first: number
  end: number
  /** Words in between that are not of the name. */
  extra: readonly number[]
  /** Corrected letters. */
  edits: number
  /** Other differences weigh less than a letter. */
  cost: number
  /** The words of the input may stay: the name is shorter than they are. */
  isWritten: boolean
}

/** What differences cost, in corrected letters: a hand-set order of preference. */
export const costs = {
  abbreviation: 0.1,
  otherForm: 0.02,
  joined: 0.05,
  article: 0.3,
  /** More than a mistyped word for street. */
  streetType: 1.5,
  repeated: 0.5,
} as const

/** Letters that a word needs for each corrected one: in shorter words other words are as similar. */
const minLettersPerEdit = 4
const maxEdits = 2
/** Words that are joined by mistake. */
const maxJoined = 5

interface Path {
  end: number
  cost: number
  edits: number
  extra: readonly number[]
  /** Of the matched words: 2 for one that says more than the kind of street, 1 for one that says the kind. */
  weight: number
  isWritten: boolean
}

/**
 * The best match of one of the names among words that are free, at the lowest cost, then of the most words;
 * undefined if there is none. A name matches by all of its words but articles and the word for its kind.
 */
export function matchName(
  names: Iterable<string>,
  words: readonly InputWord[],
  isFree: (index: number) => boolean,
): NameAlignment | undefined {
  let best: NameAlignment | undefined
  for (const name of names) {
    const nameWords = wordsOf(name)
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

/** What a match says at least: a name, or two words for kinds, as in `Avenue de la Costa`. */
const minWeight = 2

function isEnough({ edits, weight }: Path, nameWords: readonly Word[]): boolean {
  const letters = nameWords.reduce((sum, { text }) => sum + text.length, 0)
  return weight >= minWeight && edits <= maxEdits && letters >= minLettersPerEdit * edits
}

/** Matches the words of one name from one word of the input on. */
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

  /** Words that are the same, in one of the forms of either. */
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

  /** Words that are the same but for blanks and letters. */
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
        const edits = editsBetween(text, meant)
        if (edits === undefined || (isOne && edits === 0)) continue
        const cost = edits + (isOne ? 0 : costs.joined)
        yield* this.#step([at, count], [nameAt, nameCount], { cost, edits, isOther: true })
      }
    }
  }

  /** An article or the word for street that was left out. */
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

  /** A word that was written twice. */
  #withoutRepeated(at: number, nameAt: number): Path | undefined {
    const text = this.#words[at]?.text
    if (nameAt === 0 || text === undefined || !this.#isFree(at)) return undefined
    if (this.#words[at - 1]?.text !== text) return undefined
    const rest = this.from(at + 1, nameAt)
    return rest && { ...rest, cost: rest.cost + costs.repeated, extra: [at, ...rest.extra] }
  }

  #weightOf({ text }: Word): number {
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
    const weights = meant.map((word) => this.#weightOf(word))
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

/** Corrected letters between two words; undefined where they are different words. */
function editsBetween(typed: string, meant: string): number | undefined {
  if (typed === meant) return 0
  if (!letters.test(typed) || !letters.test(meant)) return undefined
  const max = Math.min(maxEdits, Math.floor(meant.length / minLettersPerEdit))
  return max > 0 ? editDistance(typed, meant, max) : undefined
}
