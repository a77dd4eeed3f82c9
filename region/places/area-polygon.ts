import { type Bounds, computeBounds, type LatLon, metersPerDegree } from '#ground/geo'
import type { AreaShape } from '#places/gazetteer'
import { cosine, roundPosition, simplifyLine } from './plane.ts'

const edgesPerBand = 4
const maxBands = 4096
/** Maximum distance between the stored and the mapped shape. */
const toleranceMeters = 5

/**
 * A polygon with any number of rings, for point-in-polygon tests by the even-odd rule: order and direction of the
 * rings do not matter. Edges are sorted into bands of latitude, so that a border of 100,000 points is as quick to test
 * as a small one. Degrees are plane coordinates; rings must not cross the antimeridian.
 */
export class AreaPolygon {
  readonly box: Bounds
  /** Area without holes. */
  readonly areaSquareMeters: number
  readonly rings: readonly (readonly LatLon[])[]
  readonly #edges: Float64Array
  readonly #bands: Int32Array[]
  readonly #bandHeight: number

  /** @param rings Closed, at least one. A ring inside another is a hole. */
  constructor(rings: readonly (readonly LatLon[])[]) {
    this.rings = rings
    this.box = computeBounds(rings.flat())
    const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0)
    this.#edges = new Float64Array(4 * count)
    const bands = Math.min(maxBands, Math.max(1, Math.floor(count / edgesPerBand)))
    this.#bandHeight = (this.box.max_lat - this.box.min_lat) / bands || 1
    const lists: number[][] = Array.from({ length: bands }, () => [])
    let edge = 0
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++, edge++) {
        const from = ring[i - 1]!
        const to = ring[i]!
        this.#edges.set([from.lat, from.lon, to.lat, to.lon], 4 * edge)
        const last = this.#band(Math.max(from.lat, to.lat), bands)
        for (let b = this.#band(Math.min(from.lat, to.lat), bands); b <= last; b++)
          lists[b]!.push(edge)
      }
    }
    this.#bands = lists.map((list) => Int32Array.from(list))
    this.areaSquareMeters = nestRings(rings).reduce(
      (sum, { ring, depth }) => sum + (depth % 2 === 0 ? 1 : -1) * measureArea(ring),
      0,
    )
  }

  contains({ lat, lon }: LatLon): boolean {
    const { box } = this
    if (lat < box.min_lat || lat > box.max_lat || lon < box.min_lon || lon > box.max_lon)
      return false
    return this.#findCrossings(lat).filter((crossing) => crossing > lon).length % 2 === 1
  }

  /** Returns a point inside the polygon: the centroid of the largest ring, if that is inside. */
  findInnerPoint(): LatLon {
    const [largest] = this.rings.toSorted((a, b) => measureArea(b) - measureArea(a))
    const center = computeCentroid(largest!)
    if (this.contains(center)) return center
    const { min_lat, max_lat } = computeBounds(largest!)
    // Try the latitude of the centroid first, and take the middle of the widest span.
    for (const share of [undefined, 0.5, 0.37, 0.63, 0.21, 0.79]) {
      const lat = share === undefined ? center.lat : min_lat + share * (max_lat - min_lat)
      const lons = this.#findCrossings(lat).sort((a, b) => a - b)
      let best = { lon: 0, width: 0 }
      for (let i = 1; i < lons.length; i += 2) {
        const width = lons[i]! - lons[i - 1]!
        if (width > best.width) best = { lon: (lons[i]! + lons[i - 1]!) / 2, width }
      }
      if (best.width > 0) return { lat, lon: best.lon }
    }
    return largest![0]!
  }

  /** Converts to polygons with holes, simplified to 5 m. */
  toArea(): AreaShape {
    const rings = nestRings(this.rings)
    return rings
      .filter(({ depth }) => depth % 2 === 0)
      .map((outer) => [
        simplify(outer.ring),
        ...rings
          .filter(({ depth, parent }) => parent === outer && depth % 2 === 1)
          .map(({ ring }) => simplify(ring)),
      ])
  }

  #band(lat: number, bands: number): number {
    return Math.min(bands - 1, Math.floor((lat - this.box.min_lat) / this.#bandHeight))
  }

  /** Returns the longitudes where a latitude crosses the rings. */
  #findCrossings(lat: number): number[] {
    const lons: number[] = []
    const band = this.#bands[this.#band(lat, this.#bands.length)] ?? []
    for (const edge of band) {
      const fromLat = this.#edges[4 * edge]!
      const toLat = this.#edges[4 * edge + 2]!
      // An edge includes its lower end only, so a vertex is never counted twice.
      if (fromLat <= lat === toLat <= lat) continue
      const fromLon = this.#edges[4 * edge + 1]!
      const toLon = this.#edges[4 * edge + 3]!
      lons.push(fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon))
    }
    return lons
  }
}

