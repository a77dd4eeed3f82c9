import { pause } from '#platform/concurrency'
import { type Edge, EdgeGrid } from './edge-grid.ts'

/** A closed line in whole microdegrees, `[x0, y0, x1, y1, ...]`; the last position joins the first. */
export type Ring = readonly number[]

/** A planar arrangement: edges that meet only at their ends. */
export interface Arrangement {
  /** Positions of the vertices. */
  x: number[]
  y: number[]
  /** Edges, all different and longer than 0. */
  edges: Edge[]
}

/**
 * Maximum number of rounds. Usually two or three are enough: snapping moves lines by less than a unit, so new
 * crossings are rare.
 */
const maxRounds = 50

/**
 * Cuts the rings of all layers where they cross or touch, in integer coordinates. The resulting edges meet only at
 * their ends. An edge that a layer contains twice is not part of that layer's boundary (even-odd rule).
 *
 * Snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999): an edge that passes
 * through the unit square around a vertex is routed through the vertex. For every sum here to be exact, coordinates
 * must lie within 2^25 of each other and between -2^26 and 2^26.
 */
export async function arrange(
  layers: readonly (readonly Ring[])[],
  signal?: AbortSignal,
): Promise<Arrangement> {
  const graph = new Graph(signal)
  for (const [i, rings] of layers.entries()) {
    for (const ring of rings) {
      await pause(signal)
      let last = graph.vertex(ring.at(-2)!, ring.at(-1)!)
      for (let k = 0; k < ring.length; k += 2) {
        const next = graph.vertex(ring[k]!, ring[k + 1]!)
        graph.toggle(last, next, 1 << i)
        last = next
      }
    }
  }
  for (let round = 0; round < maxRounds; round++) {
    if (!(await graph.cut())) return graph.arrangement()
  }
  throw new Error('lines keep crossing after being cut where they cross')
}

/** Number of edges, or of grid cells, handled before yielding to other calls: takes a millisecond or two. */
const edgesPerPause = 500

class Graph {
  readonly #signal: AbortSignal | undefined
  readonly #x: number[] = []
  readonly #y: number[] = []
  readonly #vertices = new Map<number, number>()
  #edges = new Map<number, Edge>()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  vertex(x: number, y: number): number {
    const key = x * 2 ** 27 + y
    let vertex = this.#vertices.get(key)
    if (vertex === undefined) {
      vertex = this.#x.length
      this.#vertices.set(key, vertex)
      this.#x.push(x)
      this.#y.push(y)
    }
    return vertex
  }

  toggle(a: number, b: number, layers: number): void {
    if (a === b) return
    const ahead = this.#x[a]! - this.#x[b]! || this.#y[a]! - this.#y[b]!
    const [from, to] = ahead < 0 ? [a, b] : [b, a]
    const key = from * 2 ** 26 + to
    const known = this.#edges.get(key)
    if (!known) this.#edges.set(key, { from, to, layers })
    else if (known.layers === layers) this.#edges.delete(key)
    else known.layers ^= layers
  }

  arrangement(): Arrangement {
    return { x: this.#x, y: this.#y, edges: [...this.#edges.values()] }
  }

  /** Cuts all edges once. Returns `false` when there was nothing to cut. */
  async cut(): Promise<boolean> {
    const edges = [...this.#edges.values()]
    const cells = new EdgeGrid(edges, this.#x, this.#y)
    for (let i = 0; i < edges.length; i++) {
      if (i % edgesPerPause === 0) await pause(this.#signal)
      cells.add(edges[i]!)
    }
    let done = 0
    for (const cellEdges of cells.edges.values()) {
      if (done++ % edgesPerPause === 0) await pause(this.#signal)
      this.#addCrossings(cellEdges)
    }
    await pause(this.#signal)
    const pixels = cells.pointsByCell(this.#x, this.#y)
    let isCut = false
    this.#edges = new Map()
    for (let i = 0; i < edges.length; i++) {
      if (i % edgesPerPause === 0) await pause(this.#signal)
      const edge = edges[i]!
      const through = this.#verticesOn(edge, cells.of(edge), pixels)
      if (through.length > 0) isCut = true
      let last = edge.from
      for (const vertex of [...through, edge.to]) {
        this.toggle(last, vertex, edge.layers)
        last = vertex
      }
    }
    return isCut
  }

  /** Adds a vertex wherever two of the edges cross. */
  #addCrossings(edges: readonly Edge[]): void {
    const [x, y] = [this.#x, this.#y]
    for (let i = 0; i < edges.length; i++) {
      const { from: a, to: b } = edges[i]!
      for (let j = i + 1; j < edges.length; j++) {
        const { from: c, to: d } = edges[j]!
        if (x[c]! > x[b]! || x[a]! > x[d]! || a === c || b === d) continue
        const sideOfC = computeCross(x, y, a, b, c)
        const sideOfD = computeCross(x, y, a, b, d)
        if (sideOfC === 0 || sideOfD === 0 || sideOfC > 0 === sideOfD > 0) continue
        if (computeCross(x, y, c, d, a) > 0 === computeCross(x, y, c, d, b) > 0) continue
        const whole = sideOfC - sideOfD
        this.vertex(
          interpolateInteger(x[c]!, x[d]!, sideOfC, whole),
          interpolateInteger(y[c]!, y[d]!, sideOfC, whole),
        )
      }
    }
  }

  /** Finds vertices whose unit square the edge crosses, in order along the edge. */
  #verticesOn({ from, to }: Edge, cells: Iterable<number>, pixels: Map<number, number[]>) {
    const [x, y] = [this.#x, this.#y]
    const dx = x[to]! - x[from]!
    const dy = y[to]! - y[from]!
    const reach = (Math.abs(dx) + Math.abs(dy)) / 2
    const [low, high] = dy < 0 ? [y[to]!, y[from]!] : [y[from]!, y[to]!]
    const found: number[] = []
    for (const cell of cells) {
      for (const vertex of pixels.get(cell) ?? []) {
        if (vertex === from || vertex === to) continue
        if (x[vertex]! < x[from]! || x[vertex]! > x[to]!) continue
        if (y[vertex]! < low || y[vertex]! > high) continue
        const side = computeCross(x, y, from, to, vertex)
        // A square is half open: a corner shared by four squares belongs to one of them.
        if (Math.abs(side) < reach || (dy < 0 && side === reach)) found.push(vertex)
      }
    }
    const along = (v: number) => (x[v]! - x[from]!) * dx + (y[v]! - y[from]!) * dy
    return found.sort((a, b) => along(a) - along(b))
  }
}

/** Returns the integer nearest to `from + (to - from) * part / whole`, computed exactly; halves round up. */
function interpolateInteger(from: number, to: number, part: number, whole: number): number {
  const value = from + ((to - from) * part) / whole
  const rounded = Math.floor(value + 0.5)
  if (Math.abs(value + 0.5 - Math.round(value + 0.5)) > 1e-6) return rounded
  let above = 2n * BigInt(to - from) * BigInt(part) + BigInt(whole)
  let below = 2n * BigInt(whole)
  if (below < 0n) [above, below] = [-above, -below]
  const floor = above / below - (above % below < 0n ? 1n : 0n)
  return from + Number(floor)
}

/** Returns twice the signed area of a, b, c: positive when c lies left of the line from a to b. */
function computeCross(x: readonly number[], y: readonly number[], a: number, b: number, c: number) {
  return (x[b]! - x[a]!) * (y[c]! - y[a]!) - (y[b]! - y[a]!) * (x[c]! - x[a]!)
}
