import {
  type ContourSlot,
  evidenceIn,
  type Intent,
  type PlaceRole,
  type PlaceSlot,
  type QueryEvidence,
  type Reading,
  type Slots,
} from '../reader/index.ts'
import { ModelFault } from './fault.ts'
import type { SlotReply } from './slot-schema.ts'

/** Roles of the places of each intent, in the order that its operation expects. */
const intentRoles: Record<Intent, readonly PlaceRole[]> = {
  route: ['origin', 'via', 'destination'],
  optimize: ['origin', 'stop', 'destination'],
  isochrone: ['centre'],
  elevation: ['centre'],
  matrix: ['source', 'target'],
  geocode: ['name', 'near'],
  reverse_geocode: ['centre'],
}

/** Maximum number of results of a search. */
const maxSize = 40

/**
 * Converts the slots that a model filled in to a reading. Places are the query's own words. Numbers and times that do
 * not occur in the query are left out.
 *
 * @throws ModelFault `unfounded` when a place, or a number that the intent needs, does not occur in the query;
 * `malformed` when the places do not fit the intent.
 */
export function checkReading(
  reply: SlotReply,
  query: string,
  { hasLocation }: { hasLocation: boolean },
): Reading {
  const evidence = evidenceIn(query)
  const { language } = evidence
  const { intent } = reply
  const refuse = (refusal: NonNullable<SlotReply['refusal']>, places: PlaceSlot[]): Reading => ({
    language,
    refusal,
    places,
    ...(intent && { intent }),
  })
  const places = reply.places.map((place) => toPlaceSlot(place, evidence))
  if (reply.refusal === 'relative_without_location' && hasLocation) {
    throw new ModelFault('malformed', 'the reading misses a location that is known')
  }
  if (reply.refusal) return refuse(reply.refusal, places)
  if (!intent) throw new ModelFault('malformed', 'the reading has neither intent nor refusal')
  const slots = buildSlots(intent, { reply, places, evidence })
  if (!slots) return refuse('incomplete', places)
  const isRelative = slots.places.some(({ kind }) => kind === 'here')
  if (isRelative && !hasLocation) return refuse('relative_without_location', places)
  return { language, intent, slots }
}

function toPlaceSlot(
  { role, text }: SlotReply['places'][number],
  evidence: QueryEvidence,
): PlaceSlot {
  if (text === null) return { role, kind: 'here' }
  const position = evidence.positionLike(text)
  if (position) return { role, kind: 'position', ...position }
  const own = evidence.textLike(text)
  if (own !== undefined) return { role, kind: 'named', text: own, otherTexts: [] }
  throw new ModelFault('unfounded', 'a place of the reading does not stand in the query')
}

interface Source {
  reply: SlotReply
  places: readonly PlaceSlot[]
  evidence: QueryEvidence
}

/** Returns the slots of an intent, or undefined when a required slot is missing. */
function buildSlots(intent: Intent, source: Source): Slots | undefined {
  const { reply, evidence } = source
  const roles = intentRoles[intent]
  if (source.places.some(({ role }) => !roles.includes(role))) {
    throw new ModelFault('malformed', 'the reading has a place that its intent does not take')
  }
  const inOrder = roles.flatMap((role) => source.places.filter((place) => place.role === role))
  const count = (role: PlaceRole) => inOrder.filter((place) => place.role === role).length
  if (count('origin') > 1 || count('destination') > 1) {
    throw new ModelFault('malformed', 'the reading has two origins or destinations')
  }
  const base = { places: inOrder, otherPlaces: [] }
  const travel = reply.travel ? { travel: reply.travel } : {}
  switch (intent) {
    case 'route': {
      const manner = { ...travel, ...buildRouteManner(source) }
      const hasOrigin = count('origin') === 1
      const origin: PlaceSlot[] = hasOrigin ? [] : [{ role: 'origin', kind: 'here' }]
      const isWhole = count('destination') === 1 || manner.roundTripKm !== undefined
      return isWhole ? { ...base, places: [...origin, ...inOrder], ...manner } : undefined
    }
    case 'optimize':
      return count('origin') === 1 && count('stop') > 0
        ? { ...base, ...travel, ...pickUnits(reply), ...pickReturn(reply) }
        : undefined
    case 'isochrone': {
      const contours = pickContours(reply, evidence)
      return inOrder.length === 1 && contours.length > 0
        ? { ...base, ...travel, contours }
        : undefined
    }
    case 'elevation':
      return inOrder.length > 0 ? { ...base, elevation: reply.elevation ?? 'points' } : undefined
    case 'matrix':
      return count('source') > 0 && count('target') > 0 ? { ...base, ...travel } : undefined
    case 'geocode':
      return buildSearchSlots({ ...source, places: inOrder })
    case 'reverse_geocode':
      return inOrder.length === 1 ? base : undefined
  }
}

function buildRouteManner({ reply, evidence }: Source): Omit<Slots, 'places' | 'otherPlaces'> {
  const { departure, alternates, round_trip_kilometers: loop, avoid } = reply
  const hasAlternates =
    alternates !== null && [1, 2, 3].includes(alternates) && evidence.hasNumber(alternates)
  return {
    ...(avoid.length > 0 && { avoid: [...new Set(avoid)] }),
    ...pickUnits(reply),
    ...(departure && evidence.hasTime(departure) && { departure }),
    ...(hasAlternates && { alternates }),
    ...(loop && loop > 0 && evidence.hasKilometers(loop) && { roundTripKm: loop }),
    ...pickReturn(reply),
  }
}

const pickUnits = ({ units }: SlotReply) => (units ? { units } : {})

const pickReturn = (reply: SlotReply) =>
  reply.return_to_start ? ({ returnToStart: true } as const) : {}

function pickContours({ contours }: SlotReply, evidence: QueryEvidence): ContourSlot[] {
  const founded = contours.flatMap(({ minutes, kilometers }): ContourSlot[] => {
    if (minutes && minutes > 0 && evidence.hasMinutes(minutes)) return [{ time: minutes }]
    if (kilometers && kilometers > 0 && evidence.hasKilometers(kilometers))
      return [{ distance: kilometers }]
    return []
  })
  if (contours.length > 0 && founded.length === 0) {
    throw new ModelFault('unfounded', 'an amount of the reading does not stand in the query')
  }
  return founded
}

/** Returns the slots of a search: a name, or a kind of place with the place that it should be near. */
function buildSearchSlots({ reply, places, evidence }: Source): Slots | undefined {
  const text = reply.category === null ? undefined : evidence.textLike(reply.category)
  if (reply.category !== null && text === undefined) {
    throw new ModelFault('unfounded', 'the category of the reading does not stand in the query')
  }
  const ids = text === undefined ? [] : evidence.categoriesOf(text)
  if (text === undefined || ids.length === 0) {
    // A kind of place without a category is looked up by its name.
    const name: PlaceSlot[] =
      text === undefined ? [] : [{ role: 'name', kind: 'named', text, otherTexts: [] }]
    const all = [...name, ...places]
    return all.some(({ role, kind }) => role === 'name' && kind !== 'here')
      ? { places: all, otherPlaces: [] }
      : undefined
  }
  const near = places.filter(({ role }) => role === 'near')
  const { size } = reply
  const hasSize =
    size !== null &&
    Number.isInteger(size) &&
    size >= 1 &&
    size <= maxSize &&
    evidence.hasNumber(size)
  return {
    places: near.length > 0 ? near.slice(0, 1) : [{ role: 'near', kind: 'here' }],
    otherPlaces: [],
    category: { ids, text },
    ...(hasSize && { size }),
  }
}
