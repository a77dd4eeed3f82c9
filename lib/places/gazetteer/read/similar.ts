import { pause } from '#platform/concurrency'
import { decodeSpelling } from '../format/dictionary-value.ts'
import { compareKeys } from '../format/keys.ts'
import { namespaces, type SimilarOptions, type SimilarWord } from '../gazetteer.ts'
import type { Dictionary } from './dictionary.ts'
import { EditRows } from './edit-rows.ts'
import { isNumeral, type Spelling, type Spellings } from './spellings.ts'

interface Match extends Spelling {
  edits: number
}

/** Finds similar words; see `Gazetteer.similar`. */
export async function findSimilarWords(
  dictionary: Dictionary,
  spellings: Spellings,
  text: string,
  options: SimilarOptions,
): Promise<SimilarWord[]> {
  if (!text) return []
  const { limit, prefix = false, signal } = options
  const rows = new EditRows(text, { edits: options.edits, prefix })
  const matches = await findWithSameFirstLetter(spellings, rows, options)
  const others = prefix
    ? findPrefixesWithOtherFirstLetter(spellings, text, limit)
    : findWithOtherFirstLetter(spellings, text)
  for (const [word, minDocId] of others) {
    // A word with its first two letters swapped can begin with the same letter.
    if (!word.startsWith(rows.first)) matches.push({ word, minDocId, edits: 1 })
  }
  const best = matches.sort(compareMatches).slice(0, limit)
  // Callers look up areas with these words next: reading their blocks here saves a round trip.
  const terms = await dictionary.terms(
    [namespaces.word, namespaces.context].flatMap((namespace) =>
      best.map(({ word }) => `${namespace}:${word}`),
    ),
    signal,
  )
  return best.flatMap(({ edits }, i) => (terms[i] ? [{ term: terms[i], edits }] : []))
}

function compareMatches(a: Match, b: Match): number {
  return a.edits - b.edits || a.minDocId - b.minDocId || compareKeys(a.word, b.word)
}

/** Number of words between pauses, about 0.2 ms. */
const wordsPerPause = 2_000

async function findWithSameFirstLetter(
  { block }: Spellings,
  rows: EditRows,
  { edits, signal, budget }: SimilarOptions,
): Promise<Match[]> {
  const first = Buffer.from(rows.first)
  const matches: Match[] = []
  // A word that shares at least this number of bytes with the previous one cannot match.
  let minDeadBytes = Number.POSITIVE_INFINITY
  let shared = 0
  let compared = 0
  const cursor = block.from(first)
  for (let count = 1; !cursor.done && cursor.startsWith(first); count++) {
    if (shared < minDeadBytes) {
      compared++
      minDeadBytes = rows.follow(cursor.keyBytes, shared, cursor.length)
      if (rows.distance <= edits) {
        const minDocId = decodeSpelling(block.bytes, cursor.valueAt)
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

/** Minimum length of a word with a wrong first letter. Shorter words are too often similar by chance. */
const minLettersForOtherFirst = 4

/** Returns whether a word may be found despite a wrong first letter: four letters or more, without digits. */
function canHaveOtherFirst(letters: readonly string[]): boolean {
  return letters.length >= minLettersForOtherFirst && !letters.some(isNumeral)
}

/** Finds words whose first letter is replaced, removed, added or swapped with the second. */
function findWithOtherFirstLetter(spellings: Spellings, text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of [...listOtherBeginnings(spellings, text), ...dropOrSwapFirst(text)]) {
    const spelling = spellings.find(word)
    if (spelling) found.set(word, spelling.minDocId)
  }
  return found
}

/** Finds the most important words that begin with the text after such an edit of its first letter. */
function findPrefixesWithOtherFirstLetter(
  spellings: Spellings,
  text: string,
  limit: number,
): Map<string, number> {
  const beginnings = [...listOtherBeginnings(spellings, text), ...dropOrSwapFirst(text)]
  return new Map(
    beginnings
      .flatMap((beginning) => spellings.withPrefix(beginning, limit))
      .map(({ word, minDocId }) => [word, minDocId]),
  )
}

/** Lists the text with its first letter replaced or a letter added before it, if words begin like this. */
function listOtherBeginnings(spellings: Spellings, text: string): string[] {
  const letters = [...text]
  const rests = [letters.slice(1), letters].filter((rest) => canHaveOtherFirst(['a', ...rest]))
  return rests.flatMap((rest) => {
    const end = rest.join('')
    return spellings.firstLettersBefore(rest[0]!, rest[1] ?? '').map((letter) => letter + end)
  })
}

/** Lists the word without its first letter and with its first two swapped. Digits are never removed or moved. */
function dropOrSwapFirst(text: string): string[] {
  const [first, second, ...rest] = text
  if (first === undefined || second === undefined || isNumeral(first)) return []
  const without = [second, ...rest].join('')
  return isNumeral(second) ? [without] : [without, [second, first, ...rest].join('')]
}
