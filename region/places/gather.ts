import { categoriesOfTags } from '../../lib/categories/index.ts'
import type { SourcePlace } from '../../lib/gazetteer/index.ts'
import { OsmSource } from '../osm/index.ts'
import { type AdminArea, toPlace } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { collect } from './collect.ts'
import { assignHouses, streetNameOf } from './houses.ts'
import { bases, importanceOf } from './importance.ts'
import { findIntersections } from './intersections.ts'
import { cleanName } from './names.ts'
import type { OsmFeature } from './osm-feature.ts'
import { Partitions } from './partitions.ts'
import { simplified } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { PostcodeList } from './postcodes.ts'
import { isNamedHouse, isStreet, isVenue } from './selection.ts'
import { StreetFinder } from './street-finder.ts'
import { joinStreets, toStreetPlace } from './streets.ts'
import { isRiver, makeVenues } from './venues.ts'

export interface GatherPlacesOptions {
  /** For files on the way; nothing is left in it. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the work that is done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Told what is missing in the data, in a sentence. */
  onWarning?: ((text: string) => void) | undefined
}

/** Only where a river is, not how it bends, is asked of it. */
const riverToleranceMeters = 50
/** Share of the work that reading the files is. */
const readingShare = 0.6

/**
 * The places of OpenStreetMap extracts: areas first, the widest before the narrower, then streets,
 * intersections, addresses and venues by regions of the map, then postcodes. Equal files give equal
 * places in equal order. Needs some 16 bytes of memory for each node of what is kept, all areas, and
 * one region of the map at a time.
 *
 * @param osmPaths `.osm.pbf` files; what is in several of them comes once.
 * @throws RegionError for damaged files, and the reason of the signal.
 */
export async function* gatherPlaces(
  osmPaths: readonly string[],
  options: GatherPlacesOptions,
): AsyncGenerator<SourcePlace> {
  const { folder, signal, onProgress, onWarning } = options
  const partitions = new Partitions(folder)
  try {
    const { areas, visitFeatures } = await collect(new OsmSource(osmPaths), {
      signal,
      onProgress: (fraction) => onProgress?.(fraction * readingShare),
    })
    const numbering = new PlaceNumbering(areas)
    const postcodes = new PostcodeList()
    for (const area of areas.list) {
      const code = cleanPostcode(
        area.tags.postal_code ?? area.tags['addr:postcode'],
        area.countryCode,
      )
      if (code) postcodes.add(code, area.countryCode, area.at)
    }
    /** Rivers are few and long, so they are worked on together. */
    const rivers: OsmFeature[] = []
    await visitFeatures(async (feature, localityAt) => {
      if (numbering.takes(feature)) return
      if (feature.line && isRiver(feature.tags) && !isStreet(feature.tags)) {
        const line = simplified(feature.line, riverToleranceMeters)
        const { nodes: _, ...river } = { ...feature, line }
        rivers.push(river)
        return
      }
      await partitions.add(localityAt, feature)
    })
    numbering.settle()
    const warning = cutOffWarning(areas.withoutShape)
    if (warning) onWarning?.(warning)
    yield* areaPlaces(areas)
    let done = 0
    const total = partitions.count
    for await (const features of partitions.all()) {
      signal?.throwIfAborted()
      yield* regionPlaces(features, areas, postcodes)
      onProgress?.(readingShare + (1 - readingShare) * (++done / (total + 1)))
    }
    yield* makeVenues(rivers)
    yield* postcodes.places(areas)
    onProgress?.(1)
  } finally {
    await partitions.remove()
  }
}

function cutOffWarning(count: number): string | undefined {
  if (count === 0) return undefined
  const areas = count === 1 ? '1 administrative area is' : `${count} administrative areas are`
  return `${areas} cut off at the edge of the extract: what lies there is told from addresses and distances.`
}

