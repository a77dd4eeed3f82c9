import type { SourcePlace } from '#places/gazetteer'
import { OsmSource } from '../osm/index.ts'
import { type AdminArea, toPlace } from './admin-area.ts'
import { AreaContext } from './area-context.ts'
import type { Areas } from './areas.ts'
import { BorderStreets } from './border-streets.ts'
import { collect } from './collect.ts'
import { assignHouses, readStreetName } from './houses.ts'
import { cleanName } from './names.ts'
import type { OsmFeature } from './osm-feature.ts'
import { Partitions } from './partitions.ts'
import { simplifyLine } from './plane.ts'
import { PostalTowns } from './postal-towns.ts'
import { cleanPostcode } from './postcode.ts'
import { PostcodeList } from './postcodes.ts'
import { isLongLine, isStreet, isVenue } from './selection.ts'
import { StatedTowns } from './stated-towns.ts'
import { StreetFinder } from './street-finder.ts'
import { buildTileFacts } from './tile-facts.ts'
import { makeTilePlaces } from './tile-places.ts'
import type { TileThreads } from './tile-threads.ts'
import { TownsAround } from './towns-around.ts'
import { makeVenues } from './venues.ts'

export interface GatherPlacesOptions {
  /** Folder for temporary files, which are deleted. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called with a sentence about missing data. */
  onWarning?: ((text: string) => void) | undefined
  /** Threads that take tiles too. They keep the places of their tiles; only the others are yielded. */
  threads?: TileThreads | undefined
}

/** Tolerance for simplifying rivers and railways; only their position and bounding box are used. */
const lineToleranceMeters = 50
/** Share of the progress for reading the extracts. */
const readingShare = 0.6

/**
 * Yields the places of OpenStreetMap extracts in batches. Places are made as a batch is read; read each batch before
 * the next. The order is: areas, widest first; then, tile by tile, streets, intersections, addresses and venues; then
 * rivers, railways and postcodes. Equal files yield equal places in equal order. Memory holds about 16 bytes for each
 * needed node, all areas, and one tile at a time.
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
    /** Rivers and railways; they cross tiles, and are few enough to be kept together. */
    const longLines: OsmFeature[] = []
    const statedTowns = new StatedTowns()
    const postalTowns = new PostalTowns(statedTowns)
    const townsAround = new TownsAround()
    let interpolatedWay: string | undefined
    await visitFeatures((feature, localityAt) => {
      // All houses of an interpolation way count as one statement.
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
      const line = toLongLine(feature)
      if (line) longLines.push(line)
      else partitions.add(localityAt, feature)
    })
    statedTowns.finish(areas)
    townsAround.finish(areas, statedTowns)
    const sources = { stated: statedTowns, postal: postalTowns, around: townsAround }
    const context = new AreaContext(areas, sources)
    numbered.assignHouses(context)
    for (const line of longLines) context.applyStatements(line)
    const warning = describeCutOff(areas.withoutShape)
    if (warning) onWarning?.(warning)
    const borderStreets = new BorderStreets()
    const tiles = { areas, context, postcodes, borderStreets }
    const onTiles = (done: number) => onProgress?.(readingShare + (1 - readingShare) * done)
    if (threads) {
      const areaList = [...listAreaPlaces(areas)]
      yield areaList
      const facts = buildTileFacts(areas, sources)
      const paths = partitions.writeAll()
      yield* threads.places({
        ...tiles,
        facts,
        paths,
        areaPlaces: areaList,
        onProgress: onTiles,
      })
    } else {
      yield listAreaPlaces(areas)
      let done = 0
      const total = partitions.count
      for await (const features of partitions.all()) {
        signal?.throwIfAborted()
        yield makeTilePlaces(features, tiles)
        onTiles(++done / (total + 1))
      }
    }
    signal?.throwIfAborted()
    yield borderStreets.joinAll()
    yield makeVenues(longLines)
    yield postcodes.toPlaces(areas).map((postcode) => context.withPostalTown(postcode))
    onProgress?.(1)
  } finally {
    await partitions.remove()
  }
}

function toLongLine(feature: OsmFeature): OsmFeature | undefined {
  const { nodes: _, ...longLine } = feature
  if (!longLine.line || !isLongLine(longLine.tags) || isStreet(longLine.tags)) return undefined
  return { ...longLine, line: simplifyLine(longLine.line, lineToleranceMeters) }
}

function describeCutOff(count: number): string | undefined {
  if (count === 0) return undefined
  const areas = count === 1 ? '1 administrative area is' : `${count} administrative areas are`
  return `${areas} cut off at the edge of the extract: what lies there is told from addresses and distances.`
}

function* listAreaPlaces({ list, countries }: Areas): Generator<SourcePlace> {
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

/** Houses numbered without streets: their addresses name a place (`addr:place`). */
class NumberedPlaces {
  readonly #areas: Areas
  readonly #byArea = new Map<AdminArea, OsmFeature[]>()

  constructor(areas: Areas) {
    this.#areas = areas
  }

  /**
   * Takes the address of a house without a street.
   *
   * @returns Whether no other step needs the feature.
   */
  take(feature: OsmFeature): boolean {
    const { tags, at } = feature
    const name = cleanName(tags['addr:place'])
    if (!name || !tags['addr:housenumber'] || readStreetName(feature)) return false
    const area = this.#areas.hierarchy.findSettlement(name, at)
    if (!area) return false
    const addresses = this.#byArea.get(area)
    if (addresses) addresses.push(feature)
    else this.#byArea.set(area, [feature])
    return !isVenue(tags)
  }

  assignHouses(context: AreaContext): void {
    for (const [area, features] of this.#byArea) {
      for (const feature of features) context.applyStatements(feature)
      assignHouses(features, new StreetFinder([]), () => area)
    }
  }
}
