import type { Vertices } from './feature.ts'

const edgesPerBand = 4
const maxBands = 8192

/**
 * Says whether points lie in rings, by how often a line to the east crosses them. Edges are kept by
 * bands of latitude, so that long coasts are as quick as short ones.
 */
export class Inside {
  readonly #bands: number[][]
  readonly #south: number
  readonly #bandHeight: number

  constructor(rings: readonly Vertices[]) {
    let [south, north, edges] = [Infinity, -Infinity, 0]
    for (const ring of rings) {
      edges += ring.length / 2 - 1
      for (let i = 1; i < ring.length; i += 2) {
        south = Math.min(south, ring[i]!)
        north = Math.max(north, ring[i]!)
      }
    }
    const bands = Math.min(maxBands, Math.max(1, Math.floor(edges / edgesPerBand)))
    this.#south = south
    this.#bandHeight = (north - south) / bands || 1
    this.#bands = Array.from({ length: bands }, () => [])
    for (const ring of rings)
      for (let i = 2; i < ring.length; i += 2) {
        const [fromLon, fromLat] = [ring[i - 2]!, ring[i - 1]!]
        const [toLon, toLat] = [ring[i]!, ring[i + 1]!]
        const last = this.#band(Math.max(fromLat, toLat))
        for (let band = this.#band(Math.min(fromLat, toLat)); band <= last; band++)
          this.#bands[band]!.push(fromLon, fromLat, toLon, toLat)
      }
  }

  has(lon: number, lat: number): boolean {
    const edges = this.#bands[this.#band(lat)] ?? []
    let inside = false
    for (let i = 0; i < edges.length; i += 4) {
      const [fromLat, toLat] = [edges[i + 1]!, edges[i + 3]!]
      // The lower end belongs to an edge, the upper does not: a corner counts once.
      if (fromLat <= lat === toLat <= lat) continue
      const share = (lat - fromLat) / (toLat - fromLat)
      if (edges[i]! + share * (edges[i + 2]! - edges[i]!) > lon) inside = !inside
    }
    return inside
  }

  #band(lat: number): number {
    const band = Math.floor((lat - this.#south) / this.#bandHeight)
    return Math.min(this.#bands.length - 1, Math.max(0, band))
  }
}
