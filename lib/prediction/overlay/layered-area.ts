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
 * Computes the area that layers cover, m2, weighted at each place by the layers that cover it. The result is exact:
 * the plane is cut into slabs at every corner and crossing, and within a slab the edges bound trapezoids.
 *
 * @param layers Rings of each layer, by the even-odd rule.
 * @param weigh Returns the weight for one flag per layer; not called where no layer covers the plane.
 */
export function measureLayers(
  layers: readonly (readonly PlaneRing[])[],
  weigh: (covers: Uint8Array) => number,
  limit: WorkLimit,
): number {
  const edges = layers.flatMap((rings, layer) => rings.flatMap((ring) => listEdges(ring, layer)))
  const cuts = listCuts(edges, limit)
  const covers = new Uint8Array(layers.length)
  let sum = 0
  for (let i = 1; i < cuts.length; i++) {
    const height = cuts[i]! - cuts[i - 1]!
    if (!(height > 0)) continue
    const middle = (cuts[i]! + cuts[i - 1]!) / 2
    limit.spend(edges.length)
    const crossed = edges
      .filter(({ y0, y1 }) => y0 < middle && middle < y1)
      .map((edge) => ({ x: interpolateX(edge, middle), layer: edge.layer }))
      .sort((a, b) => a.x - b.x)
    covers.fill(0)
    let covering = 0
    crossed.forEach(({ x, layer }, k) => {
      const before = crossed[k - 1]
      if (before && covering > 0) sum += height * (x - before.x) * weigh(covers)
      covers[layer]! ^= 1
      covering += covers[layer] === 1 ? 1 : -1
    })
  }
  return sum
}

function listEdges(ring: PlaneRing, layer: number): Edge[] {
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

/** Returns the north coordinates of all corners and crossings, ascending. */
function listCuts(edges: readonly Edge[], limit: WorkLimit): Float64Array {
  const cuts = edges.flatMap(({ y0, y1 }) => [y0, y1])
  edges.forEach((a, i) => {
    limit.spend(edges.length - i)
    for (let k = i + 1; k < edges.length; k++) {
      const b = edges[k]!
      // Edges of the same polygon meet only at their ends.
      if (a.layer === b.layer) continue
      const [from, to] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
      if (from >= to) continue
      const [apartFrom, apartTo] = [
        interpolateX(a, from) - interpolateX(b, from),
        interpolateX(a, to) - interpolateX(b, to),
      ]
      if (apartFrom * apartTo < 0)
        cuts.push(from + ((to - from) * apartFrom) / (apartFrom - apartTo))
    }
  })
  return Float64Array.from(cuts).sort()
}

function interpolateX({ x0, y0, x1, y1 }: Edge, y: number): number {
  return x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
}
