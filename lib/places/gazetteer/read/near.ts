import { distanceMeters, type LatLon } from '#ground/geo'
import { pointScale } from '../format/layout.ts'
import { entryKind, type LeafPlace, type NearbyLeaf } from '../format/nearby-leaf.ts'
import { computeCategoryBit, type TreeTop, treePageDecoder } from '../format/tree.ts'
import type { UnitDecoder } from '../format/unit.ts'
import { maxHousesAround, type NearOptions } from '../gazetteer.ts'
import { placeTypes } from '../place.ts'
import { Frontier, type TreeFilter } from './frontier.ts'
import { findNearestOnLine } from './nearest-on-line.ts'
import { measureSphereMeters, sphereError } from './sphere.ts'
import type { TreeUnits } from './tree-units.ts'

/** A place or house near a point, before its record is read. */
export interface NearbyEntry {
  place: LeafPlace
  /** Index in the place's list of houses. */
  house: number | undefined
  at: LatLon
  distanceMeters: number
}

/** Number of subtrees read in the first round; each round doubles it, up to {@link maxBatch}. */
const firstBatch = 8
const maxBatch = 64

/** Finds the nearest entries of the tree, each place and house once. */
export async function findNearestEntries(
  units: TreeUnits,
  top: TreeTop,
  leafKind: UnitDecoder<NearbyLeaf>,
  at: LatLon,
  options: NearOptions,
): Promise<NearbyEntry[]> {
  if (!(options.limit >= 1) || options.types.length === 0) return []
  const frontier = new Frontier(at.lat, at.lon, buildTreeFilter(options), top)
  const found = new NearestEntries(at, options)
  for (let parts = firstBatch; ; parts = Math.min(maxBatch, 2 * parts)) {
    const taken = frontier.take(parts, found.maxMeters)
    if (taken.length === 0) return found.entries()
    const leaves = taken.filter(({ height }) => height < 0)
    const nodes = taken.filter(({ height }) => height >= 0)
    const [readLeaves, readNodes] = await Promise.all([
      units.get(
        leafKind,
        leaves.map(({ span }) => span),
        options.signal,
      ),
      units.get(
        treePageDecoder,
        nodes.map(({ span }) => span),
        options.signal,
      ),
    ])
    for (const leaf of readLeaves) found.add(leaf)
    for (const [i, node] of readNodes.entries()) {
      frontier.open(node, nodes[i]!.height, found.maxMeters)
    }
  }
}

function buildTreeFilter({ types, categories }: NearOptions): TreeFilter {
  let mask = 0
  for (const type of types) mask |= 1 << placeTypes.indexOf(type)
  if (!categories) return { types: mask, categories: undefined }
  const bits: [number, number] = [0, 0]
  for (const category of categories) {
    const bit = computeCategoryBit(category)
    bits[bit >> 5]! |= 1 << (bit & 31)
  }
  return { types: mask, categories: bits }
}

interface NearEntry {
  place: LeafPlace
  house: number | undefined
  at: LatLon
  /** Distance on the sphere, metres. */
  meters: number
}

/** Collects the nearest entries by distance on the sphere, and finally sorts them by geodesic distance. */
class NearestEntries {
  readonly #from: LatLon
  readonly #options: NearOptions
  readonly #types: ReadonlySet<number>
  readonly #categories: ReadonlySet<string> | undefined
  #candidates = new Map<string, NearEntry>()
  /** Distance on the sphere, metres, beyond which an entry cannot be among the results. */
  maxMeters: number

  constructor(from: LatLon, options: NearOptions) {
    this.#from = from
    this.#options = options
    this.#types = new Set(options.types.map((type) => placeTypes.indexOf(type)))
    this.#categories = options.categories && new Set(options.categories)
    this.maxMeters = options.radiusMeters * (1 + sphereError)
  }

  add(leaf: NearbyLeaf): void {
    const wanted = leaf.places.map((place) => this.#isWanted(place))
    const houses = this.#types.has(placeTypes.indexOf('address')) && !this.#categories
    // A degree of latitude is 111.2 km on the sphere, so latitude alone rules out most entries.
    const maxDegrees = this.maxMeters / 111_000 + 1e-6
    for (let i = 0; i < leaf.count; i++) {
      const kind = leaf.kinds[i]!
      const number = leaf.place[i]!
      if (kind === entryKind.house ? !houses : !wanted[number]) continue
      const place = leaf.places[number]!
      if (kind === entryKind.line) {
        const at = findNearestOnLine(this.#from, leaf.lines, leaf.starts[i]!, leaf.starts[i + 1]!)
        this.#offer(place, undefined, at)
        continue
      }
      const lat = leaf.lat[i]! / pointScale
      if (Math.abs(lat - this.#from.lat) > maxDegrees) continue
      const house = kind === entryKind.house ? leaf.house[i]! : undefined
      this.#offer(place, house, { lat, lon: leaf.lon[i]! / pointScale })
    }
    this.#lowerMaximum()
  }

  #isWanted({ type, categories }: LeafPlace): boolean {
    const known = this.#categories
    return this.#types.has(type) && (!known || categories.some((category) => known.has(category)))
  }

  #offer(place: LeafPlace, house: number | undefined, at: LatLon): void {
    const meters = measureSphereMeters(this.#from.lat, this.#from.lon, at.lat, at.lon)
    if (meters > this.maxMeters) return
    const key = house === undefined ? `${place.docId}` : `${place.docId}/${house}`
    const known = this.#candidates.get(key)
    if (!known || meters < known.meters) this.#candidates.set(key, { place, house, at, meters })
  }

  /** Lowers the maximum distance to the distance of the farthest possible result. */
  #lowerMaximum(): void {
    const { limit } = this.#options
    if (this.#candidates.size <= limit) return
    const meters = Float64Array.from(this.#candidates.values(), (known) => known.meters).sort()
    const { housesWithinMeters = 0 } = this.#options
    const nearest = Math.max(meters[limit - 1]!, housesWithinMeters)
    const farthest = (nearest * (1 + sphereError)) / (1 - sphereError)
    if (farthest >= this.maxMeters) return
    this.maxMeters = farthest
    for (const [key, known] of this.#candidates) {
      if (known.meters > farthest) this.#candidates.delete(key)
    }
  }

  entries(): NearbyEntry[] {
    const { radiusMeters, limit, housesWithinMeters } = this.#options
    const sorted = [...this.#candidates.values()]
      .map(({ place, house, at }) => {
        return { place, house, at, distanceMeters: distanceMeters(this.#from, at) }
      })
      .filter((entry) => entry.distanceMeters <= radiusMeters)
      .sort(
        (a, b) =>
          a.distanceMeters - b.distanceMeters ||
          a.place.docId - b.place.docId ||
          (a.house ?? -1) - (b.house ?? -1),
      )
    const nearest = sorted.slice(0, limit)
    if (housesWithinMeters === undefined) return nearest
    const housesAround = sorted
      .slice(limit)
      .filter(
        ({ house, distanceMeters }) => house !== undefined && distanceMeters <= housesWithinMeters,
      )
    return [...nearest, ...housesAround.slice(0, maxHousesAround)]
  }
}
