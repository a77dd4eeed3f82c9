import type { AreaShape } from '../place.ts'
import type { UnitDecoder } from '../read/unit-store.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { lineScale } from './layout.ts'

/** Edges that a band has at most, about; more only where they cannot be parted. */
const maxEdgesPerBand = 1024

/** A part of an area's shape: its edges between two latitudes, and the box of these. 1e-6 degrees. */
export interface AreaBand {
  minLat: number
  maxLat: number
  minLon: number
  maxLon: number
  bytes: Buffer
}

/**
 * Cuts a shape into horizontal bands. Whether a point is inside is said by the edges that pass its
 * latitude, so one band is enough however long the border.
 */
export function bandsOf(shape: AreaShape): AreaBand[] {
  const edges: Edge[] = []
  for (const ring of shape.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const from = ring[i - 1]!
      const to = ring[i]!
      const edge = {
        fromLat: Math.round(from.lat * lineScale),
        fromLon: Math.round(from.lon * lineScale),
        toLat: Math.round(to.lat * lineScale),
        toLon: Math.round(to.lon * lineScale),
      }
      if (edge.fromLat !== edge.toLat || edge.fromLon !== edge.toLon) edges.push(edge)
    }
  }
  const starts = cuts(edges)
  const last = edges.reduce((most, edge) => Math.max(most, edge.fromLat, edge.toLat), -Infinity)
  const inBand = starts.map((): Edge[] => [])
  for (const edge of edges) {
    const south = Math.min(edge.fromLat, edge.toLat)
    const north = Math.max(edge.fromLat, edge.toLat)
    // A band goes up to where the next begins, and that latitude is in both.
    let band = Math.max(0, lastAtMost(starts, south))
    if (band > 0 && starts[band] === south) band--
    for (; band < starts.length && starts[band]! <= north; band++) inBand[band]!.push(edge)
  }
  return starts.flatMap((start, i) => {
    return inBand[i]!.length > 0 ? [bandOf(inBand[i]!, start, starts[i + 1] ?? last)] : []
  })
}

interface Edge {
  fromLat: number
  fromLon: number
  toLat: number
  toLon: number
}

/** The latitudes where bands begin, so that as many edges begin in each. */
function cuts(edges: readonly Edge[]): number[] {
  const souths = Float64Array.from(edges, ({ fromLat, toLat }) => Math.min(fromLat, toLat)).sort()
  const bands = Math.ceil(edges.length / maxEdgesPerBand)
  const starts = new Set<number>()
  for (let i = 0; i < bands; i++) starts.add(souths[Math.floor((i * edges.length) / bands)]!)
  return [...starts]
}

/** The last of sorted numbers that is not above this one, or -1. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function bandOf(edges: readonly Edge[], minLat: number, maxLat: number): AreaBand {
  const out = new ByteWriter()
  let minLon = Number.POSITIVE_INFINITY
  let maxLon = Number.NEGATIVE_INFINITY
  const runs: Edge[][] = []
  for (const edge of edges) {
    minLon = Math.min(minLon, edge.fromLon, edge.toLon)
    maxLon = Math.max(maxLon, edge.fromLon, edge.toLon)
    const last = runs.at(-1)?.at(-1)
    if (last && last.toLat === edge.fromLat && last.toLon === edge.fromLon) runs.at(-1)!.push(edge)
    else runs.push([edge])
  }
  out.varint(runs.length)
  let lat = 0
  let lon = 0
  const step = (toLat: number, toLon: number) => {
    out.signed(toLat - lat)
    out.signed(toLon - lon)
    lat = toLat
    lon = toLon
  }
  for (const run of runs) {
    out.varint(run.length)
    step(run[0]!.fromLat, run[0]!.fromLon)
    for (const { toLat, toLon } of run) step(toLat, toLon)
  }
  return { minLat, maxLat, minLon, maxLon, bytes: out.take() }
}

/** Edges of a band: four numbers each, from lat and lon, to lat and lon, in 1e-6 degrees. */
export const areaBandDecoder: UnitDecoder<Int32Array> = {
  name: 'a band of an area',
  decode: (bytes) => {
    const from = new ByteReader(bytes)
    const edges: number[] = []
    let lat = 0
    let lon = 0
    for (let runs = from.varint(); runs > 0; runs--) {
      let left = from.varint()
      lat += from.signed()
      lon += from.signed()
      for (; left > 0; left--) {
        const fromLat = lat
        const fromLon = lon
        lat += from.signed()
        lon += from.signed()
        edges.push(fromLat, fromLon, lat, lon)
      }
    }
    return Int32Array.from(edges)
  },
  memoryBytes: ({ byteLength }) => byteLength + 100,
  detached: true,
}

/**
 * Whether a point is inside, by how many edges a ray to the east passes (even-odd rule). Holes and
 * islands need nothing more.
 *
 * @param lat 1e-6 degrees, as `lon`; need not be whole.
 */
export function isInsideBand(edges: Int32Array, lat: number, lon: number): boolean {
  let inside = false
  for (let i = 0; i < edges.length; i += 4) {
    const fromLat = edges[i]!
    const toLat = edges[i + 2]!
    if (fromLat > lat === toLat > lat) continue
    const fromLon = edges[i + 1]!
    const crossing = fromLon + ((lat - fromLat) / (toLat - fromLat)) * (edges[i + 3]! - fromLon)
    if (lon < crossing) inside = !inside
  }
  return inside
}
