import type { LatLon } from '../../lib/geo/index.ts'

/** Collects ids in any order, with repetitions. */
export class IdList {
  #ids = new Float64Array(1024)
  #count = 0

  add(id: number): void {
    if (this.#count === this.#ids.length) {
      const larger = new Float64Array(2 * this.#ids.length)
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[this.#count++] = id
  }

  /** The distinct ids, ascending. Nothing may be added afterwards. */
  sorted(): Float64Array {
    const ids = this.#ids.subarray(0, this.#count).sort()
    let kept = 0
    for (let i = 0; i < ids.length; i++) {
      if (i === 0 || ids[i] !== ids[kept - 1]) ids[kept++] = ids[i]!
    }
    return ids.slice(0, kept)
  }
}

/** Coordinates are stored in the unit of OSM PBF files, 100 nanodegrees. */
const unitsPerDegree = 1e7
/** The latitude of a node that was not read yet. */
const unknown = -(2 ** 31)

/** Coordinates of required nodes, 16 bytes each. */
export class NodeTable {
  readonly #ids: Float64Array
  readonly #lats: Int32Array
  readonly #lons: Int32Array
  /** Index of the last lookup. */
  #last = 0

  /** @param ids Ids of the required nodes, distinct and ascending. */
  constructor(ids: Float64Array) {
    this.#ids = ids
    this.#lats = new Int32Array(ids.length).fill(unknown)
    this.#lons = new Int32Array(ids.length)
  }

  /** Stores the position of a node if it is required. */
  set(id: number, lat: number, lon: number): void {
    const at = this.#find(id)
    if (at < 0) return
    this.#lats[at] = Math.round(lat * unitsPerDegree)
    this.#lons[at] = Math.round(lon * unitsPerDegree)
  }

  has(id: number): boolean {
    const at = this.#find(id)
    return at >= 0 && this.#lats[at] !== unknown
  }

  get(id: number): LatLon | undefined {
    const at = this.#find(id)
    if (at < 0 || this.#lats[at] === unknown) return undefined
    return { lat: this.#lats[at]! / unitsPerDegree, lon: this.#lons[at]! / unitsPerDegree }
  }

  /** The positions of the known nodes, in order. */
  line(nodes: readonly number[]): LatLon[] {
    const line: LatLon[] = []
    for (let i = 0; i < nodes.length; i++) {
      const position = this.get(nodes[i]!)
      if (position) line.push(position)
    }
    return line
  }

  /** Runs of known nodes as alternating longitude and latitude; an unknown node ends a run. */
  knownRuns(nodes: readonly number[]): Float64Array[] {
    const runs: Float64Array[] = []
    const all = new Float64Array(2 * nodes.length)
    let start = 0
    let filled = 0
    for (let i = 0; i < nodes.length; i++) {
      const at = this.#find(nodes[i]!)
      if (at >= 0 && this.#lats[at] !== unknown) {
        all[filled++] = this.#lons[at]! / unitsPerDegree
        all[filled++] = this.#lats[at]! / unitsPerDegree
      } else {
        if (filled > start) runs.push(all.subarray(start, filled))
        start = filled
      }
    }
    if (filled > start)
      runs.push(start === 0 && filled === all.length ? all : all.subarray(start, filled))
    return runs
  }

  /** The index of an id, or -1. Ids of a way and of neighbours lie close together, so the search starts at the last. */
  #find(id: number): number {
    const ids = this.#ids
    const last = this.#last
    if (ids[last] === id) return last
    if (ids[last + 1] === id) return ++this.#last
    let low = 0
    let high = ids.length
    // Doubles its steps away from the last index until the id lies between.
    if (ids[last]! < id) {
      low = last + 1
      for (let step = 1; low + step < high; step *= 2) {
        if (ids[low + step]! < id) low += step + 1
        else high = low + step + 1
      }
    } else {
      high = Math.min(high, last)
      for (let step = 1; high - step > low; step *= 2) {
        if (ids[high - step]! >= id) high -= step
        else low = high - step + 1
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    if (low < ids.length) this.#last = low
    return ids[low] === id ? low : -1
  }
}
