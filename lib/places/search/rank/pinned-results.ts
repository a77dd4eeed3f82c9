import { isStopWord } from '#places/text'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { SearchScope } from '../query.ts'
import type { Candidate } from './candidates.ts'
import { type NameTokens, placeTokensOf } from './place-tokens.ts'

/** A ranked result that may be pinned to the first of a list. */
export interface Pinnable {
  candidate: Candidate
  /** The name was typed whole. */
  isWhole: boolean
  /** Nothing that was typed is missing. */
  isComplete: boolean
  importance: number
}

/**
 * Pins the most important place with the whole text as its name to the last of the first `size` results,
 * when places near the focus would push it out.
 */
export function pinFamous<T extends Pinnable>(
  results: readonly T[],
  { focus, size }: SearchScope,
): readonly T[] {
  if (!focus || size < 2 || results.length <= size) return results
  let famous: T | undefined
  for (const result of results) {
    if (!result.isWhole || !result.isComplete) continue
    if (!famous || result.importance > famous.importance) famous = result
  }
  if (!famous || results.indexOf(famous) < size) return results
  const others = results.filter((result) => result !== famous)
  return others.toSpliced(size - 1, 0, famous)
}

/**
 * Pins names that begin with an unfinished text to the first `size` results, so that other meanings of the
 * text (a category as `fonda`, an abbreviation, the beginning of an area) do not push them out. Each
 * replaces the last result whose names lack some of the words, unless that was typed in full. So while the
 * matching names fit in the list, none of them is left out.
 */
export function pinNamesWithPrefix<T extends Pinnable>(
  results: readonly T[],
  typed: readonly QueryTerm[],
  size: number,
): readonly T[] {
  if (results.length <= size) return results
  const replaceable = results
    .slice(0, size)
    .filter((result) => !isTypedInFull(result) && !hasMatchingName(result, typed, hasAllWords))
  if (replaceable.length === 0) return results
  const pinned = results
    .slice(size)
    .filter((result) => hasMatchingName(result, typed, beginsWith))
    .slice(0, replaceable.length)
  if (pinned.length === 0) return results
  const replaced = replaceable.slice(-pinned.length)
  const moved = new Set([...pinned, ...replaced])
  const isUnmoved = (result: T) => !moved.has(result)
  return [
    ...results.slice(0, size).filter(isUnmoved),
    ...pinned,
    ...replaced,
    ...results.slice(size).filter(isUnmoved),
  ]
}

function isTypedInFull({ isWhole, candidate }: Pinnable): boolean {
  return isWhole && candidate.match.isSpelled
}

type NameTest = (name: NameTokens, typed: readonly QueryTerm[]) => boolean

/** Whether a name passes the test, for the whole text or the text without a house number. */
function hasMatchingName(
  { candidate, isComplete }: Pinnable,
  typed: readonly QueryTerm[],
  test: NameTest,
): boolean {
  const { names } = placeTokensOf(candidate.place)
  if (names.some((name) => test(name, typed))) return true
  const { houseNumber, country, units, terms } = candidate.interpretation
  if (houseNumber === undefined || !isComplete || country || units) return false
  return names.some((name) => test(name, terms))
}

/** Whether the name begins with the words, its articles aside. */
function beginsWith({ words }: NameTokens, typed: readonly QueryTerm[]): boolean {
  for (let first = 0; first + typed.length <= words.length; first++) {
    if (typed.every((term, i) => isTyped(term, words[first + i]!))) return true
    if (!isStopWord(words[first]!)) return false
  }
  return false
}

/** Whether the name has all the words, in any order. */
function hasAllWords({ words }: NameTokens, typed: readonly QueryTerm[]): boolean {
  return typed.every((term) => words.some((word) => isTyped(term, word)))
}

function isTyped({ text, prefix }: QueryTerm, word: string): boolean {
  return prefix ? word.startsWith(text) : word === text
}
