import { type Bounds, distanceMeters, type LatLon } from '#ground/geo'
import type { Gazetteer, Nearby, NearOptions, Place, ReadOptions } from '#places/gazetteer'
import type { SearchScope } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'

/** Categories that a text names. */
export interface NamedCategories {
  categories: readonly string[]
  /** Corrected letters. */
  edits: number
  /** Letters of the text, where it is nothing but the category (default: many). */
  letters?: number
  /** The text is also the name of a town or region of the world. */
  isTownCategory?: boolean
}

/** Confidence and kind of a match by category alone. */
export function categoryMatchOf({
  edits,
  letters = Number.POSITIVE_INFINITY,
  isTownCategory = false,
}: NamedCategories) {
  return confidenceOf({ type: 'venue', edits, letters, isTownCategory })
}

export interface Disc extends LatLon {
  radiusMeters: number
}

export interface VenuesNear {
  near: LatLon
  /** Tried one after another, until one has results. */
  radii: readonly number[]
  size: number
  /** Whether a venue may be a result (default: all). */
  accepts?: ((place: Place, at: LatLon) => boolean) | undefined
  /** No venue outside it is accepted. */
  within?: Disc | undefined
}

/** Venues read in one search, at most. */
export const maxVenues = 500
/** Further venues read first, for duplicates. */
const duplicates = 4
/** Times as many are read first where only some are accepted. */
const acceptedFactor = 3
/** Times as many are read next. */
const growth = 4

/** Around a position the nearest venues are wanted, however far up to here. */
export const maxRadiusMeters = 50_000
/** Over half the Earth's circumference: no limit. */
export const globeMeters = 20_100_000
/** Radii tried one after another, beside a first one. */
const wideRadiiMeters = [5_000, 10_000, 25_000, maxRadiusMeters] as const

/** A first radius and the wider ones to try after it, up to 50 km. */
export function radiiFrom(firstMeters: number): number[] {
  return [firstMeters, ...wideRadiiMeters.filter((radius) => radius > firstMeters)]
}

/** The results of the first radius that has some. */
export async function firstOf(
  radii: readonly number[],
  find: (radiusMeters: number) => Promise<SearchResult[]>,
): Promise<SearchResult[]> {
  for (const radiusMeters of radii) {
    const results = await find(radiusMeters)
    if (results.length > 0) return results
  }
  return []
}

/**
 * Venues of the categories around a point, nearest first and without duplicates, each with its distance: those that
 * are accepted among the {@link maxVenues} nearest.
 */
export async function nearestVenues(
  gazetteer: Gazetteer,
  named: NamedCategories,
  { near, radii, size, accepts, within }: VenuesNear,
  readOptions: ReadOptions,
): Promise<SearchResult[]> {
  const { categories } = named
  if (categories.length === 0 || size < 1) return []
  const firstLimit = (accepts ? acceptedFactor : 1) * size + duplicates
  return firstOf(radii, async (radiusMeters) => {
    const options = { ...readOptions, radiusMeters, types: ['venue'] as const, categories }
    let results: SearchResult[] = []
    for await (const nearby of batches(gazetteer, near, { options, firstLimit, within })) {
      const accepted = accepts ? nearby.filter(({ place, at }) => accepts(place, at)) : nearby
      results = withoutDuplicates(
        accepted.map((venue) => ({ ...venue, ...categoryMatchOf(named) })),
      )
      if (results.length >= size) break
    }
    return results.slice(0, size)
  })
}

interface Batches {
  options: Omit<NearOptions, 'limit'>
  firstLimit: number
  within: Disc | undefined
}

/** The places nearest to a point, ever more of them. From outside the disc, those nearest to its middle. */
async function* batches(
  gazetteer: Gazetteer,
  near: LatLon,
  { options, firstLimit, within }: Batches,
): AsyncGenerator<readonly Nearby[]> {
  const { radiusMeters } = options
  const meters = within && distanceMeters(near, within)
  if (within && meters! > within.radiusMeters) {
    const inDisc = { ...options, radiusMeters: within.radiusMeters, limit: maxVenues }
    const nearby = await gazetteer.near(within, inDisc)
    yield nearby
      .map((found) => ({ ...found, distanceMeters: distanceMeters(near, found.at) }))
      .filter((found) => found.distanceMeters <= radiusMeters)
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.place.docId - b.place.docId)
    return
  }
  const reachMeters = within ? Math.min(radiusMeters, meters! + within.radiusMeters) : radiusMeters
  for (let limit = firstLimit; ; limit = Math.min(maxVenues, growth * limit)) {
    const nearby = await gazetteer.near(near, { ...options, radiusMeters: reachMeters, limit })
    yield nearby
    if (nearby.length < limit || limit >= maxVenues) return
  }
}

/** Venues of the categories in the scope around a point. */
export async function nearestVenuesInScope(
  gazetteer: Gazetteer,
  categories: NamedCategories,
  around: Pick<VenuesNear, 'near' | 'radii'>,
  scope: SearchScope,
  readOptions: ReadOptions,
): Promise<SearchResult[]> {
  if (!mayBeVenues(scope)) return []
  const { size, countries, rectangle, circle } = scope
  const isFiltered = countries || rectangle || circle
  const accepts = isFiltered && ((place: Place, at: LatLon) => isInScope(place, at, scope))
  const within = discOfScope(scope)
  return nearestVenues(gazetteer, categories, { ...around, size, accepts, within }, readOptions)
}

/**
 * Venues of the categories around a position, nearest first: all of a scope's rectangle or circle is searched, or else
 * up to {@link maxRadiusMeters}.
 */
export function venuesAroundPosition(
  gazetteer: Gazetteer,
  categories: NamedCategories,
  near: LatLon,
  scope: SearchScope,
  readOptions: ReadOptions,
): Promise<SearchResult[]> {
  const { rectangle, circle } = scope
  const radii = [rectangle || circle ? globeMeters : maxRadiusMeters]
  return nearestVenuesInScope(gazetteer, categories, { near, radii }, scope, readOptions)
}

/** A disc that covers the rectangle or circle of a scope, the smaller where there are both. */
export function discOfScope({ rectangle, circle }: SearchScope): Disc | undefined {
  return smallerDisc(circle, rectangle && discOf(rectangle))
}

export function smallerDisc(a: Disc | undefined, b: Disc | undefined): Disc | undefined {
  return a && b ? (a.radiusMeters <= b.radiusMeters ? a : b) : (a ?? b)
}

/** Whether venues are among the types of a scope. */
export function mayBeVenues({ types }: SearchScope): boolean {
  return !types?.length || types.includes('venue')
}

/** Larger boxes are nearly everywhere, and on a globe the corners are not farthest from the middle. */
const maxDiscDegrees = 20

/** A disc that covers a box; undefined for too large a box. */
export function discOf(
  { min_lat, min_lon, max_lat, max_lon }: Bounds,
  middle = { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 },
): Disc | undefined {
  if (Math.max(max_lat - min_lat, max_lon - min_lon) > maxDiscDegrees) return undefined
  const corners = [min_lat, max_lat].flatMap((lat) =>
    [min_lon, max_lon].map((lon) => ({ lat, lon })),
  )
  const { lat, lon } = middle
  const radiusMeters = Math.max(...corners.map((corner) => distanceMeters(middle, corner)))
  return { lat, lon, radiusMeters }
}
