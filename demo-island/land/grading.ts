import { distance, type IslandPoint, shareAlong, smoothstep } from '../plane/geometry.ts'
import type { Network, Road, Vertex } from '../roads/network.ts'
import { coastMeters, lakeMeters, naturalHeightMeters } from './natural-height.ts'

/** Maximum length of spans that are levelled with the road, such as stream bridges and the overpass. */
const shortSpanMeters = 100

interface Edge {
  a: number
  b: number
  meters: number
  rise: number
}

/** Sets the built height of every vertex of a graded road: near the natural ground, smooth, not too steep. */
export function gradeRoads(network: Network): void {
  const graded = network.roads.filter(
    (road) => road.bed === 'graded' || (road.bed === 'span' && isShort(road)),
  )
  const vertices: Vertex[] = []
  const ids = new Map<Vertex, number>()
  const edges: Edge[] = []
  for (const road of graded) {
    for (const vertex of road.vertices) {
      if (ids.has(vertex)) continue
      ids.set(vertex, vertices.length)
      vertices.push(vertex)
    }
    for (let i = 1; i < road.vertices.length; i++) {
      const a = road.vertices[i - 1]!
      const b = road.vertices[i]!
      const meters = Math.max(1, distance(a, b))
      edges.push({
        a: ids.get(a)!,
        b: ids.get(b)!,
        meters,
        rise: (meters * road.gradePercent) / 100,
      })
    }
  }
  const target = Float64Array.from(
    vertices,
    (vertex) =>
      vertex.fixedZ ?? Math.max(1.5, naturalHeightMeters(vertex) + (vertex.liftMeters ?? 0)),
  )
  const heights = target.slice()
  const loose = vertices.map((vertex) => vertex.fixedZ === undefined)
  relax(heights, target, loose, vertices, edges)
  for (let sweep = 0; sweep < 300; sweep++) if (!limitGrades(heights, loose, edges)) break
  vertices.forEach((vertex, id) => {
    vertex.z = heights[id]!
  })
}

function isShort(road: Road): boolean {
  const [first] = road.vertices
  return distance(first!, road.vertices[road.vertices.length - 1]!) <= shortSpanMeters
}

/** Pulls each height towards its neighbours' mean, with a little pull back to the ground. */
function relax(
  heights: Float64Array,
  target: Float64Array,
  loose: boolean[],
  vertices: Vertex[],
  edges: Edge[],
): void {
  const sums = new Float64Array(heights.length)
  const weights = new Float64Array(heights.length)
  for (let sweep = 0; sweep < 80; sweep++) {
    sums.fill(0)
    weights.fill(0)
    for (const { a, b, meters } of edges) {
      sums[a]! += heights[b]! / meters
      sums[b]! += heights[a]! / meters
      weights[a]! += 1 / meters
      weights[b]! += 1 / meters
    }
    for (let id = 0; id < heights.length; id++) {
      if (!loose[id]) continue
      const ground = vertices[id]!.liftMeters === undefined ? 0.06 : 0.6
      heights[id] = (1 - ground) * (sums[id]! / weights[id]!) + ground * target[id]!
    }
  }
}

function limitGrades(heights: Float64Array, loose: boolean[], edges: Edge[]): boolean {
  let changed = false
  for (const { a, b, rise } of edges) {
    const drop = heights[a]! - heights[b]!
    const excess = Math.abs(drop) - rise
    if (excess <= 0.01) continue
    const share = (Math.sign(drop) * excess) / (loose[a] && loose[b] ? 2 : 1)
    if (loose[a]) heights[a]! -= share
    if (loose[b]) heights[b]! += share
    changed = changed || loose[a]! || loose[b]!
  }
  return changed
}

/** Distance within which the land has the road's height; from `fadeMeters` on it is natural. */
const bedMeters = 45
const fadeMeters = 140
const cellMeters = 140

interface BedSegment {
  a: Vertex
  b: Vertex
}

const cellKey = (column: number, row: number) => (column + 500) * 1_000 + row + 500

/** The land with the roads built into it. */
export class BuiltLand {
  private readonly cells = new Map<number, BedSegment[]>()

  constructor(network: Network) {
    for (const road of network.roads) {
      if (road.bed !== 'graded') continue
      for (let i = 1; i < road.vertices.length; i++) {
        this.file({ a: road.vertices[i - 1]!, b: road.vertices[i]! })
      }
    }
  }

  private file(segment: BedSegment): void {
    const { a, b } = segment
    const first = (value: number) => Math.floor((value - fadeMeters) / cellMeters)
    const last = (value: number) => Math.floor((value + fadeMeters) / cellMeters)
    for (let c = first(Math.min(a.x, b.x)); c <= last(Math.max(a.x, b.x)); c++) {
      for (let r = first(Math.min(a.y, b.y)); r <= last(Math.max(a.y, b.y)); r++) {
        const key = cellKey(c, r)
        const list = this.cells.get(key)
        if (list) list.push(segment)
        else this.cells.set(key, [segment])
      }
    }
  }

  /**
   * Returns metres above the sea; 0 at sea. Near roads, the mean of the road heights around, weighted by the inverse
   * square of their distance, blends into the natural ground.
   */
  heightMeters(point: IslandPoint): number {
    const natural = naturalHeightMeters(point)
    const near = this.cells.get(
      cellKey(Math.floor(point.x / cellMeters), Math.floor(point.y / cellMeters)),
    )
    if (!near || coastMeters(point) <= 0 || lakeMeters(point) > 0) return natural
    let sum = 0
    let weights = 0
    let closest = fadeMeters
    for (const { a, b } of near) {
      const share = shareAlong(a, b, point.x, point.y)
      const dx = a.x + (b.x - a.x) * share - point.x
      const dy = a.y + (b.y - a.y) * share - point.y
      const square = dx * dx + dy * dy
      if (square >= fadeMeters * fadeMeters) continue
      const meters = Math.sqrt(square)
      const fade = 1 - meters / fadeMeters
      const weight = (fade * fade) / (square + 9)
      sum += weight * (a.z! + (b.z! - a.z!) * share)
      weights += weight
      closest = Math.min(closest, meters)
    }
    if (weights === 0) return natural
    const built = sum / weights
    return built + (natural - built) * smoothstep(bedMeters, fadeMeters, closest)
  }
}
