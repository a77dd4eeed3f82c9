import type { LatLon } from '#ground/geo'
import { SortedIds } from './sorted-ids.ts'

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

  /** Returns the distinct ids, ascending. No id may be added afterwards. */
  sorted(): Float64Array {
    return removeRepeats(this.#ids.subarray(0, this.#count).sort())
  }
}

function removeRepeats(ids: Float64Array): Float64Array {
  let kept = 0
  for (let i = 0; i < ids.length; i++) {
    if (i === 0 || ids[i] !== ids[kept - 1]) ids[kept++] = ids[i]!
  }
  return ids.slice(0, kept)
}

/** Units per degree of stored coordinates, as in OSM PBF files: 100 nanodegrees. */
const unitsPerDegree = 1e7
/** Latitude of a node before it is read. */
const unknown = -(2 ** 31)

function toUnits(degrees: number): number {
  return Math.round(degrees * unitsPerDegree)
}

/** Coordinates of nodes, 16 bytes each. */
export class NodeTable {
  readonly #ids: SortedIds
  readonly #lats: Int32Array
  readonly #lons: Int32Array

  /**
   * @param ids Ids of the required nodes, distinct and ascending.
   * @param positions Positions in the unit of OSM PBF files; unknown by default.
   */
  constructor(ids: Float64Array, positions?: { lats: Int32Array; lons: Int32Array }) {
    this.#ids = new SortedIds(ids)
    this.#lats = positions?.lats ?? new Int32Array(ids.length).fill(unknown)
    this.#lons = positions?.lons ?? new Int32Array(ids.length)
  }

  /** Stores the position of a node if it is required. */
  set(id: number, lat: number, lon: number): void {
    const at = this.#ids.indexOf(id)
    if (at < 0) return
    this.#lats[at] = toUnits(lat)
    this.#lons[at] = toUnits(lon)
  }

  has(id: number): boolean {
    const at = this.#ids.indexOf(id)
    return at >= 0 && this.#lats[at] !== unknown
  }

  get(id: number): LatLon | undefined {
    const at = this.#ids.indexOf(id)
    if (at < 0 || this.#lats[at] === unknown) return undefined
    return { lat: this.#lats[at]! / unitsPerDegree, lon: this.#lons[at]! / unitsPerDegree }
  }

  /** Returns the positions of the known nodes, in order. */
  line(nodes: readonly number[]): LatLon[] {
    const line: LatLon[] = []
    for (let i = 0; i < nodes.length; i++) {
      const position = this.get(nodes[i]!)
      if (position) line.push(position)
    }
    return line
  }

  /** Returns runs of known nodes as alternating longitude and latitude; an unknown node ends a run. */
  splitAtUnknown(nodes: readonly number[]): Float64Array[] {
    const runs: Float64Array[] = []
    const all = new Float64Array(2 * nodes.length)
    let start = 0
    let filled = 0
    for (let i = 0; i < nodes.length; i++) {
      const at = this.#ids.indexOf(nodes[i]!)
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
}

/** Collects all nodes, for a stage that needs most of them. */
export class AllNodes {
  #ids = new Float64Array(1024)
  #lats = new Int32Array(1024)
  #lons = new Int32Array(1024)
  #count = 0
  #isAscending = true

  /** Adds a node. If it was added before, the later position counts. */
  add(id: number, lat: number, lon: number): void {
    const at = this.#count
    if (at === this.#ids.length) this.#grow()
    if (at > 0 && id <= this.#ids[at - 1]!) this.#isAscending = false
    this.#ids[at] = id
    this.#lats[at] = toUnits(lat)
    this.#lons[at] = toUnits(lon)
    this.#count++
  }

  #grow(): void {
    const size = 2 * this.#ids.length
    const [ids, lats, lons] = [new Float64Array(size), new Int32Array(size), new Int32Array(size)]
    ids.set(this.#ids)
    lats.set(this.#lats)
    lons.set(this.#lons)
    ;[this.#ids, this.#lats, this.#lons] = [ids, lats, lons]
  }

  /** Returns the table. No node may be added afterwards. */
  table(): NodeTable {
    const ids = this.#ids.subarray(0, this.#count)
    const [lats, lons] = [this.#lats, this.#lons]
    if (this.#isAscending) return new NodeTable(ids, { lats, lons })
    // Several files may repeat ids.
    const table = new NodeTable(removeRepeats(ids.slice().sort()))
    for (let i = 0; i < ids.length; i++)
      table.set(ids[i]!, lats[i]! / unitsPerDegree, lons[i]! / unitsPerDegree)
    return table
  }
}
