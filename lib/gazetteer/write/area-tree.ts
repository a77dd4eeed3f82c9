import { bandsOf } from '../format/area-bands.ts'
import { type AreaEntry, encodeAreaLeaf } from '../format/area-leaf.ts'
import { ByteWriter } from '../format/bytes.ts'
import type { AreaShape } from '../place.ts'
import { curveBits, hilbertIndex, orderByKey } from './hilbert.ts'
import type { SectionFile } from './section-file.ts'
import { type TreeChild, writeTree } from './tree-writer.ts'

const entriesPerLeaf = 64

/** Mean radius of the Earth, IUGG. */
const earthRadiusMeters = 6_371_008.8

/** The shapes of areas on their way into a pack. */
export class AreaTreeWriter {
  readonly #shapes: SectionFile
  readonly #entries: AreaEntry[] = []

  constructor(shapes: SectionFile) {
    this.#shapes = shapes
  }

  add(shape: AreaShape, docId: number): void {
    const squareMeters = Math.round(areaSquareMeters(shape))
    for (const { bytes, ...box } of bandsOf(shape)) {
      const offset = this.#shapes.unit(bytes)
      this.#entries.push({ docId, squareMeters, ...box, offset, length: bytes.length + 4 })
    }
  }

  /** Writes the leaves and nodes; what it gives goes into the root. */
  write(section: SectionFile): Buffer {
    const cells = 2 ** curveBits - 1
    const keys = Uint32Array.from(this.#entries, ({ minLat, maxLat, minLon, maxLon }) =>
      hilbertIndex(
        Math.floor((cells * ((minLon + maxLon) / 2 + 180e6)) / 360e6),
        Math.floor((cells * ((minLat + maxLat) / 2 + 90e6)) / 180e6),
      ),
    )
    const order = orderByKey(keys)
    const out = new ByteWriter()
    const leaves: TreeChild[] = []
    for (let start = 0; start < order.length; start += entriesPerLeaf) {
      const entries = Array.from(
        order.subarray(start, start + entriesPerLeaf),
        (number) => this.#entries[number]!,
      )
      encodeAreaLeaf(out, entries)
      const bytes = out.take()
      const offset = section.unit(bytes)
      leaves.push({
        minLat: 10 * Math.min(...entries.map(({ minLat }) => minLat)),
        minLon: 10 * Math.min(...entries.map(({ minLon }) => minLon)),
        maxLat: 10 * Math.max(...entries.map(({ maxLat }) => maxLat)),
        maxLon: 10 * Math.max(...entries.map(({ maxLon }) => maxLon)),
        types: 0,
        categories: [0, 0],
        offset,
        length: bytes.length + 4,
      })
    }
    return writeTree(leaves, section)
  }
}

/** Outer rings less holes, on a sphere (Chamberlain and Duquette 2007, equation 4). */
function areaSquareMeters(shape: AreaShape): number {
  let sum = 0
  for (const polygon of shape) {
    for (const [i, ring] of polygon.entries()) sum += (i === 0 ? 1 : -1) * ringSquareMeters(ring)
  }
  return Math.max(0, sum)
}

function ringSquareMeters(ring: readonly { lat: number; lon: number }[]): number {
  const radians = Math.PI / 180
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]!
    const to = ring[i]!
    sum +=
      (to.lon - from.lon) *
      radians *
      (2 + Math.sin(from.lat * radians) + Math.sin(to.lat * radians))
  }
  return Math.abs((sum * earthRadiusMeters ** 2) / 2)
}