function* areaPlaces({ list, countries }: Areas): Generator<SourcePlace> {
  const used = countries.used
  for (const area of list) {
    const country = area.parents.find(({ type }) => type === 'country')
    if (country) used.add(country)
  }
  const onMap = list.filter(({ type }) => type === 'country')
  const others = [...used].filter((area) => !onMap.includes(area))
  others.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const area of [...onMap, ...others]) yield toPlace(area)
  for (const area of list) if (area.type !== 'country') yield toPlace(area)
}

/** Addresses that go by the name of a place without streets: the place takes them. */
class PlaceNumbering {
  readonly #areas: Areas
  readonly #byArea = new Map<AdminArea, OsmFeature[]>()

  constructor(areas: Areas) {
    this.#areas = areas
  }

  /** Whether this is such an address and nothing else. */
  takes(feature: OsmFeature): boolean {
    const { tags, at } = feature
    const name = cleanName(tags['addr:place'])
    if (!name || !tags['addr:housenumber'] || streetNameOf(feature)) return false
    const area = this.#areas.hierarchy.called(name, at)
    if (!area) return false
    const own = this.#byArea.get(area)
    if (own) own.push(feature)
    else this.#byArea.set(area, [feature])
    return !isVenue(tags)
  }

  settle(): void {
    for (const [area, features] of this.#byArea)
      assignHouses(features, new StreetFinder([]), () => area)
  }
}

function* regionPlaces(
  features: readonly OsmFeature[],
  areas: Areas,
  postcodes: PostcodeList,
): Generator<SourcePlace> {
  const streets = joinStreets(features.filter(({ tags, line }) => line && isStreet(tags)))
  const finder = new StreetFinder(streets)
  const addressed = features.filter((feature) => {
    const { tags, at } = feature
    if (tags['addr:housenumber'] === undefined) return false
    const place = streetNameOf(feature) ? '' : cleanName(tags['addr:place'])
    return !(place && areas.hierarchy.called(place, at))
  })
  const { made, streetOf } = assignHouses(addressed, finder, () => undefined)
  for (const feature of features) {
    const { tags, countryCode, at } = feature
    const code = cleanPostcode(
      tags['addr:postcode'] ?? (isStreet(tags) ? tags.postal_code : ''),
      countryCode,
    )
    if (code) postcodes.add(code, countryCode, at)
  }
  const withPostcode = (place: SourcePlace): SourcePlace => {
    if (place.postcode || areas.postcodeShapes.size === 0) return place
    const [postcode] = areas.postcodes.holding(place)
    return postcode ? { ...place, postcode } : place
  }
  for (const street of [...streets, ...made]) yield withPostcode(toStreetPlace(street))
  yield* findIntersections(streets)
  for (const feature of features) {
    if (isNamedHouse(feature.tags)) yield withPostcode(housePlace(feature))
  }
  const venues = features.filter(
    (feature) =>
      !feature.interpolated &&
      isVenue(feature.tags) &&
      !(feature.line && isStreet(feature.tags)) &&
      !isGroundOf(areas, feature),
  )
  for (const venue of makeVenues(venues)) yield withPostcode(venue)
  streetOf.clear()
}

/** The ground that a settlement is built on, under its name: no place beside it. */
function isGroundOf({ hierarchy }: Areas, { tags, at }: OsmFeature): boolean {
  const { landuse, name } = tags
  if (landuse === undefined || name === undefined || categoriesOfTags(tags).length > 0) return false
  return hierarchy.called(cleanName(name), at) !== undefined
}

/** A house that goes by a name. */
function housePlace(feature: OsmFeature): SourcePlace {
  const { id, tags, at, parents, countryCode } = feature
  const street = streetNameOf(feature)
  const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
  return {
    ...{ id, type: 'address', name: cleanName(tags['addr:housename']), names: {}, aliases: [] },
    ...{ ...at, categories: [], importance: importanceOf(bases.address, tags) },
    ...{ countryCode, parents },
    ...(street && { street }),
    ...(postcode && { postcode }),
  }
}
