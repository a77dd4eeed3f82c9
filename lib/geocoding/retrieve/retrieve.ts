import { endOfPostings, namespaces } from '../../gazetteer/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import type { Slot } from '../interpret/query-term.ts'
import type { SearchScope } from '../query.ts'
import { cellsAround } from '../scope.ts'
import { allOf, docIdsOf, type FirstDocIds, listStream, type Stream } from './posting-iterator.ts'
import { anyOf } from './posting-union.ts'
import type { BegunNames, OpenText } from './prefixes.ts'
import { type Plan, planOf, streamsOf, wholePlan } from './read-plan.ts'
import { keysOf, type Lexicon } from './term-cache.ts'

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
const maxDocIds = (size: number) => Math.min(256, Math.max(20, 3 * size))
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

/** A filter that leaves nearly everything is not worth reading: the records are asked in the end. */
const nearlyAll = 0.5

/**
 * Places that meet all required slots of a reading, by any of the readings; in one round of reads, and
 * another where more had to be read than was foreseen.
 */
export async function retrieve(
  lexicon: Lexicon,
  readings: readonly Reading[],
  { scope, sets, ahead }: RetrieveOptions,
): Promise<Hits> {
  const filters = sets.filter((set) => lexicon.shareOf(set) < nearlyAll)
  const spare = filters.length < sets.length ? 2 : 1
  const most = spare * maxDocIds(scope.size)
  const share = filters.reduce((all, set) => all * lexicon.shareOf(set), 1)
  const plans = readings
    .map((one) => planOf(lexicon, one, { most, share }))
    .filter((plan) => plan !== undefined)
  const focus = scope.focus && plans.some(({ focused }) => focused) ? scope.focus : undefined
  const cells = focus ? focusZooms.map((zoom) => cellsAround(focus, zoom)) : []
  const names = [...readings.map(nameKeyOf), ...(ahead?.begun ?? []).flatMap(({ names }) => names)]
  await lexicon.readUntil([
    // What is near may stand anywhere in a list.
    ...plans.flatMap(({ wants, focused }) =>
      [...wants].map(([key, below]) => [key, focus && focused ? endOfPostings : below] as const),
    ),
    ...names.map((key) => [key, endOfPostings] as const),
    ...[...filters, ...cells].flat().map((key) => [key, endOfPostings] as const),
  ])

  const hits: Hits = new Map()
  const first = (
    streams: readonly Stream[],
    limit: number,
    near?: readonly string[],
    any = false,
  ) => {
    const stream = filtered(lexicon, streams, near ? [...filters, near] : filters)
    return stream ? docIdsOf(stream, limit, { any, budget: lexicon.budget }) : none
  }
  const add = (hit: Hit, streams: readonly Stream[], limit: number, near?: readonly string[]) => {
    const found = first(streams, limit, near)
    addHits(hits, found.docIds, hit)
    return found
  }
  if (ahead) {
    for (const begun of ahead.begun) {
      const hit = { reading: begun.reading, trusted: new Set(begun.reading.slots) }
      for (const near of [undefined, ...cells]) add(hit, [namedStream(lexicon, begun)], most, near)
    }
    const unknown = { reading: readings[0]!, trusted: new Set<Slot>() }
    for (const docId of ahead.near) if (!hits.has(docId)) hits.set(docId, [unknown])
  }
  for (const reading of readings) {
    const named = lexicon.walk(nameKeyOf(reading), true)
    const hit = { reading, trusted: new Set(reading.slots) }
    if (named) add(hit, [named], spare * mostNamed(scope.size))
  }
  /** Whether what was read of the lists was enough. */
  const collect = (plan: Plan): boolean => {
    const { reading, required, unread, focused } = plan
    const hit = { reading, trusted: new Set(required) }
    const streams = streamsOf(lexicon, plan)
    if (!streams) return true
    if (unread) {
      // What a place has of its own may be among what its record is asked about.
      const { docIds, complete } = first(streams, most, undefined, true)
      if (complete) addHits(hits, docIds, hit)
      return complete
    }
    // Those of a kind are many, and would hide the few that have the word in their name.
    const hasKind = required.some(({ categories }) => categories.length > 0)
    const named = hasKind && streamsOf(lexicon, plan, (slot) => ({ ...slot, categories: [] }))
    const byName = named ? add(hit, named, most) : none
    const { complete, starved } = add(hit, streams, most)
    if (!complete && focused) {
      for (const near of cells) add(hit, streamsOf(lexicon, plan)!, most, near)
    }
    return !starved && !byName.starved
  }
  const wanting: Plan[] = []
  for (const plan of plans) {
    if (!collect(plan)) wanting.push(wholePlan(lexicon, plan))
    await lexicon.pause()
  }
  if (wanting.length > 0) {
    await lexicon.readUntil(wanting.flatMap(({ wants }) => [...wants]))
    for (const plan of wanting) {
      collect(plan)
      await lexicon.pause()
    }
  }
  return hits
}

const none: FirstDocIds = { docIds: [], complete: true, starved: false }

/** Places whose whole name begins with the text. */
function namedStream(lexicon: Lexicon, { names, docIds }: BegunNames): Stream {
  const walks = names.map((key) => lexicon.walk(key, true)).filter((walk) => walk !== undefined)
  return anyOf([...walks, listStream(docIds, true)])
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
  return allOf([...streams, ...filters], lexicon.budget)
}

function addHits(hits: Hits, docIds: readonly number[], hit: Hit): void {
  for (const docId of docIds) {
    const known = hits.get(docId) ?? []
    const same = known.findIndex(({ reading }) => reading === hit.reading)
    if (same < 0) hits.set(docId, [...known, hit])
    else if (known[same]!.trusted.size < hit.trusted.size) known[same] = hit
  }
}
