import { isStopWord } from '../../text/index.ts'
import type { Slot } from '../interpret/query-term.ts'
import type { SearchScope } from '../query.ts'
import type { Candidate } from './candidates.ts'
import { type NameRecord, recordOf } from './place-tokens.ts'

/** What is to be known of a result to give it a seat among the first of a list. */
export interface Seated {
  candidate: Candidate
  /** The name was typed whole. */
  whole: boolean
  /** Nothing that was asked for is missing. */
  complete: boolean
  importance: number
}

/** The famous far place moves up to the last seat, when the near ones would leave it none. */
export function withFamous<T extends Seated>(
  order: readonly T[],
  { focus, size }: SearchScope,
): readonly T[] {
  if (!focus || size < 2 || order.length <= size) return order
  let famous: T | undefined
  for (const one of order) {
    if (one.whole && one.complete && (!famous || one.importance > famous.importance)) famous = one
  }
  if (!famous || order.indexOf(famous) < size) return order
  const others = order.filter((one) => one !== famous)
  return [...others.slice(0, size - 1), famous, ...others.slice(size - 1)]
}

/**
 * Of a text that is still being typed: a place whose own name begins with it is not pushed out by what it
 * may stand for as well, a category (`fonda`), an abbreviation or the beginning of an area. It takes the
 * seat of the last that has not all the words in one of its names, unless a name of that was typed whole.
 * So the list loses a name only to others that fit as well, and while all that fit have a seat, to none.
 */
export function withBegun<T extends Seated>(
  order: readonly T[],
  typed: readonly Slot[],
  size: number,
): readonly T[] {
  if (order.length <= size) return order
  const others: T[] = []
  for (const one of order.slice(0, size)) {
    const isSpelled = one.whole && one.candidate.comparison.spelled
    if (!isSpelled && !fits(one, typed, hasAll)) others.push(one)
  }
  if (others.length === 0) return order
  const begun: T[] = []
  for (const one of order.slice(size)) {
    if (begun.length === others.length) break
    if (fits(one, typed, isBeginning)) begun.push(one)
  }
  if (begun.length === 0) return order
  const behind = others.slice(-begun.length)
  const moved = new Set([...begun, ...behind])
  const stay = (one: T) => !moved.has(one)
  return [
    ...order.slice(0, size).filter(stay),
    ...begun,
    ...behind,
    ...order.slice(size).filter(stay),
  ]
}

type NameTest = (name: NameRecord, typed: readonly Slot[]) => boolean

/** What was typed, or what stands in it beside a house number that the place has, by one of the names. */
function fits({ candidate, complete }: Seated, typed: readonly Slot[], test: NameTest): boolean {
  const { names } = recordOf(candidate.place)
  if (names.some((name) => test(name, typed))) return true
  const { houseNumber, country, units, slots } = candidate.reading
  if (houseNumber === undefined || !complete || country || units) return false
  return names.some((name) => test(name, slots))
}

/** Whether the name begins so, its articles aside. */
function isBeginning({ words }: NameRecord, typed: readonly Slot[]): boolean {
  for (let first = 0; first + typed.length <= words.length; first++) {
    if (typed.every((slot, i) => isWord(slot, words[first + i]!))) return true
    if (!isStopWord(words[first]!)) return false
  }
  return false
}

/** Whether the name has all the words, in whatever order. */
function hasAll({ words }: NameRecord, typed: readonly Slot[]): boolean {
  return typed.every((slot) => words.some((word) => isWord(slot, word)))
}

function isWord({ text, prefix }: Slot, word: string): boolean {
  return prefix ? word.startsWith(text) : word === text
}
