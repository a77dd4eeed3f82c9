import type { SearchScope } from '../finding.ts'
import { namespaces } from '../gazetteer.ts'
import type { OpenText } from './beginnings.ts'
import { keysOf, type Lexicon, mostBrief } from './lexicon.ts'
import { isAlone, planOf } from './plan.ts'
import type { Reading } from './readings.ts'
import { cellsAround } from './scope.ts'
import type { Slot } from './slot.ts'
import { allOf, listStream, ranksOf, type Stream } from './streams.ts'
import { anyOf } from './union.ts'

/** A reading by which a place was found, and the slots that the index says it meets. */
export interface Hit {
  reading: Reading
  trusted: ReadonlySet<Slot>
}

export type Hits = Map<number, Hit[]>

/**
 * Places looked at for one reading, by the size of the answer: the most important, as many near the focus,
 * and some of the whole name.
 */
const mostRanks = (size: number) => Math.min(mostBrief, Math.max(20, 3 * size))
const mostNamed = (size: number) => Math.max(10, size)
/** Cells around the focus within which unimportant namesakes are looked for: 5 km, then 40 km across. */
const focusZooms = [14, 11] as const

/** What must be looked up for the readings besides their slots. */
export function keysToLook(readings: readonly Reading[], scope: SearchScope, sets: string[][]) {
  const keys = readings.flatMap(({ slots }) => slots.flatMap(keysOf))
  for (const reading of readings) {
    keys.push(nameKeyOf(reading))
    if (reading.country) keys.push(countryKey(reading.country))
  }
  const { focus } = scope
  if (focus) for (const zoom of focusZooms) keys.push(...cellsAround(focus, zoom))
  return [...keys, ...sets.flat()]
}

export function countryKey(country: string): string {
  return `${namespaces.country}:${country}`
}

/** The whole of a reading as a name. */
export function nameKeyOf({ slots }: Reading): string {
  return `${namespaces.name}:${slots.map(({ text }) => text).join(' ')}`
}

export interface RetrieveOptions {
  scope: SearchScope
  sets: readonly string[][]
  /** Of a text that may go on. */
  ahead?: OpenText | undefined
}

/** Places that meet all required slots of a reading, by any of the readings; in one round of reads. */
export async function retrieve(
  lexicon: Lexicon,
  readings: readonly Reading[],
  { scope, sets, ahead }: RetrieveOptions,
): Promise<Hits> {
  const plans = readings.map((one) => planOf(lexicon, one)).filter((plan) => plan !== undefined)
  const focus = scope.focus && plans.some(({ focused }) => focused) ? scope.focus : undefined
  const cells = focus ? focusZooms.map((zoom) => cellsAround(focus, zoom)) : []
  // What is met by one word alone, or by the whole name, is wanted from the best down.
  const alone = plans.filter(isAlone).flatMap(({ keys }) => keys)
  const together = plans.filter((plan) => !isAlone(plan)).flatMap(({ keys }) => keys)
  const best = [...alone, ...readings.map(nameKeyOf), ...(ahead?.names ?? [])]
  const narrowing = [...sets.flat(), ...cells.flat()]
  if (narrowing.length > 0) await lexicon.read([...together, ...narrowing, ...best])
  else await lexicon.read(together, best)

  const hits: Hits = new Map()
  const most = mostRanks(scope.size)
  const add = (hit: Hit, streams: () => readonly Stream[], near?: readonly string[]) =>
    addHits(hits, filtered(lexicon, streams(), near ? [...sets, near] : sets), most, hit)
  if (ahead) {
    const reading = readings[0]!
    const hit = { reading, trusted: new Set(reading.slots) }
    for (const near of [undefined, ...cells]) add(hit, () => [namedStream(lexicon, ahead)], near)
    const unknown = { reading, trusted: new Set<Slot>() }
    for (const { rank } of ahead.near) if (!hits.has(rank)) hits.set(rank, [unknown])
  }
  for (const reading of readings) {
    const named = lexicon.walk(nameKeyOf(reading), true)
    const hit = { reading, trusted: new Set(reading.slots) }
    if (named) addHits(hits, filtered(lexicon, [named], sets), mostNamed(scope.size), hit)
  }
  for (const { reading, required, focused } of plans) {
    const hit = { reading, trusted: new Set(required) }
    // Those of a kind are many, and would hide the few that have the word in their name.
    const named = required.map((slot) => lexicon.streamOf({ ...slot, categories: [] }))
    const hasKind = required.some(({ categories }) => categories.length > 0)
    if (hasKind && !named.includes(undefined)) add(hit, () => named.map((stream) => stream!))
    const streams = () => required.map((slot) => lexicon.streamOf(slot)!)
    const isComplete = add(hit, streams)
    if (!isComplete && focused) for (const near of cells) add(hit, streams, near)
  }
  return hits
}

/** Places whose whole name begins with the text. */
function namedStream(lexicon: Lexicon, { names, namedRanks }: OpenText): Stream {
  const walks = names.map((key) => lexicon.walk(key, true)).filter((walk) => walk !== undefined)
  return anyOf([...walks, listStream(namedRanks, true)])
}

/** Nothing when a set of the scope has no places. */
export function filtered(
  lexicon: Lexicon,
  streams: readonly Stream[],
  sets: readonly (readonly string[])[],
): Stream | undefined {
  const filters: Stream[] = []
  for (const set of sets) {
    const walks = set.map((key) => lexicon.walk(key, false)).filter((walk) => walk !== undefined)
    if (walks.length === 0) return undefined
    filters.push(anyOf(walks))
  }
  return allOf([...streams, ...filters])
}

function addHits(hits: Hits, stream: Stream | undefined, most: number, hit: Hit): boolean {
  if (!stream) return true
  const { ranks, complete } = ranksOf(stream, most)
  for (const rank of ranks) {
    const known = hits.get(rank)
    if (!known) hits.set(rank, [hit])
    else if (!known.some(({ reading }) => reading === hit.reading)) known.push(hit)
  }
  return complete
}
