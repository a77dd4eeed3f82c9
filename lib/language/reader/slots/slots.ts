import { isBetweenPlaces, isProfile } from '../forms.ts'
import type { PlaceLists } from '../places.ts'
import { maxAlternatives, placesOf } from '../places.ts'
import type { Intent, RefusalReason, Slots } from '../reading.ts'
import { isRoundWay } from './between-ends.ts'
import { matrixPlaces, tourPlaces } from './list-places.ts'
import {
  alternatesOf,
  avoidOf,
  contoursOf,
  departureOf,
  loopOf,
  milesOf,
  travelOf,
  unitsOf,
} from './manner.ts'
import { coreOf, routePlaces } from './route-places.ts'
import { searchPlaces } from './searches.ts'
import { centrePlace, heightPlaces } from './single-places.ts'
import type { SlotSource } from './slot-source.ts'

/** The slots of a request, or why it cannot be answered. */
export type SlotsResult = { slots: Slots; refusal?: undefined } | { refusal: RefusalReason }

/** Slots of `slots` whose value is defined. */
function defined<T extends object>(slots: T): T {
  return Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined)) as T
}

export function slotsOf(intent: Intent, source: SlotSource): SlotsResult {
  const result = builders[intent](source)
  if (!result) return { refusal: 'incomplete' }
  const { lists, rest, mustKnowLocation } = result
  const slots: Slots = {
    places: lists.first,
    otherPlaces: lists.others.slice(0, maxAlternatives),
    ...defined(rest),
  }
  const isHere = slots.places.some(({ kind }) => kind === 'here')
  if ((isHere || mustKnowLocation) && !source.hasLocation)
    return { refusal: 'relative_without_location' }
  return { slots }
}

interface Built {
  lists: PlaceLists
  rest: Omit<Slots, 'places' | 'otherPlaces'>
  mustKnowLocation?: boolean
}

const builders: Record<Intent, (source: SlotSource) => Built | undefined> = {
  route(source) {
    const roundTripKm = loopOf(source)
    const lists = roundTripKm ? originOfLoop(source) : routePlaces(source)
    if (!lists) return undefined
    const avoid = avoidOf(source)
    const origins = coreOf(source).mentions.map(({ sentence }) => sentence)
    const isReturn =
      !roundTripKm &&
      (isRoundWay(coreOf(source).mentions) ||
        source.sentences.some((sentence) => returnsToStart(sentence, lists.first)))
    return {
      lists,
      rest: {
        travel: travelOf(source),
        avoid: avoid.length > 0 ? avoid : undefined,
        units: unitsOf(source) ?? (roundTripKm ? milesOf(source) : undefined),
        departure: departureOf(source, [...origins, ...startSentences(source)]),
        alternates: alternatesOf(source),
        roundTripKm,
        returnToStart: isReturn || undefined,
      },
    }
  },
  optimize(source) {
    const tour = tourPlaces(source)
    if (!tour) return undefined
    const { places, isReturn } = tour
    return {
      lists: places,
      rest: {
        travel: travelOf(source),
        units: unitsOf(source),
        returnToStart: isReturn || undefined,
      },
    }
  },
  isochrone(source) {
    const lists = centrePlace(source)
    const contours = contoursOf(source)
    return (
      lists &&
      contours && { lists, rest: { contours, travel: travelOf(source), units: milesOf(source) } }
    )
  },
  elevation(source) {
    const here: PlaceLists = { first: [{ role: 'centre', kind: 'here' }], others: [] }
    const isHere =
      source.asking.unknownWords === 0 ||
      source.sentences.some(({ cues }) => cues.some(({ name }) => name === 'here'))
    const lists = heightPlaces(source) ?? (isHere ? here : undefined)
    if (!lists) return undefined
    return {
      lists,
      rest: {
        travel: travelOf({ ...source, sentences: [source.asking] }),
        elevation:
          isProfile(source.asking) || isBetweenPlaces(source.asking) ? 'profile' : 'points',
      },
    }
  },
  matrix(source) {
    const lists = matrixPlaces(source)
    return lists && { lists, rest: { travel: travelOf(source) } }
  },
  geocode(source) {
    const search = searchPlaces(source)
    if (!search) return undefined
    const { places, isRelative, category, size } = search
    return { lists: places, rest: { category, size }, mustKnowLocation: isRelative }
  },
  reverse_geocode(source) {
    const mentions = source.sentences.flatMap(({ mentions }) => mentions)
    const position = mentions.find(({ kind }) => kind === 'position')
    const here: PlaceLists = { first: [{ role: 'centre', kind: 'here' }], others: [] }
    const lists = position ? placesOf([position], 'centre', { ...source, isList: false }) : here
    return { lists, rest: {} }
  },
}

/** Whether a word for a return is one to the start: not `and then I walk back to Y`, where the way ends. */
function returnsToStart(
  { cues, mentions, tokens }: SlotSource['asking'],
  places: PlaceLists['first'],
): boolean {
  const last = places.at(-1)
  const end = last?.kind === 'named' ? last.text : undefined
  return cues.some((cue) => {
    if (cue.name !== 'return') return false
    const next = mentions.find(({ start }) => start >= cue.end)
    const between = next ? tokens.slice(cue.end, next.articleStart) : []
    const isEnd =
      next?.kind === 'named' &&
      (next.role === 'to' || next.role === 'end') &&
      between.length <= 4 &&
      end?.endsWith(tokens[next.end - 1]!.raw) === true
    return !isEnd
  })
}

function originOfLoop(source: SlotSource): PlaceLists | undefined {
  const lists = centrePlace(source)
  const here = { role: 'origin', kind: 'here' } as const
  if (!lists) return { first: [here], others: [] }
  const asOrigin = (list: PlaceLists['first']) =>
    list.map((slot) => ({ ...slot, role: 'origin' as const }))
  return { first: asOrigin(lists.first), others: lists.others.map(asOrigin) }
}

/** Sentences that say where somebody starts. */
const startSentences = ({ sentences }: SlotSource) =>
  sentences
    .filter(({ mentions }) => mentions.some(({ role }) => role === 'start' || role === 'presence'))
    .map(({ index }) => index)
