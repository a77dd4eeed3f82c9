import { pause } from '../../concurrency/index.ts'
import { decodeTerm } from '../format/dictionary-value.ts'
import type { KeyBlock } from '../format/key-block.ts'
import { compareKeys, tailOf } from '../format/keys.ts'
import { namespaces, type SimilarOptions, type SimilarWord } from '../gazetteer.ts'
import type { Dictionary, Tail } from './dictionary.ts'
import { canMatchBetween } from './edit-range.ts'
import { EditRows } from './edit-rows.ts'

const wordKey = (text: string) => `${namespaces.word}:${text}`
const namespaceLength = wordKey('').length

/** See `Gazetteer.similar`. */
export async function similarWords(
  dictionary: Dictionary,
  text: string,
  options: SimilarOptions,
): Promise<SimilarWord[]> {
  if (!text) return []
  const { edits, prefix = false, limit, signal } = options
  const rows = new EditRows(text, { edits, prefix, start: namespaceLength })
  const [sameLetter, otherSpellings] = await Promise.all([
    wordsWithSameFirstLetter(dictionary, rows, options),
    prefix
      ? prefixesWithOtherFirstLetter(dictionary, text, options)
      : spellingsWithOtherFirstLetter(dictionary, text, signal),
  ])
  const best = sameLetter.sort(nearestFirst).slice(0, limit)
  // With the first two letters swapped, the first letter can be the same as before.
  const spellings = [...otherSpellings].filter((spelling) => !spelling.startsWith(rows.first))
  const words = [...spellings, ...best.map(({ term }) => term.key.slice(namespaceLength))]
  // Callers look up areas with these words next: reading their blocks here saves a round trip.
  const areaKeys = words.map((word) => `${namespaces.context}:${word}`)
  const terms = await dictionary.terms([...spellings.map(wordKey), ...areaKeys], signal)
  for (const term of terms.slice(0, spellings.length)) if (term) best.push({ term, edits: 1 })
  return best.sort(nearestFirst).slice(0, limit)
}

function nearestFirst(a: SimilarWord, b: SimilarWord): number {
  return (
    a.edits - b.edits || a.term.minDocId - b.term.minDocId || compareKeys(a.term.key, b.term.key)
  )
}

/** Reads only the blocks that can hold a match. */
async function wordsWithSameFirstLetter(
  dictionary: Dictionary,
  rows: EditRows,
  { edits, signal, budget }: SimilarOptions,
): Promise<SimilarWord[]> {
  const prefix = wordKey(rows.first)
  const blockNumbers = dictionary.blocksFrom(prefix).filter((number) => {
    const [low, high] = dictionary.keyRange(number)
    if (!low.startsWith(prefix) || !high?.startsWith(prefix)) return true
    return canMatchBetween(rows, low, high)
  })
  const found: SimilarWord[] = []
  for (const block of await dictionary.blocks(blockNumbers, signal)) {
    if (budget?.isSpent) break
    const { words, compared } = matchesInBlock(block, Buffer.from(prefix), rows, edits)
    found.push(...words)
    budget?.spend(compared)
    await pause(signal)
  }
  return found
}

function matchesInBlock(
  block: KeyBlock,
  prefix: Buffer,
  rows: EditRows,
  edits: number,
): { words: SimilarWord[]; compared: number } {
  const words: SimilarWord[] = []
  let compared = 0
  rows.rewind()
  // Keys that share at least this many bytes with the previous one cannot match.
  let minDeadBytes = Number.POSITIVE_INFINITY
  const cursor = block.from(prefix)
  for (let isFirst = true; !cursor.done; cursor.next(), isFirst = false) {
    const shared = isFirst ? 0 : cursor.shared
    if (shared >= minDeadBytes) continue
    if (!cursor.startsWith(prefix)) break
    compared++
    minDeadBytes = rows.follow(cursor.keyBytes, shared, cursor.length)
    if (rows.distance > edits) continue
    const term = decodeTerm(block.bytes, cursor.valueAt, cursor.key())
    words.push({ term, edits: rows.distance })
  }
  return { words, compared }
}

/** Spellings with one edit of the first letter: replaced, removed, added or swapped with the second. */
async function spellingsWithOtherFirstLetter(
  dictionary: Dictionary,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Set<string>> {
  const tails: string[] = []
  const own = tailOf(text)
  if (own) tails.push(own.tail)
  if (tailOf(`a${text}`)) tails.push(text)
  const spellings = spellingsOf(await dictionary.tails(tails, signal))
  for (const spelling of withoutOrSwappedFirst(text)) spellings.add(spelling)
  return spellings
}

/** The most important words that begin with such a spelling. */
async function prefixesWithOtherFirstLetter(
  dictionary: Dictionary,
  text: string,
  { limit, signal }: SimilarOptions,
): Promise<Set<string>> {
  const own = tailOf(text)
  const tailPrefixes = own ? [own.tail, text] : tailOf(`a${text}`) ? [text] : []
  const [tails, variants] = await Promise.all([
    Promise.all(tailPrefixes.map((prefix) => dictionary.tailsFrom(prefix, limit, signal))),
    Promise.all(
      withoutOrSwappedFirst(text).map((spelling) =>
        dictionary.termsFrom(wordKey(spelling), limit, signal),
      ),
    ),
  ])
  const spellings = spellingsOf(tails.flat())
  for (const { terms } of variants) {
    for (const { key } of terms) spellings.add(key.slice(namespaceLength))
  }
  return spellings
}

function spellingsOf(tails: readonly Tail[]): Set<string> {
  return new Set(tails.flatMap(({ letters, tail }) => [...letters].map((letter) => letter + tail)))
}

/** The word without its first letter, and with its first two swapped. Digits stay. */
function withoutOrSwappedFirst(text: string): string[] {
  const [first, second, ...rest] = text
  if (first === undefined || second === undefined || isNumeral(first)) return []
  const without = [second, ...rest].join('')
  return isNumeral(second) ? [without] : [without, [second, first, ...rest].join('')]
}

function isNumeral(character: string): boolean {
  return /\p{N}/u.test(character)
}
