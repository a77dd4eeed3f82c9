import { distanceMeters, type LatLon } from '#ground/geo'
import type { SearchResult } from '#places/search'
import type { PlaceSlot } from '../reader/index.ts'
import { pickClosestTogether } from './closest-together.ts'
import { selectBestDivision } from './division.ts'
import { isWide } from './main-town.ts'
import { PlaceSearch, type PlaceSearchOptions } from './place-search.ts'
import type { ResolvedPlace, UnresolvedPlace, UnresolvedPlaces } from './resolved-place.ts'
import type { SlotCandidates } from './slot-candidates.ts'
import { findNamesakes } from './sure-results.ts'

export interface ResolveContext extends PlaceSearchOptions {
  /** Position of the caller: the meaning of `here`, and the point near which namesakes are preferred. */
  location?: LatLon | undefined
  warn(text: string): void
}

/** The places of a query with their positions, or the unknown places, or a request relative to an unknown position. */
export type Resolution =
  | { places: readonly ResolvedPlace[]; missing?: undefined; isRelative?: undefined }
  | { missing: UnresolvedPlaces; isRelative?: undefined }
  /** A kind of place (`a pharmacy`) without any place that it could be near. */
  | { isRelative: true; missing?: undefined }

type Named = Extract<SlotCandidates, { kind: 'named' }>
type Category = Extract<SlotCandidates, { kind: 'category' }>

/** Maximum number of namesakes of one name that are compared by distance. */
const maxNamesakes = 10

/**
 * Resolves the places of a query together. Among several divisions of the text it uses the one with the highest
 * confidence. Among namesakes it picks the places that lie closest together and to the caller. A kind of place
 * becomes the one nearest to the named place before it, else after it, else to the caller. Uncertain places stay
 * unresolved.
 *
 * Throws `service_unavailable`.
 */
export async function resolvePlaces(
  divisions: readonly (readonly PlaceSlot[])[],
  context: ResolveContext,
): Promise<Resolution> {
  const { location, warn } = context
  const search = new PlaceSearch(context)
  const { candidates } = await selectBestDivision(divisions, { search, location })
  const places = candidates.map(toFixedPlace)
  await placeNamed(candidates, places, { search, location, warn })

  const unresolved = new Map<SlotCandidates, UnresolvedPlace>()
  const categories = candidates.filter((candidate) => candidate.kind === 'category')
  const isRelative = location === undefined && places.every((place) => place === undefined)
  const isUnknown = candidates.some(({ kind }, i) => kind === 'named' && !places[i])
  if (categories.length > 0 && isRelative && !isUnknown) return { isRelative }
  const settled = [...places]
  await Promise.all(
    categories.map(async (category) => {
      const at = candidates.indexOf(category)
      const near = findAnchor(places, at) ?? location
      const found = near && (await findNearest(category, near, search))
      if (found) settled[at] = found
    }),
  )
  for (const [i, candidate] of candidates.entries()) {
    if (settled[i]) continue
    const unsure = candidate.kind === 'named' ? candidate.unsure : undefined
    unresolved.set(candidate, { text: candidate.text, ...(unsure && { unsure }) })
  }
  const resolved = settled.filter((place) => place !== undefined)
  if (unresolved.size > 0) {
    const byText = new Map([...unresolved.values()].map((place) => [place.text, place]))
    return { missing: { resolved, unresolved: [...byText.values()] } }
  }
  return { places: resolved }
}

function toFixedPlace(candidate: SlotCandidates): ResolvedPlace | undefined {
  if (candidate.kind !== 'fixed') return undefined
  const { slot, text, position } = candidate
  return { role: slot.role, text, position }
}

interface PlacingOptions {
  search: PlaceSearch
  location: LatLon | undefined
  warn(text: string): void
}

/** Namesakes farther apart than this are different places, not a square and its station. */
const maxSamePlaceMeters = 500

/** Fills in the named places, choosing the namesakes that lie closest together. */
async function placeNamed(
  candidates: readonly SlotCandidates[],
  places: (ResolvedPlace | undefined)[],
  { search, location, warn }: PlacingOptions,
): Promise<void> {
  const open: { at: number; named: Named; results: SearchResult[] }[] = []
  for (const [at, named] of candidates.entries()) {
    if (named.kind !== 'named' || named.results.length === 0) continue
    const results = findNamesakes(named.results, named.text)
    if (results.length > 1) open.push({ at, named, results })
    else places[at] = await toResolvedPlace(named, results[0]!, search)
  }
  if (open.length === 0) return
  const known = places.flatMap((found) => (found ? [found.position] : []))
  const [near] = known
  const groups = await Promise.all(
    open.map(async ({ named, results }) => {
      // The list of results may end before the namesakes near the other places.
      const isCut = near && !location && results.length === named.results.length
      const around = isCut
        ? findNamesakes(await search.find(named.text, near), named.text)
        : results
      return around.slice(0, maxNamesakes)
    }),
  )
  const fixed = location ? [location, ...known] : known
  const positions = groups.map((group) => group.map(({ at }) => at))
  const indices = pickClosestTogether(positions, fixed)
  for (const [i, { at, named }] of open.entries()) {
    places[at] = await toResolvedPlace(named, groups[i]![indices[i]!]!, search)
  }
  const [first] = positions
  const isApart = first!.some((at) => distanceMeters(at, first![0]!) > maxSamePlaceMeters)
  if (fixed.length === 0 && open.length === 1 && isApart) {
    warn('a name is that of several places: the most important one was taken; say its town')
  }
}

/** Converts a result to a place of the query. A route to a region leads to its main town. */
async function toResolvedPlace(
  { slot, text }: Named,
  result: SearchResult,
  search: PlaceSearch,
): Promise<ResolvedPlace> {
  const town = isWide(result.place) ? await search.mainTown(result.place) : undefined
  const position = town ? { lat: town.lat, lon: town.lon } : result.at
  return { role: slot.role, text, position, result }
}

/** Returns the position of the closest located place in the text: before a kind of place, else after it. */
function findAnchor(
  places: readonly (ResolvedPlace | undefined)[],
  at: number,
): LatLon | undefined {
  const before = places.slice(0, at).findLast((place) => place !== undefined)
  return (before ?? places.slice(at + 1).find((place) => place !== undefined))?.position
}

async function findNearest(
  { slot, text }: Category,
  near: LatLon,
  search: PlaceSearch,
): Promise<ResolvedPlace | undefined> {
  const [result] = await search.find(text, near)
  return result && { role: slot.role, text, position: result.at, result }
}
