export interface Edge {
  /** Vertices of the edge. `from` has the smaller x, or the smaller y if x is equal. */
  from: number
  to: number
  /** Bit i is set if crossing this edge enters or leaves layer i. */
  layers: number
}

/** A square grid over the edges. Only edges in a common cell are compared. */
export class EdgeGrid {
  readonly edges = new Map<number, Edge[]>()
  readonly #x: readonly number[]
  readonly #y: readonly number[]
  readonly #size: number

  constructor(edges: readonly Edge[], x: readonly number[], y: readonly number[]) {
    this.#x = x
    this.#y = y
    let length = 0
    for (const { from, to } of edges) {
      length += Math.max(x[to]! - x[from]!, Math.abs(y[to]! - y[from]!))
    }
    this.#size = Math.max(1, Math.ceil((2 * length) / Math.max(1, edges.length)))
  }

  add(edge: Edge): void {
    for (const cell of this.of(edge)) {
      const there = this.edges.get(cell)
      if (there) there.push(edge)
      else this.edges.set(cell, [edge])
    }
  }

  /** Yields the cells that the bounding box of an edge overlaps. */
  *of({ from, to }: Edge): Generator<number> {
    const [x, y] = [this.#x, this.#y]
    const low = Math.min(y[from]!, y[to]!)
    const high = Math.max(y[from]!, y[to]!)
    for (let column = this.#cell(x[from]!); column <= this.#cell(x[to]!); column++) {
      for (let row = this.#cell(low); row <= this.#cell(high); row++) yield column * 2 ** 26 + row
    }
  }

  pointsByCell(x: readonly number[], y: readonly number[]): Map<number, number[]> {
    const points = new Map<number, number[]>()
    for (let i = 0; i < x.length; i++) {
      const cell = this.#cell(x[i]!) * 2 ** 26 + this.#cell(y[i]!)
      const there = points.get(cell)
      if (there) there.push(i)
      else points.set(cell, [i])
    }
    return points
  }

  #cell(value: number): number {
    return Math.floor(value / this.#size)
  }
}
