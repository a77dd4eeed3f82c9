import { namespaces, type SimilarWord, type Term } from '../gazetteer.ts'
import { type Dictionary, termAt } from './dictionary.ts'
import { EditRows } from './edit-rows.ts'
import type { KeyBlock } from './key-block.ts'
import { compareKeys } from './key-order.ts'
import { tailOf } from './tails.ts'

const word = (text: string) => `${namespaces.word}:${text}`
const lettersFrom = word('').length

export interface SimilarOptions {
  edits: 1 | 2
  prefix?: boolean
  limit: number
  signal?: AbortSignal
}

/** See `Gazetteer.similar`. */
export async function similarWords(
  dictionary: Dictionary,
  text: string,
  { edits, prefix = false, limit, signal }: SimilarOptions,
): Promise<SimilarWord[]> {
  if (!text) return []
  const rows = new EditRows(text, edits, prefix, lettersFrom)
  const [ofLetter, ofOthers] = await Promise.all([
    wordsOfLetter(dictionary, rows, edits, signal),
    prefix
      ? beginningsOfOtherLetters(dictionary, text, limit, signal)
      : wordsOfOtherLetters(dictionary, text, signal),
  ])
  const found = [...ofLetter]
  for (const term of ofOthers) {
    // Beginnings overlap: a swap of the first letters can leave the first as it was.
    if (!term.key.startsWith(word(rows.first))) found.push({ term, edits: 1 })
  }
  return found
    .sort(
      (a, b) =>
        a.edits - b.edits ||
        a.term.bestRank - b.term.bestRank ||
        compareKeys(a.term.key, b.term.key),
    )
    .slice(0, limit)
}

/** Words with the same first letter, from all blocks where one can be near enough. */
async function wordsOfLetter(
  dictionary: Dictionary,
  rows: EditRows,
  edits: number,
  signal: AbortSignal | undefined,
): Promise<SimilarWord[]> {
  const slice = word(rows.first)
  const numbers = dictionary.blocksFrom(slice).filter((number) => {
    const shared = dictionary.sharedBy(number)
    return !shared.startsWith(slice) || rows.mayHold(shared)
  })
  const found: SimilarWord[] = []
  for (const block of await dictionary.blocks(numbers, signal)) {
    walk(block, Buffer.from(slice), rows, edits, found)
  }
  return found
}

function walk(
  block: KeyBlock,
  slice: Buffer,
  rows: EditRows,
  edits: number,
  found: SimilarWord[],
): void {
  rows.rewind()
  /** Keys that share so many bytes with the one before are too far away as it is. */
  let deadFrom = Number.POSITIVE_INFINITY
  const cursor = block.from(slice)
  for (let first = true; !cursor.done; cursor.next(), first = false) {
    const shared = first ? 0 : cursor.shared
    if (shared >= deadFrom) continue
    if (!cursor.startsWith(slice)) break
    deadFrom = rows.follow(cursor.keyBytes, shared, cursor.length)
    if (rows.distance > edits) continue
    found.push({ term: termAt(block.bytes, cursor.valueAt, cursor.key()), edits: rows.distance })
  }
}

/** Words that are this one but for the first letter: another, missing, one too many, or swapped. */
async function wordsOfOtherLetters(
  dictionary: Dictionary,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Term[]> {
  const candidates = new Set<string>()
  const tails: string[] = []
  const own = tailOf(text)
  if (own) tails.push(own.tail)
  if (tailOf(`a${text}`)) tails.push(text)
  for (const { letters, tail } of await dictionary.tails(tails, signal)) {
    for (const letter of letters) candidates.add(word(letter + tail))
  }
  for (const variant of withoutFirst(text)) candidates.add(word(variant))
  const terms = await dictionary.terms([...candidates], signal)
  return terms.filter((term) => term !== undefined)
}

/** Words that begin so: the best of them. */
async function beginningsOfOtherLetters(
  dictionary: Dictionary,
  text: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Term[]> {
  const own = tailOf(text)
  const tailRanges = own ? [own.tail, text] : tailOf(`a${text}`) ? [text] : []
  const [tails, variants] = await Promise.all([
    Promise.all(tailRanges.map((from) => dictionary.tailsFrom(from, limit, signal))),
    Promise.all(
      withoutFirst(text).map((variant) => dictionary.termsFrom(word(variant), limit, signal)),
    ),
  ])
  const candidates = new Set<string>()
  for (const { letters, tail } of tails.flat()) {
    for (const letter of letters) candidates.add(word(letter + tail))
  }
  const terms = new Map<string, Term>()
  for (const term of await dictionary.terms([...candidates], signal)) {
    if (term) terms.set(term.key, term)
  }
  for (const term of variants.flatMap(({ terms }) => terms)) terms.set(term.key, term)
  return [...terms.values()]
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
