import type { AreaShape } from '../place.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { lineScale } from './layout.ts'
import { PositionReader, PositionWriter } from './position-deltas.ts'
import type { UnitDecoder } from './unit.ts'

/** Intended number of edges in a band. A band has more if many edges begin at one latitude. */
const targetEdgesPerBand = 1024

/** A horizontal slice of an area: its edges between two latitudes, and their box in 1e-6 degrees. */
export interface AreaBand {
  minLat: number
  maxLat: number
  minLon: number
  maxLon: number
  bytes: Buffer
}

/**
 * Cuts a shape into horizontal bands. Only the edges at a point's latitude decide whether the point is inside,
 * so testing a point takes one band, no matter how long the border is.
 */
export function cutIntoBands(shape: AreaShape): AreaBand[] {
  const edges = listEdges(shape)
  const starts = chooseBandStarts(edges)
  const northEnd = edges.reduce((max, edge) => Math.max(max, edge.fromLat, edge.toLat), -Infinity)
  const inBand = starts.map((): Edge[] => [])
  for (const edge of edges) {
    const south = Math.min(edge.fromLat, edge.toLat)
    const north = Math.max(edge.fromLat, edge.toLat)
    // The latitude between two bands belongs to both.
    let band = Math.max(0, findLastAtMost(starts, south))
    if (band > 0 && starts[band] === south) band--
    for (; band < starts.length && starts[band]! <= north; band++) inBand[band]!.push(edge)
  }
  return starts.flatMap((start, i) => {
    return inBand[i]!.length > 0 ? [encodeBand(inBand[i]!, start, starts[i + 1] ?? northEnd)] : []
  })
}

function listEdges(shape: AreaShape): Edge[] {
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
  return edges
}

interface Edge {
  fromLat: number
  fromLon: number
  toLat: number
  toLon: number
}

/** Chooses the southern latitudes of the bands so that about the same number of edges begins in each. */
function chooseBandStarts(edges: readonly Edge[]): number[] {
  const souths = Float64Array.from(edges, ({ fromLat, toLat }) => Math.min(fromLat, toLat)).sort()
  const bands = Math.ceil(edges.length / targetEdgesPerBand)
  const starts = new Set<number>()
  for (let i = 0; i < bands; i++) starts.add(souths[Math.floor((i * edges.length) / bands)]!)
  return [...starts]
}

/** Returns the index of the last number at or below the value, or -1. */
function findLastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function encodeBand(edges: readonly Edge[], minLat: number, maxLat: number): AreaBand {
  const out = new ByteWriter()
  let minLon = Number.POSITIVE_INFINITY
  let maxLon = Number.NEGATIVE_INFINITY
  /** Runs of edges that start where the previous one ends, so that shared ends are written once. */
  const runs: Edge[][] = []
  for (const edge of edges) {
    minLon = Math.min(minLon, edge.fromLon, edge.toLon)
    maxLon = Math.max(maxLon, edge.fromLon, edge.toLon)
    const last = runs.at(-1)?.at(-1)
    if (last && last.toLat === edge.fromLat && last.toLon === edge.fromLon) runs.at(-1)!.push(edge)
    else runs.push([edge])
  }
  out.varint(runs.length)
  const positions = new PositionWriter(out)
  for (const run of runs) {
    out.varint(run.length)
    positions.write(run[0]!.fromLat, run[0]!.fromLon)
    for (const { toLat, toLon } of run) positions.write(toLat, toLon)
  }
  return { minLat, maxLat, minLon, maxLon, bytes: out.take() }
}

/** Decodes a band to four numbers for each edge, in 1e-6 degrees: from lat, from lon, to lat, to lon. */
export const areaBandDecoder: UnitDecoder<Int32Array> = {
  name: 'a band of an area',
  decode: (bytes) => decodeBand(new ByteReader(bytes)),
  memoryBytes: ({ byteLength }) => byteLength + 100,
  detached: true,
}

function decodeBand(from: ByteReader): Int32Array {
  const edges: number[] = []
  let runsLeft = from.varint()
  const position = new PositionReader(from)
  for (; runsLeft > 0; runsLeft--) {
    let edgesLeft = from.varint()
    position.next()
    for (; edgesLeft > 0; edgesLeft--) {
      edges.push(position.lat, position.lon)
      position.next()
      edges.push(position.lat, position.lon)
    }
  }
  return Int32Array.from(edges)
}

/**
 * Returns whether a point is inside by the even-odd rule, which holds if a ray to the east crosses an odd number
 * of edges. The rule covers holes and islands.
 *
 * @param lat Latitude in 1e-6 degrees, as `lon`; fractions are allowed.
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
