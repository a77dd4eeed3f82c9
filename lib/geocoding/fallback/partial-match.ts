import { endOfPostings } from '../../gazetteer/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import type { Slot } from '../interpret/query-term.ts'
import type { Stream } from '../retrieve/posting-iterator.ts'
import { anyOf } from '../retrieve/posting-union.ts'
import type { Lexicon } from '../retrieve/term-cache.ts'

/** Lists longer than this say little: they are asked about places that others name. */
const heavyCount = 50_000
const mostSteps = 8_000
/** Places kept of each set of words met. */
const mostAlike = 24
const maxDocIds = 64

interface Voter {
  slot: Slot
  stream: Stream
  weight: number
}

/**
 * Places that meet as much of a reading as there is, when none meets all: every word votes with its
 * weight, rare words with more. A place must have a word that says something in its own name.
 */
export function vote(
  lexicon: Lexicon,
  { slots }: Reading,
  { sets, count }: { sets: readonly (readonly string[])[]; count: number },
): number[] {
  const voters = slots.map((slot) => voterOf(lexicon, slot, count)).filter((v) => v !== undefined)
  const filters = sets.map((set) => filterOf(lexicon, set))
  if (filters.includes(undefined)) return []
  const light = voters.filter(({ stream }) => stream.cost <= heavyCount)
  const driving = light.some(({ slot }) => slot.content) ? light : voters
  if (!driving.some(({ slot }) => slot.content)) return []

  const alike = new Map<number, { weight: number; docIds: number[] }>()
  let docId = lowest(driving)
  const allowed = Math.min(mostSteps, (lexicon.budget?.left ?? Infinity) / voters.length)
  let step = 0
  for (; docId !== endOfPostings && step < allowed; step++) {
    if (filters.every((filter) => filter!.seek(docId) === docId)) tally(alike, voters, docId)
    for (const { stream } of driving) if (stream.docId === docId) stream.seek(docId + 1)
    docId = lowest(driving)
  }
  lexicon.budget?.spend(step * voters.length)
  const best = [...alike.values()].sort((a, b) => b.weight - a.weight)
  return best.flatMap(({ docIds }) => docIds).slice(0, maxDocIds)
}

function tally(
  alike: Map<number, { weight: number; docIds: number[] }>,
  voters: readonly Voter[],
  docId: number,
): void {
  let met = 0
  let weight = 0
  let ownContent = false
  for (const [i, voter] of voters.entries()) {
    if (voter.stream.seek(docId) !== docId) continue
    met |= 1 << i
    weight += voter.weight
    if (voter.slot.content && voter.stream.own()) ownContent = true
  }
  if (!ownContent) return
  const same = alike.get(met)
  if (!same) alike.set(met, { weight, docIds: [docId] })
  else if (same.docIds.length < mostAlike) same.docIds.push(docId)
}

function voterOf(lexicon: Lexicon, slot: Slot, count: number): Voter | undefined {
  const stream = lexicon.streamOf(slot)
  if (!stream || slot.optional) return undefined
  return { slot, stream, weight: slot.weight * Math.log2(2 + count / Math.max(1, stream.cost)) }
}

function filterOf(lexicon: Lexicon, set: readonly string[]): Stream | undefined {
  const walks = set.map((key) => lexicon.walk(key, false)).filter((walk) => walk !== undefined)
  return walks.length === 0 ? undefined : anyOf(walks)
}

function lowest(voters: readonly Voter[]): number {
  return voters.reduce((least, { stream }) => Math.min(least, stream.docId), endOfPostings)
}
