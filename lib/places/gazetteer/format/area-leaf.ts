import { ByteReader, type ByteWriter } from './bytes.ts'
import type { UnitDecoder } from './unit.ts'

/** A band of an area in a leaf of the area tree. Its box is in 1e-6 degrees. */
export interface AreaEntry {
  docId: number
  /** Size of the whole area. */
  squareMeters: number
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
  /** Byte offset of the band in the `shapes` section. */
  offset: number
  length: number
}

export function encodeAreaLeaf(out: ByteWriter, entries: readonly AreaEntry[]): void {
  out.varint(entries.length)
  for (const entry of entries) {
    out.varint(entry.docId)
    out.varint(entry.squareMeters)
    out.int32(entry.minLat)
    out.int32(entry.minLon)
    out.int32(entry.maxLat)
    out.int32(entry.maxLon)
    out.varint(entry.offset)
    out.varint(entry.length)
  }
}

export const areaLeafDecoder: UnitDecoder<readonly AreaEntry[]> = {
  name: 'a leaf of the tree of areas',
  decode: (bytes) => {
    const from = new ByteReader(bytes)
    return Array.from({ length: from.varint() }, () => ({
      docId: from.varint(),
      squareMeters: from.varint(),
      minLat: from.int32(),
      minLon: from.int32(),
      maxLat: from.int32(),
      maxLon: from.int32(),
      offset: from.varint(),
      length: from.varint(),
    }))
  },
  memoryBytes: (entries) => 64 + 120 * entries.length,
  detached: true,
}
