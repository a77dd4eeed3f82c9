/** Number of edges per band: a point is compared with few, and bands stay cheap to fill. */
const edgesPerBand = 4
const maxBands = 8192

/**
 * Tells whether points lie inside rings, outer and inner alike, by the even-odd rule. Edges are sorted into bands
 * along the second axis, so that long outlines are as fast as short ones.
 */
export class PointInRings {
  readonly #bands: number[][]
  readonly #min: number
  readonly #max: number
  readonly #bandHeight: number

  /** @param rings First and second coordinate in turn (longitude, latitude; or east, north), closed. */
  constructor(rings: readonly ArrayLike<number>[]) {
    let [min, max, edges] = [Infinity, -Infinity, 0]
    for (const ring of rings) {
      edges += ring.length / 2 - 1
      for (let i = 1; i < ring.length; i += 2) {
        min = Math.min(min, ring[i]!)
        max = Math.max(max, ring[i]!)
      }
    }
    const count = Math.min(maxBands, Math.max(1, Math.floor(edges / edgesPerBand)))
    this.#min = min
    this.#max = max
    this.#bandHeight = (max - min) / count || 1
    this.#bands = Array.from({ length: count }, () => [])
    for (const ring of rings) {
      for (let i = 2; i < ring.length; i += 2) {
        const [fromX, fromY] = [ring[i - 2]!, ring[i - 1]!]
        const [toX, toY] = [ring[i]!, ring[i + 1]!]
        const last = this.#band(Math.max(fromY, toY))
        for (let band = this.#band(Math.min(fromY, toY)); band <= last; band++)
          this.#bands[band]!.push(fromX, fromY, toX, toY)
      }
    }
  }

  has(x: number, y: number): boolean {
    if (!(y >= this.#min && y <= this.#max)) return false
    const edges = this.#bands[this.#band(y)]!
    let isInside = false
    for (let i = 0; i < edges.length; i += 4) {
      const [fromY, toY] = [edges[i + 1]!, edges[i + 3]!]
      // The lower end belongs to an edge and the upper one does not, so a corner counts once.
      if (fromY <= y === toY <= y) continue
      const share = (y - fromY) / (toY - fromY)
      if (edges[i]! + share * (edges[i + 2]! - edges[i]!) > x) isInside = !isInside
    }
    return isInside
  }

  #band(y: number): number {
    const band = Math.floor((y - this.#min) / this.#bandHeight)
    return Math.min(this.#bands.length - 1, Math.max(0, band))
  }
}
