import type { SourcePlace } from '#places/gazetteer'
import { OsmSource } from '../osm/index.ts'
import { type AdminArea, toPlace } from './admin-area.ts'
import { AreaContext } from './area-context.ts'
import type { Areas } from './areas.ts'
import { BorderStreets } from './border-streets.ts'
import { collect } from './collect.ts'
import { assignHouses, streetNameOf } from './houses.ts'
import { cleanName } from './names.ts'
import type { OsmFeature } from './osm-feature.ts'
import { Partitions } from './partitions.ts'
import { simplified } from './plane.ts'
import { PostalTowns } from './postal-towns.ts'
import { cleanPostcode } from './postcode.ts'
import { PostcodeList } from './postcodes.ts'
import { isLongLine, isStreet, isVenue } from './selection.ts'
import { StatedTowns } from './stated-towns.ts'
import { StreetFinder } from './street-finder.ts'
import { tileFactsOf } from './tile-facts.ts'
import { tilePlaces } from './tile-places.ts'
import type { TileThreads } from './tile-threads.ts'
import { TownsAround } from './towns-around.ts'
import { makeVenues } from './venues.ts'

export interface GatherPlacesOptions {
  /** For temporary files, which are deleted. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called with a sentence about missing data. */
  onWarning?: ((text: string) => void) | undefined
  /** Take tiles, too, and keep their places: those are not among the places given. */
  threads?: TileThreads | undefined
}

/** Simplifies rivers and railways: only their position and bounding box are used. */
const lineToleranceMeters = 50
/** Share of the progress for reading the extracts. */
const readingShare = 0.6

/**
 * The places of OpenStreetMap extracts, in batches that are made as they are read; each is read before the next is asked
 * for. Areas, widest first; then, one map tile after another, streets, intersections, addresses and venues; then rivers, railways and postcodes. Equal files give equal places in equal
 * order. Memory holds about 16 bytes for each needed node, all areas, and one tile at a time.
 *
 * @param osmPaths `.osm.pbf` files; objects in several files are used once.
 * @throws RegionError for damaged files, and the reason of the signal.
 */
export async function* gatherPlaces(
  osmPaths: readonly string[],
  options: GatherPlacesOptions,
): AsyncGenerator<Iterable<SourcePlace>> {
  const { folder, signal, onProgress, onWarning, threads } = options
  const partitions = new Partitions(folder)
  try {
    const { areas, visitFeatures } = await collect(new OsmSource(osmPaths), {
      signal,
      onProgress: (fraction) => onProgress?.(fraction * readingShare),
    })
    const numbered = new NumberedPlaces(areas)
    const postcodes = new PostcodeList()
    for (const area of areas.list) {
      const code = cleanPostcode(
        area.tags.postal_code ?? area.tags['addr:postcode'],
        area.countryCode,
      )
      if (code) postcodes.add(code, area.countryCode, area.at)
    }
    /** Rivers and railways cross tiles, and are few enough to be kept together. */
    const longLines: OsmFeature[] = []
    const statedTowns = new StatedTowns()
    const postalTowns = new PostalTowns(statedTowns)
    const townsAround = new TownsAround()
    let interpolatedWay: string | undefined
    await visitFeatures((feature, localityAt) => {
      // All houses of an interpolation way are one statement.
      const isRepeated = feature.interpolated && feature.id === interpolatedWay
      if (feature.interpolated) interpolatedWay = feature.id
      if (!isRepeated) {
        for (const statement of feature.stated ?? []) {
          if (statement.area) townsAround.add(statement.area, feature.at)
          else statedTowns.add(statement, feature.countryCode, feature.at)
        }
        postalTowns.add(feature)
      }
      if (numbered.take(feature)) return
      const line = longLineOf(feature)
      if (line) longLines.push(line)
      else partitions.add(localityAt, feature)
    })
    statedTowns.finish(areas)
    townsAround.finish(areas, statedTowns)
    const sources = { stated: statedTowns, postal: postalTowns, around: townsAround }
    const context = new AreaContext(areas, sources)
    numbered.assignHouses(context)
    for (const line of longLines) context.settle(line)
    const warning = cutOffWarning(areas.withoutShape)
    if (warning) onWarning?.(warning)
    const borderStreets = new BorderStreets()
    const tiles = { areas, context, postcodes, borderStreets }
    const onTiles = (done: number) => onProgress?.(readingShare + (1 - readingShare) * done)
    if (threads) {
      const areaList = [...areaPlaces(areas)]
      yield areaList
      const facts = tileFactsOf(areas, sources)
      const paths = partitions.writeAll()
      yield* threads.places({
        ...tiles,
        facts,
        paths,
        areaPlaces: areaList,
        onProgress: onTiles,
      })
    } else {
      yield areaPlaces(areas)
      let done = 0
      const total = partitions.count
      for await (const features of partitions.all()) {
        signal?.throwIfAborted()
        yield tilePlaces(features, tiles)
        onTiles(++done / (total + 1))
      }
    }
    signal?.throwIfAborted()
    yield borderStreets.joined()
    yield makeVenues(longLines)
    yield postcodes.places(areas).map((postcode) => context.withPostalTown(postcode))
    onProgress?.(1)
  } finally {
    await partitions.remove()
  }
}

function longLineOf(feature: OsmFeature): OsmFeature | undefined {
  const { nodes: _, ...longLine } = feature
  if (!longLine.line || !isLongLine(longLine.tags) || isStreet(longLine.tags)) return undefined
  return { ...longLine, line: simplified(longLine.line, lineToleranceMeters) }
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
  const mapped = list.filter(({ type }) => type === 'country')
  const others = [...used].filter((area) => !mapped.includes(area))
  others.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const area of [...mapped, ...others]) yield toPlace(area)
  for (const area of list) if (area.type !== 'country') yield toPlace(area)
}

/** Houses of places without streets: their addresses name the place (`addr:place`). */
class NumberedPlaces {
  readonly #areas: Areas
  readonly #byArea = new Map<AdminArea, OsmFeature[]>()

  constructor(areas: Areas) {
    this.#areas = areas
  }

  /** Takes the address of such a house. @returns Whether no other step needs the feature. */
  take(feature: OsmFeature): boolean {
    const { tags, at } = feature
    const name = cleanName(tags['addr:place'])
    if (!name || !tags['addr:housenumber'] || streetNameOf(feature)) return false
    const area = this.#areas.hierarchy.called(name, at)
    if (!area) return false
    const addresses = this.#byArea.get(area)
    if (addresses) addresses.push(feature)
    else this.#byArea.set(area, [feature])
    return !isVenue(tags)
  }

  assignHouses(context: AreaContext): void {
    for (const [area, features] of this.#byArea) {
      for (const feature of features) context.settle(feature)
      assignHouses(features, new StreetFinder([]), () => area)
    }
  }
}
