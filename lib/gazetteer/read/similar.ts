import { pause } from '../../concurrency/index.ts'
import type { KeyBlock } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'
import { tailOf } from '../format/tails.ts'
import { namespaces, type SimilarWord } from '../gazetteer.ts'
import type { WorkBudget } from '../work-budget.ts'
import { type Dictionary, type Tail, termAt } from './dictionary.ts'
import { mayHoldBetween } from './edit-range.ts'
import { EditRows } from './edit-rows.ts'

const word = (text: string) => `${namespaces.word}:${text}`
const lettersFrom = word('').length

export interface SimilarOptions {
  edits: 1 | 2
  prefix?: boolean
  limit: number
  signal?: AbortSignal
  budget?: WorkBudget
}

/** See `Gazetteer.similar`. */
export async function similarWords(
  dictionary: Dictionary,
  text: string,
  { edits, prefix = false, limit, signal, budget }: SimilarOptions,
): Promise<SimilarWord[]> {
  if (!text) return []
  const rows = new EditRows(text, edits, prefix, lettersFrom)
  const [ofLetter, ofOthers] = await Promise.all([
    wordsOfLetter(dictionary, rows, edits, { signal, budget }),
    prefix
      ? beginningsOfOtherLetters(dictionary, text, limit, signal)
      : spellingsOfOtherLetters(dictionary, text, signal),
  ])
  const best = ofLetter.sort(nearestFirst).slice(0, limit)
  // Beginnings overlap: a swap of the first letters can leave the first as it was.
  const others = [...ofOthers].filter((spelling) => !spelling.startsWith(rows.first))
  const chosen = [...others, ...best.map(({ term }) => term.key.slice(lettersFrom))]
  // Whoever looks for words asks next whether areas are called so: their blocks come in the same round.
  const areas = chosen.map((spelling) => `${namespaces.context}:${spelling}`)
  const terms = await dictionary.terms([...others.map(word), ...areas], signal)
  for (const term of terms.slice(0, others.length)) if (term) best.push({ term, edits: 1 })
  return best.sort(nearestFirst).slice(0, limit)
}

function nearestFirst(a: SimilarWord, b: SimilarWord): number {
  return (
    a.edits - b.edits || a.term.minDocId - b.term.minDocId || compareKeys(a.term.key, b.term.key)
  )
}

/** Words with the same first letter, from all blocks where one can be near enough. */
async function wordsOfLetter(
  dictionary: Dictionary,
  rows: EditRows,
  edits: number,
  { signal, budget }: { signal: AbortSignal | undefined; budget: WorkBudget | undefined },
): Promise<SimilarWord[]> {
  const slice = word(rows.first)
  const numbers = dictionary.blocksFrom(slice).filter((number) => {
    const [low, high] = dictionary.between(number)
    if (!low.startsWith(slice) || !high?.startsWith(slice)) return true
    return mayHoldBetween(rows, low, high)
  })
  const found: SimilarWord[] = []
  for (const block of await dictionary.blocks(numbers, signal)) {
    if (budget?.isSpent) break
    const compared = walk(block, Buffer.from(slice), rows, edits, found)
    budget?.spend(compared)
    await pause(signal)
  }
  return found
}

/** Gives the number of keys compared. */
function walk(
  block: KeyBlock,
  slice: Buffer,
  rows: EditRows,
  edits: number,
  found: SimilarWord[],
): number {
  let compared = 0
  rows.rewind()
  /** Keys that share so many bytes with the one before are too far away as it is. */
  let deadFrom = Number.POSITIVE_INFINITY
  const cursor = block.from(slice)
  for (let first = true; !cursor.done; cursor.next(), first = false) {
    const shared = first ? 0 : cursor.shared
    if (shared >= deadFrom) continue
    if (!cursor.startsWith(slice)) break
    compared++
    deadFrom = rows.follow(cursor.keyBytes, shared, cursor.length)
    if (rows.distance > edits) continue
    found.push({ term: termAt(block.bytes, cursor.valueAt, cursor.key()), edits: rows.distance })
  }
  return compared
}

/** What would be this word but for the first letter: another, missing, one too many, or swapped. */
async function spellingsOfOtherLetters(
  dictionary: Dictionary,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Set<string>> {
  const tails: string[] = []
  const own = tailOf(text)
  if (own) tails.push(own.tail)
  if (tailOf(`a${text}`)) tails.push(text)
  const spellings = spellingsOf(await dictionary.tails(tails, signal))
  for (const variant of withoutFirst(text)) spellings.add(variant)
  return spellings
}

/** Words that begin so: the best of them. */
async function beginningsOfOtherLetters(
  dictionary: Dictionary,
  text: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Set<string>> {
  const own = tailOf(text)
  const tailRanges = own ? [own.tail, text] : tailOf(`a${text}`) ? [text] : []
  const [tails, variants] = await Promise.all([
    Promise.all(tailRanges.map((from) => dictionary.tailsFrom(from, limit, signal))),
    Promise.all(
      withoutFirst(text).map((variant) => dictionary.termsFrom(word(variant), limit, signal)),
    ),
  ])
  const spellings = spellingsOf(tails.flat())
  for (const { terms } of variants) {
    for (const { key } of terms) spellings.add(key.slice(lettersFrom))
  }
  return spellings
}

function spellingsOf(tails: readonly Tail[]): Set<string> {
  return new Set(tails.flatMap(({ letters, tail }) => [...letters].map((letter) => letter + tail)))
}

/** The word without its first letter, and with its first two swapped. Digits stay. */
function withoutFirst(text: string): string[] {
  const [first, second, ...rest] = text
  if (first === undefined || second === undefined || isNumeral(first)) return []
  const without = [second, ...rest].join('')
  return isNumeral(second) ? [without] : [without, [second, first, ...rest].join('')]
}

function isNumeral(character: string): boolean {
  return /\p{N}/u.test(character)
}
