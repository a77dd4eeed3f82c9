import { isDeepStrictEqual } from 'node:util'
import type { PlaceSlot, Slots } from '#language/reader'
import type { Expected, ExpectedPlace, ExpectedSlots } from './questions.ts'

/** What became of a question: the slots with the places that were settled, or an error. */
export type Outcome =
  | { intent: string; slots: Slots; error?: undefined }
  | { error: string; intent?: string | undefined; unresolved?: readonly string[] }

export interface Judgement {
  /** The right operation; of a refusal, that it was refused. */
  intent: boolean
  /** Every slot as expected, and no other. */
  slots: boolean
  /** Answered, although nothing can answer it. */
  answeredRefusal: boolean
}

export function judge(expected: Expected, outcome: Outcome): Judgement {
  if (expected.error === 'ambiguous_query') {
    const isRefused = outcome.error === 'ambiguous_query'
    return { intent: isRefused, slots: isRefused, answeredRefusal: !outcome.error }
  }
  const intent = outcome.intent === expected.intent && outcome.error !== 'ambiguous_query'
  if (expected.error) {
    const slots =
      intent &&
      isDeepStrictEqual(
        outcome.error && outcome.unresolved?.map(fold),
        expected.unresolved.map(fold),
      )
    return { intent, slots, answeredRefusal: false }
  }
  const slots = intent && 'slots' in outcome && hasSlots(outcome.slots, expected)
  return { intent, slots, answeredRefusal: false }
}

const compared = [
  'travel',
  'contours',
  'units',
  'departure',
  'alternates',
  'roundTripKm',
  'returnToStart',
  'size',
] as const

function hasSlots(slots: Slots, expected: ExpectedSlots): boolean {
  return (
    hasPlaces(slots, expected) &&
    compared.every((name) => isDeepStrictEqual(slots[name], expected[name])) &&
    isDeepStrictEqual(slots.avoid?.toSorted() ?? [], expected.avoid?.toSorted() ?? [])
  )
}

function hasPlaces(
  { places, category }: Slots,
  { intent, text, ...expected }: ExpectedSlots,
): boolean {
  const of = (role: string) => places.filter((place) => place.role === role)
  if (intent === 'matrix') {
    return areSame(of('source'), expected.sources) && areSame(of('target'), expected.targets)
  }
  if (!text) return areSame(places, expected.places)
  const asList = (place: ExpectedPlace | undefined) => (place === undefined ? [] : [place])
  return (
    areSame(of('name'), asList(text.name)) &&
    areSame(of('near'), asList(text.near)) &&
    (text.category === undefined ? !category : category?.ids.includes(text.category) === true)
  )
}

function areSame(places: readonly PlaceSlot[], expected: readonly ExpectedPlace[] = []): boolean {
  return (
    places.length === expected.length && places.every((place, i) => isSame(place, expected[i]!))
  )
}

function isSame(place: PlaceSlot, expected: ExpectedPlace): boolean {
  if (expected === 'here') return place.kind === 'here'
  if (typeof expected === 'string')
    return place.kind === 'named' && fold(place.text) === fold(expected)
  if (place.kind !== 'position') return false
  const { lat, lon } = place.position
  return Math.abs(lat - expected.lat) < 1e-4 && Math.abs(lon - expected.lon) < 1e-4
}

const fold = (text: string) => text.normalize('NFC').replace(/’/g, "'")
