import { endOfPostings } from '../../gazetteer/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import type { Slot } from '../interpret/query-term.ts'
import type { Stream } from './posting-iterator.ts'
import { keysOf, type Lexicon } from './term-cache.ts'

/** A reading with what is to be read for it. */
export interface Plan {
  reading: Reading
  /** Slots that a place must meet, by the index; the record is asked about the others. */
  required: readonly Slot[]
  /** Slots are left to the record. */
  unread: boolean
  /** Terms of all slots, with the docId below which their places are likely to be enough. */
  wants: ReadonlyMap<string, number>
  /** Only the own names count: of one word what a place is in does not matter. */
  ownOnly: boolean
  /** There may be more than are looked at, so those near the focus are looked for apart. */
  focused: boolean
}

/** Lists longer than this are left unread where the others leave few places: their records are asked. */
const heavyCount = 12_000
const fewPlaces = 16
/** All of so few are looked at anyway. */
const lookedAt = 20
/** How many times as many places as are wanted the lists should be read for: words are seldom spread evenly. */
const margin = 4

/**
 * What to read for a reading, of which `most` places are wanted and of all places only a `share` counts.
 * Where many have all of its words the beginnings of the lists are enough, for they hold the best. Where
 * few have, the rare words find them. Nothing when a required slot has no place at all.
 */
export function planOf(
  lexicon: Lexicon,
  reading: Reading,
  { most, share }: { most: number; share: number },
): Plan | undefined {
  const needed = reading.slots.filter(({ optional }) => !optional)
  const ownOnly = needed.length === 1 && isOneWord(needed[0]!)
  const costs = needed
    .map((slot) => ({ slot, ...lexicon.costOf(ownOnly ? named(slot) : slot) }))
    .sort((a, b) => a.count - b.count)
  const [least] = costs
  if (!least || least.count === 0) return undefined
  const { size } = lexicon
  const below = depthOf(lexicon, costs, (margin * most) / share)
  const read = [least]
  let left = least.count * share
  for (const cost of costs.slice(1)) {
    if (below === endOfPostings && cost.count > heavyCount && left <= fewPlaces) break
    read.push(cost)
    left *= Math.min(1, cost.count / size)
  }
  // The best places of a beginning that very many words share come with it.
  const isListed = needed.length === 1 && lexicon.isListed(least.slot)
  const keys = isListed ? keysOf(named(least.slot)) : read.flatMap((one) => one.keys)
  const wants = new Map(keys.map((key) => [key, below]))
  return {
    reading,
    required: read.map(({ slot }) => slot),
    unread: read.length < costs.length,
    wants,
    ownOnly,
    focused: least.count > lookedAt,
  }
}

const firstDepth = 1024

/** The docId below which so many places are likely to have something of each; all of them when there are few. */
function depthOf(
  lexicon: Lexicon,
  costs: readonly { keys: readonly string[] }[],
  places: number,
): number {
  for (let docId = firstDepth; docId < lexicon.size; docId *= 2) {
    const counts = costs.map(({ keys }) => lexicon.countBelow(keys, docId))
    const expected = counts.reduce((all, count) => all * Math.min(1, count / docId), docId)
    if (expected >= places) return docId
  }
  return endOfPostings
}

/** The same with nothing left unread. */
export function wholePlan(lexicon: Lexicon, plan: Plan): Plan {
  const required = plan.reading.slots.filter(({ optional }) => !optional)
  const wants = new Map<string, number>()
  for (const slot of required) {
    for (const key of lexicon.costOf(plan.ownOnly ? named(slot) : slot).keys) {
      wants.set(key, endOfPostings)
    }
  }
  return { ...plan, required, wants, unread: false }
}

/** Each slot's places; nothing when one has none. */
export function streamsOf(
  lexicon: Lexicon,
  { required, wants, ownOnly }: Plan,
  change: (slot: Slot) => Slot = (slot) => slot,
): Stream[] | undefined {
  const streams: Stream[] = []
  for (const slot of required) {
    const changed = change(ownOnly ? named(slot) : slot)
    const stream = lexicon.streamOf(changed, (key) => wants.has(key))
    if (!stream) return undefined
    streams.push(stream)
  }
  return streams
}

function named(slot: Slot): Slot {
  return { ...slot, role: 'name' }
}

function isOneWord({ alternatives, role }: Slot): boolean {
  return role !== 'where' && alternatives.every(({ words }) => words.length === 1)
}
