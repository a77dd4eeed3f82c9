import type { PlaneRing } from './ring.ts'
import type { WorkLimit } from './work-limit.ts'

interface Edge {
  layer: number
  /** The lower end. */
  x0: number
  y0: number
  x1: number
  y1: number
}

/**
 * The area that layers cover, each place of it times a weight that depends on the layers which cover it, m2.
 * Exact: the plane is cut into slabs at every corner and crossing, in which edges bound trapezoids.
 *
 * @param layers The rings of each, by the even-odd rule.
 * @param weightOf For one flag per layer; not asked where no layer is.
 */
export function layeredSquareMeters(
  layers: readonly (readonly PlaneRing[])[],
  weightOf: (covers: Uint8Array) => number,
  limit: WorkLimit,
): number {
  const edges = layers.flatMap((rings, layer) => rings.flatMap((ring) => edgesOf(ring, layer)))
  const cuts = cutsOf(edges, limit)
  const covers = new Uint8Array(layers.length)
  let sum = 0
  for (let i = 1; i < cuts.length; i++) {
    const height = cuts[i]! - cuts[i - 1]!
    if (!(height > 0)) continue
    const middle = (cuts[i]! + cuts[i - 1]!) / 2
    limit.spend(edges.length)
    const crossed = edges
      .filter(({ y0, y1 }) => y0 < middle && middle < y1)
      .map((edge) => ({ x: xAt(edge, middle), layer: edge.layer }))
      .sort((a, b) => a.x - b.x)
    covers.fill(0)
    let covering = 0
    crossed.forEach(({ x, layer }, k) => {
      const before = crossed[k - 1]
      if (before && covering > 0) sum += height * (x - before.x) * weightOf(covers)
      covers[layer]! ^= 1
      covering += covers[layer] === 1 ? 1 : -1
    })
  }
  return sum
}

function edgesOf(ring: PlaneRing, layer: number): Edge[] {
  const edges: Edge[] = []
  let [x0, y0] = [ring.at(-2)!, ring.at(-1)!]
  for (let i = 0; i < ring.length; i += 2) {
    const [x1, y1] = [ring[i]!, ring[i + 1]!]
    if (y0 < y1) edges.push({ layer, x0, y0, x1, y1 })
    else if (y1 < y0) edges.push({ layer, x0: x1, y0: y1, x1: x0, y1: y0 })
    x0 = x1
    y0 = y1
  }
  return edges
}

/** North coordinates of all corners and crossings, ascending. */
function cutsOf(edges: readonly Edge[], limit: WorkLimit): Float64Array {
  const cuts = edges.flatMap(({ y0, y1 }) => [y0, y1])
  edges.forEach((a, i) => {
    limit.spend(edges.length - i)
    for (let k = i + 1; k < edges.length; k++) {
      const b = edges[k]!
      // Edges of one polygon meet at their ends only.
      if (a.layer === b.layer) continue
      const [from, to] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
      if (from >= to) continue
      const [apartFrom, apartTo] = [xAt(a, from) - xAt(b, from), xAt(a, to) - xAt(b, to)]
      if (apartFrom * apartTo < 0)
        cuts.push(from + ((to - from) * apartFrom) / (apartFrom - apartTo))
    }
  })
  return Float64Array.from(cuts).sort()
}

function xAt({ x0, y0, x1, y1 }: Edge, y: number): number {
  return x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
}
