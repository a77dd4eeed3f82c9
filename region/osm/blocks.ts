import { PbfReader } from 'pbf'
import type { Bounds } from '../../lib/geo/index.ts'
import { readBlock } from './objects.ts'

/** What the header block of an OSM PBF file says. */
export interface OsmHeader {
  bounds?: Bounds
  requiredFeatures: string[]
  /** When the data was current, in seconds since 1970. */
  timestampSeconds?: number
}

/** Header boxes are in nanodegrees. */
const perDegree = 1e9

/** The format knows a handful. */
const maxFeatures = 100
/** 9999-12-31T23:59:59Z, the last second that a date can be written of. */
const lastSecond = 253_402_300_799

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
      } else if (tag === 4) {
        if (header.requiredFeatures.push(pbf.readString()) > maxFeatures)
          throw new RangeError('too many required features')
      } else if (tag === 32) {
        const seconds = pbf.readVarint(true)
        if (seconds > 0 && seconds <= lastSecond) header.timestampSeconds = seconds
      }
    },
    { requiredFeatures: [] } as OsmHeader,
  )
}

/** The box of all nodes in a block; undefined when it has none. */
export function nodeBounds(bytes: Uint8Array): Bounds | undefined {
  const box = { min_lat: Infinity, min_lon: Infinity, max_lat: -Infinity, max_lon: -Infinity }
  readBlock(bytes, {
    node(_, lat, lon) {
      if (lat < box.min_lat) box.min_lat = lat
      if (lat > box.max_lat) box.max_lat = lat
      if (lon < box.min_lon) box.min_lon = lon
      if (lon > box.max_lon) box.max_lon = lon
    },
  })
  return box.min_lat > box.max_lat ? undefined : box
}
