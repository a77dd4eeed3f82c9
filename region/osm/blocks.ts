import { PbfReader } from 'pbf'
import type { Bounds } from '../../lib/dataset/index.ts'

/** What the header block of an OSM PBF file says. */
export interface OsmHeader {
  bounds?: Bounds
  requiredFeatures: string[]
  /** When the data was current, in seconds since 1970. */
  timestampSeconds?: number
}

/** Header boxes are in nanodegrees. */
const perDegree = 1e9

export function readHeader(bytes: Uint8Array): OsmHeader {
  return new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === 1) {
        // The message of a box: left, right, top, bottom, in this order.
        const box = pbf.readMessage((side, into: number[], pbf) => {
          into[side] = pbf.readSVarint() / perDegree
        }, [])
        const [, min_lon, max_lon, max_lat, min_lat] = box
        // A side of zero degrees may be left out of the message.
        header.bounds = {
          min_lat: min_lat ?? 0,
          min_lon: min_lon ?? 0,
          max_lat: max_lat ?? 0,
          max_lon: max_lon ?? 0,
        }
      } else if (tag === 4) header.requiredFeatures.push(pbf.readString())
      else if (tag === 32) header.timestampSeconds = pbf.readVarint(true)
    },
    { requiredFeatures: [] } as OsmHeader,
  )
}

interface NodeColumns {
  lats: number[][]
  lons: number[][]
  granularity: number
  latOffset: number
  lonOffset: number
}

/** The box of all nodes in a block; undefined when it has none. */
export function nodeBounds(bytes: Uint8Array): Bounds | undefined {
  const columns = new PbfReader(bytes).readFields(
    (tag, into, pbf) => {
      if (tag === 2) pbf.readMessage(readGroup, into)
      else if (tag === 17) into.granularity = pbf.readVarint()
      else if (tag === 19) into.latOffset = pbf.readVarint(true)
      else if (tag === 20) into.lonOffset = pbf.readVarint(true)
    },
    { lats: [], lons: [], granularity: 100, latOffset: 0, lonOffset: 0 } as NodeColumns,
  )
  const lat = extremes(columns.lats, columns.latOffset, columns.granularity)
  const lon = extremes(columns.lons, columns.lonOffset, columns.granularity)
  return lat && lon && { min_lat: lat.min, min_lon: lon.min, max_lat: lat.max, max_lon: lon.max }
}

function readGroup(tag: number, into: NodeColumns, pbf: PbfReader): void {
  if (tag === 1) {
    pbf.readMessage((field, into: NodeColumns, pbf) => {
      if (field === 8) into.lats.push([pbf.readSVarint()])
      else if (field === 9) into.lons.push([pbf.readSVarint()])
    }, into)
  } else if (tag === 2) {
    pbf.readMessage((field, into: NodeColumns, pbf) => {
      if (field === 8) into.lats.push(pbf.readPackedSVarint())
      else if (field === 9) into.lons.push(pbf.readPackedSVarint())
    }, into)
  }
}

/** Columns hold differences from one node to the next. */
function extremes(
  columns: number[][],
  offset: number,
  granularity: number,
): { min: number; max: number } | undefined {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const column of columns) {
    let value = 0
    for (const difference of column) {
      value += difference
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  if (min > max) return undefined
  const degrees = (value: number): number => (offset + granularity * value) / perDegree
  return { min: degrees(min), max: degrees(max) }
}
