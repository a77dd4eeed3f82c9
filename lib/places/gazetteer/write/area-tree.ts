import { earthRadiusMeters } from '#ground/geo'
import { cutIntoBands } from '../format/area-bands.ts'
import { type AreaEntry, encodeAreaLeaf } from '../format/area-leaf.ts'
import { ByteWriter } from '../format/bytes.ts'
import { lineScale, pointUnitsPerLineUnit } from '../format/layout.ts'
import type { TreeChild } from '../format/tree.ts'
import type { AreaShape } from '../place.ts'
import { orderAlongHilbert } from './hilbert.ts'
import type { SectionFile } from './section-file.ts'
import { writeTree } from './tree-writer.ts'

const entriesPerLeaf = 64
/** Box around the whole globe, 1e-6 degrees. */
const globe = {
  minLat: -90 * lineScale,
  minLon: -180 * lineScale,
  maxLat: 90 * lineScale,
  maxLon: 180 * lineScale,
}

/** Writes the shapes of areas, cut into bands, and the R-tree behind `Gazetteer.containing`. */
export class AreaTreeWriter {
  readonly #shapes: SectionFile
  readonly #entries: AreaEntry[] = []

  constructor(shapes: SectionFile) {
    this.#shapes = shapes
  }

  add(shape: AreaShape, docId: number): void {
    const squareMeters = Math.round(measureAreaSquareMeters(shape))
    for (const { bytes, ...box } of cutIntoBands(shape)) {
      this.#entries.push({ docId, squareMeters, ...box, ...this.#shapes.appendUnit(bytes) })
    }
  }

  /** Writes leaves and inner nodes to the section and returns the top of the tree for the `root` section. */
  write(section: SectionFile): Buffer {
    const order = orderAlongHilbert(
      this.#entries.map(({ minLat, maxLat }) => (minLat + maxLat) / 2),
      this.#entries.map(({ minLon, maxLon }) => (minLon + maxLon) / 2),
      globe,
    )
    const out = new ByteWriter()
    const leaves: TreeChild[] = []
    for (let start = 0; start < order.length; start += entriesPerLeaf) {
      const entries = Array.from(
        order.subarray(start, start + entriesPerLeaf),
        (index) => this.#entries[index]!,
      )
      encodeAreaLeaf(out, entries)
      leaves.push({
        minLat: pointUnitsPerLineUnit * Math.min(...entries.map(({ minLat }) => minLat)),
        minLon: pointUnitsPerLineUnit * Math.min(...entries.map(({ minLon }) => minLon)),
        maxLat: pointUnitsPerLineUnit * Math.max(...entries.map(({ maxLat }) => maxLat)),
        maxLon: pointUnitsPerLineUnit * Math.max(...entries.map(({ maxLon }) => maxLon)),
        types: 0,
        categories: [0, 0],
        ...section.appendUnit(out.take()),
      })
    }
    return writeTree(leaves, section)
  }
}

/** Computes the area of the outer rings minus the holes on a sphere (Chamberlain and Duquette 2007, equation 4). */
function measureAreaSquareMeters(shape: AreaShape): number {
  let sum = 0
  for (const polygon of shape) {
    for (const [i, ring] of polygon.entries())
      sum += (i === 0 ? 1 : -1) * measureRingSquareMeters(ring)
  }
  return Math.max(0, sum)
}

function measureRingSquareMeters(ring: readonly { lat: number; lon: number }[]): number {
  const radiansPerDegree = Math.PI / 180
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]!
    const to = ring[i]!
    sum +=
      (to.lon - from.lon) *
      radiansPerDegree *
      (2 + Math.sin(from.lat * radiansPerDegree) + Math.sin(to.lat * radiansPerDegree))
  }
  return Math.abs((sum * earthRadiusMeters ** 2) / 2)
}
