import type { Gazetteer, ReadOptions as Reads } from '../../gazetteer/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import { joinedSlot, type Slot } from '../interpret/query-term.ts'
import type { Understood } from '../interpret/tokenize.ts'
import type { Candidate } from '../rank/candidates.ts'
import { type Hits, type RetrieveOptions, retrieve } from '../retrieve/retrieve.ts'
import type { Lexicon } from '../retrieve/term-cache.ts'
import { addKeys, corrections, isWord, joinKeys, widened } from './corrections.ts'
import { vote } from './partial-match.ts'

/** Places to look at, and which of them are answers. */
export interface Step {
  hits: Hits
  accepts(candidate: Candidate): boolean
}

/** Readings that are tried again; the plain one and those with a house number come first. */
const mostReadings = 4

/**
 * What to try when no place has all words as they were typed: first words corrected, split and joined,
 * then as many of them as there are. Takes only as much work as its reader asks for.
 */
export async function* relaxed(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  {
    understood,
    readings,
    options,
    reads,
  }: {
    understood: Understood
    readings: readonly Reading[]
    options: RetrieveOptions
    reads: Reads
  },
): AsyncGenerator<Step> {
  const plain = readings[0]!
  const joins = joinKeys(plain.slots)
  const keys = new Set<string>()
  for (const { word } of joins) addKeys(keys, [word])
  const [found] = await Promise.all([
    corrections(gazetteer, lexicon, plain.slots, { open: understood.open, reads }),
    lexicon.look(keys),
  ])
  const wider = readings.slice(0, mostReadings).map((reading) => ({
    ...reading,
    slots: reading.slots.map((slot) => widened(slot, found)),
  }))
  for (const { at, word } of joins) {
    if (isWord(lexicon, word))
      wider.push({ ...wider[0]!, slots: joinedAt(wider[0]!.slots, at, word) })
  }
  // All of it at once: what finds too little together is gone through apart.
  await lexicon.read(
    wider.flatMap(({ slots }) => slots.flatMap((slot) => lexicon.costOf(slot).keys)),
  )
  const hits = await retrieve(lexicon, wider, { ...options, ahead: undefined })
  yield {
    hits,
    accepts: ({ comparison: { dropped, ownContent, byCategory } }) =>
      dropped === 0 && (ownContent || byCategory),
  }
  yield { hits: await voted(lexicon, wider, options, gazetteer.count), accepts: hasEvidence }
}

function joinedAt(slots: readonly Slot[], at: number, word: string): Slot[] {
  const joined = joinedSlot(word, [word])
  const alternatives = joined.alternatives.map((one) => ({ ...one, edits: 1 }))
  return [...slots.slice(0, at), { ...joined, alternatives }, ...slots.slice(at + 2)]
}

async function voted(
  lexicon: Lexicon,
  readings: readonly Reading[],
  { sets }: RetrieveOptions,
  count: number,
): Promise<Hits> {
  const hits: Hits = new Map()
  for (const reading of readings) {
    for (const docId of vote(lexicon, reading, { sets, count })) {
      const hit = { reading, trusted: new Set<Slot>() }
      hits.set(docId, [...(hits.get(docId) ?? []), hit])
    }
    await lexicon.pause()
  }
  return hits
}

/**
 * Whether enough is there for an answer. Where words had to be dropped, one that says something must be
 * there as it was typed, or two after correction, and most that was dropped must be made up for: so
 * nonsense has no answer.
 */
function hasEvidence({ comparison }: Candidate): boolean {
  const { ownContent, exact, corrected, dropped } = comparison
  if (!ownContent) return false
  if (dropped === 0) return true
  if (exact === 0 && corrected < 2) return false
  return exact + 0.6 * corrected >= 0.5 * dropped
}
