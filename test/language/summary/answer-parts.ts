import fc from 'fast-check'
import type { LatLon } from '#ground/geo'
import { type PlaceRole, readerLanguages } from '#language/reader'
import type { Answered } from '#language/summary'
/** The true values that an answer holds or that follow from it, in SI units. */
export interface Truth {
  distances: number[]
  heights: number[]
  seconds: number[]
  areas: number[]
  shares: number[]
  counts: number[]
  positions: LatLon[]
  /** Values of the request, which are not rounded. */
  askedMinutes: number[]
  askedMeters: number[]
}

export interface Case {
  answered: Answered
  truth: Truth
}

export const noTruth: Truth = {
  distances: [],
  heights: [],
  seconds: [],
  areas: [],
  shares: [],
  counts: [],
  positions: [],
  askedMinutes: [],
  askedMeters: [],
}

/** Names without digits, of any other characters: those of texts among them. */
export const name = fc.oneof(
  fc.constantFrom(
    'Vorkal',
    "L'Aldosa",
    'Pas de la Casa',
    '{distance}',
    '$&',
    'a – b',
    'Dr.',
    '« x »',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !/\p{N}/u.test(text) && /\p{L}/u.test(text)),
)

export const degrees = (max: number) =>
  fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((micro) => micro / 1e6 + 0)
export const position = fc.record({ lat: degrees(80), lon: degrees(179) })
export const place = fc.record({ name, position })
export const meters = fc.oneof(
  fc.double({ min: 0, max: 3000, noNaN: true }),
  fc.double({ min: 0, max: 5e6, noNaN: true }),
)
export const seconds = fc.oneof(fc.nat(7200), fc.nat(500_000))
export const height = fc.double({ min: -400, max: 8000, noNaN: true })
export const climb = fc.double({ min: 0, max: 9000, noNaN: true })
export const travel = fc.constantFrom('auto', 'bicycle', 'pedestrian', 'bus', 'truck')

export type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

export const head = fc.record({
  language: fc.constantFrom(...readerLanguages),
  units: fc.constantFrom('kilometers' as const, 'miles' as const),
})
export const placesAs = (role: PlaceRole, places: readonly { name: string; position: LatLon }[]) =>
  places.map((place) => ({ role, text: place.name, ...place }))

/** A difference of values as they are written: to minutes, to metres or feet. */
export const differences = (values: readonly number[], step: number) =>
  values.flatMap((a) =>
    values.map((b) => Math.abs(Math.round(a / step) - Math.round(b / step)) * step),
  )
