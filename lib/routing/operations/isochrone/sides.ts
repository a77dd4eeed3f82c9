import { pause } from '#platform/concurrency'
import type { Arrangement } from './arrangement.ts'
import type { Edge } from './edge-grid.ts'

/** Layers left and right of an edge, seen from its first vertex: bit i for layer i. */
export interface Sides {
  left: number
  right: number
}

/** Finds the layers on both sides of every edge, by the edges that a ray from its middle crosses. */
export async function findSides(
  { x, y, edges }: Arrangement,
  signal?: AbortSignal,
): Promise<Sides[]> {
  const vertical = await Rays.of(edges, x, y, signal)
  // A ray upwards from a vertical edge would run along it; with swapped axes the edge is horizontal.
  const swapped = await Rays.of(edges, y, x, signal)
  const sides: Sides[] = []
  for (const edge of edges) {
    if (sides.length % edgesPerPause === 0) await pause(signal)
    if (x[edge.from] !== x[edge.to]) {
      const left = vertical.above(edge)
      sides.push({ left, right: left ^ edge.layers })
    } else {
      const right = swapped.above(edge)
      sides.push({ left: right ^ edge.layers, right })
    }
  }
  return sides
}

/** Number of edges handled before yielding to other calls: takes a millisecond or two. */
const edgesPerPause = 500

class Rays {
  readonly #bins: Edge[][] = []
  readonly #first: number
  readonly #width: number
  readonly #x: readonly number[]
  readonly #y: readonly number[]

  private constructor(edges: readonly Edge[], x: readonly number[], y: readonly number[]) {
    this.#x = x
    this.#y = y
    let first = Infinity
    let last = -Infinity
    for (const { from, to } of edges) {
      first = Math.min(first, x[from]!, x[to]!)
      last = Math.max(last, x[from]!, x[to]!)
    }
    this.#first = first
    this.#width = Math.max(1, (last - first) / Math.max(1, edges.length / 4))
  }

  static async of(
    edges: readonly Edge[],
    x: readonly number[],
    y: readonly number[],
    signal?: AbortSignal,
  ): Promise<Rays> {
    const rays = new Rays(edges, x, y)
    for (let i = 0; i < edges.length; i++) {
      if (i % edgesPerPause === 0) await pause(signal)
      rays.#add(edges[i]!)
    }
    return rays
  }

  #add(edge: Edge): void {
    const ends = [this.#bin(this.#x[edge.from]!), this.#bin(this.#x[edge.to]!)]
    for (let bin = Math.min(...ends); bin <= Math.max(...ends); bin++) {
      const there = this.#bins[bin]
      if (there) there.push(edge)
      else this.#bins[bin] = [edge]
    }
  }

  /** Returns the layers just above the middle of an edge: an odd number of their edges lies above it. */
  above(edge: Edge): number {
    const [x, y] = [this.#x, this.#y]
    // Doubled coordinates keep the middle an integer.
    const middleX = x[edge.from]! + x[edge.to]!
    const middleY = y[edge.from]! + y[edge.to]!
    let layers = 0
    for (const other of this.#bins[this.#bin(middleX / 2)] ?? []) {
      if (other === edge) continue
      const ahead = x[other.from]! <= x[other.to]!
      const a = ahead ? other.from : other.to
      const b = ahead ? other.to : other.from
      if (2 * x[a]! > middleX || 2 * x[b]! <= middleX) continue
      const rise = (x[b]! - x[a]!) * (middleY - 2 * y[a]!)
      if (rise < (y[b]! - y[a]!) * (middleX - 2 * x[a]!)) layers ^= other.layers
    }
    return layers
  }

  #bin(x: number): number {
    return Math.floor((x - this.#first) / this.#width)
  }
}