interface NestedRing {
  ring: readonly LatLon[]
  /** Number of rings around this one; odd for a hole. */
  depth: number
  /** The smallest ring around it. */
  parent?: NestedRing
}

/** Nests rings by geometry, because roles in the data are often wrong. */
function nestRings(rings: readonly (readonly LatLon[])[]): NestedRing[] {
  const bySize = rings
    .map((ring) => ({ ring, area: measureArea(ring), box: computeBounds(ring), depth: 0 }))
    .sort((a, b) => b.area - a.area) as (NestedRing & { area: number; box: Bounds })[]
  for (const [i, inner] of bySize.entries()) {
    if (bySize.length === 1) break
    const point = i > 0 ? findPointInside(inner.ring) : undefined
    for (let k = i - 1; point && k >= 0; k--) {
      const outer = bySize[k]!
      if (!isInBox(point, outer.box) || !isInRing(point, outer.ring)) continue
      inner.parent = outer
      inner.depth = outer.depth + 1
      break
    }
  }
  return bySize
}

function isInBox({ lat, lon }: LatLon, box: Bounds): boolean {
  return lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon
}

function isInRing({ lat, lon }: LatLon, ring: readonly LatLon[]): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]!
    const to = ring[i]!
    if (from.lat <= lat === to.lat <= lat) continue
    const crossing = from.lon + ((lat - from.lat) / (to.lat - from.lat)) * (to.lon - from.lon)
    if (crossing > lon) inside = !inside
  }
  return inside
}

/** Returns a point inside a single ring. */
function findPointInside(ring: readonly LatLon[]): LatLon {
  const center = computeCentroid(ring)
  if (isInRing(center, ring)) return center
  const lons: number[] = []
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]!
    const to = ring[i]!
    if (from.lat <= center.lat === to.lat <= center.lat) continue
    const share = (center.lat - from.lat) / (to.lat - from.lat)
    lons.push(from.lon + share * (to.lon - from.lon))
  }
  lons.sort((a, b) => a - b)
  return lons.length > 1 ? { lat: center.lat, lon: (lons[0]! + lons[1]!) / 2 } : ring[0]!
}

/** Returns twice the signed area in square degrees. Coordinates are relative to the first point, for precision. */
function computeTwiceArea(ring: readonly LatLon[]): number {
  const { lat, lon } = ring[0]!
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const a = ring[i - 1]!
    const b = ring[i]!
    sum += (a.lon - lon) * (b.lat - lat) - (b.lon - lon) * (a.lat - lat)
  }
  return sum
}

/** Returns the area in square metres. */
function measureArea(ring: readonly LatLon[]): number {
  return (Math.abs(computeTwiceArea(ring)) / 2) * metersPerDegree ** 2 * cosine(ring[0]!.lat)
}

/** Returns the centroid, or the mean of the points for a ring without area. */
export function computeCentroid(ring: readonly LatLon[]): LatLon {
  const area = computeTwiceArea(ring)
  const { lat, lon } = ring[0]!
  let [x, y] = [0, 0]
  for (let i = 1; i < ring.length; i++) {
    const a = { lat: ring[i - 1]!.lat - lat, lon: ring[i - 1]!.lon - lon }
    const b = { lat: ring[i]!.lat - lat, lon: ring[i]!.lon - lon }
    const cross = a.lon * b.lat - b.lon * a.lat
    x += (a.lon + b.lon) * cross
    y += (a.lat + b.lat) * cross
  }
  if (Math.abs(area) > 1e-16) return { lat: lat + y / (3 * area), lon: lon + x / (3 * area) }
  const sum = ring.reduce((s, p) => ({ lat: s.lat + p.lat, lon: s.lon + p.lon }), {
    lat: 0,
    lon: 0,
  })
  return { lat: sum.lat / ring.length, lon: sum.lon / ring.length }
}

function simplify(ring: readonly LatLon[]): LatLon[] {
  return simplifyLine(ring, toleranceMeters).map(roundPosition)
}
