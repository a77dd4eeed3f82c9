import { pause } from '#platform/concurrency'
import { minDocIdOfWord } from '../format/dictionary-value.ts'
import { compareKeys } from '../format/keys.ts'
import { namespaces, type SimilarOptions, type SimilarWord } from '../gazetteer.ts'
import type { Dictionary } from './dictionary.ts'
import { EditRows } from './edit-rows.ts'
import { isNumeral, type Spelling, type Spellings } from './spellings.ts'

interface Match extends Spelling {
  edits: number
}

/** See `Gazetteer.similar`. */
export async function similarWords(
  dictionary: Dictionary,
  spellings: Spellings,
  text: string,
  options: SimilarOptions,
): Promise<SimilarWord[]> {
  if (!text) return []
  const { limit, prefix = false, signal } = options
  const rows = new EditRows(text, { edits: options.edits, prefix })
  const matches = await wordsWithSameFirstLetter(spellings, rows, options)
  const others = prefix
    ? prefixesWithOtherFirstLetter(spellings, text, limit)
    : spellingsWithOtherFirstLetter(spellings, text)
  for (const [word, minDocId] of others) {
    // With the first two letters swapped, the first letter can be the same as before.
    if (!word.startsWith(rows.first)) matches.push({ word, minDocId, edits: 1 })
  }
  const best = matches.sort(nearestFirst).slice(0, limit)
  // Callers look up areas with these words next: reading their blocks here saves a round trip.
  const terms = await dictionary.terms(
    [namespaces.word, namespaces.context].flatMap((namespace) =>
      best.map(({ word }) => `${namespace}:${word}`),
    ),
    signal,
  )
  return best.flatMap(({ edits }, i) => (terms[i] ? [{ term: terms[i], edits }] : []))
}

function nearestFirst(a: Match, b: Match): number {
  return a.edits - b.edits || a.minDocId - b.minDocId || compareKeys(a.word, b.word)
}

/** Words between pauses: about 0.2 ms. */
const wordsPerPause = 2_000

async function wordsWithSameFirstLetter(
  { block }: Spellings,
  rows: EditRows,
  { edits, signal, budget }: SimilarOptions,
): Promise<Match[]> {
  const first = Buffer.from(rows.first)
  const matches: Match[] = []
  // Words that share at least this many bytes with the previous one cannot match.
  let minDeadBytes = Number.POSITIVE_INFINITY
  let shared = 0
  let compared = 0
  const cursor = block.from(first)
  for (let count = 1; !cursor.done && cursor.startsWith(first); count++) {
    if (shared < minDeadBytes) {
      compared++
      minDeadBytes = rows.follow(cursor.keyBytes, shared, cursor.length)
      if (rows.distance <= edits) {
        const minDocId = minDocIdOfWord(block.bytes, cursor.valueAt)
        matches.push({ word: cursor.key(), minDocId, edits: rows.distance })
      }
    }
    if (count % wordsPerPause === 0) {
      budget?.spend(compared)
      compared = 0
      if (budget?.isSpent) break
      await pause(signal)
    }
    cursor.next()
    shared = cursor.shared
  }
  budget?.spend(compared)
  return matches
}

/** Shorter words are too often similar by chance. */
const minLettersForOtherFirst = 4

/** A wrong first letter is found in words of four letters or more without digits. */
function canHaveOtherFirst(letters: readonly string[]): boolean {
  return letters.length >= minLettersForOtherFirst && !letters.some(isNumeral)
}

/** Words with one edit of the first letter: replaced, removed, added or swapped with the second. */
function spellingsWithOtherFirstLetter(spellings: Spellings, text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of [...otherBeginnings(spellings, text), ...withoutOrSwappedFirst(text)]) {
    const spelling = spellings.find(word)
    if (spelling) found.set(word, spelling.minDocId)
  }
  return found
}

/** The most important words that begin with such a spelling. */
function prefixesWithOtherFirstLetter(
  spellings: Spellings,
  text: string,
  limit: number,
): Map<string, number> {
  const beginnings = [...otherBeginnings(spellings, text), ...withoutOrSwappedFirst(text)]
  return new Map(
    beginnings
      .flatMap((beginning) => spellings.withPrefix(beginning, limit))
      .map(({ word, minDocId }) => [word, minDocId]),
  )
}

/** The text with its first letter replaced, and with a letter before it, if there are words that begin so. */
function otherBeginnings(spellings: Spellings, text: string): string[] {
  const letters = [...text]
  const rests = [letters.slice(1), letters].filter((rest) => canHaveOtherFirst(['a', ...rest]))
  return rests.flatMap((rest) => {
    const end = rest.join('')
    return spellings.firstLettersBefore(rest[0]!, rest[1] ?? '').map((letter) => letter + end)
  })
}

/** The word without its first letter, and with its first two swapped. Digits stay. */
function withoutOrSwappedFirst(text: string): string[] {
  const [first, second, ...rest] = text
  if (first === undefined || second === undefined || isNumeral(first)) return []
  const without = [second, ...rest].join('')
  return isNumeral(second) ? [without] : [without, [second, first, ...rest].join('')]
}
