import { PbfReader } from 'pbf'
import type { Bounds } from '#ground/geo'
import { readBlock } from './objects.ts'

/** Header block of an OSM PBF file. */
export interface OsmHeader {
  bounds?: Bounds
  requiredFeatures: string[]
  /** Whether the header declares that the file is sorted. */
  isSorted: boolean
  /** Date of the map data, in seconds since 1970. */
  timestampSeconds?: number
}

// Field numbers of the message HeaderBlock (osmformat.proto).
const bboxField = 1
const requiredFeaturesField = 4
const optionalFeaturesField = 5
const replicationTimestampField = 32

const nanodegreesPerDegree = 1e9
/** Maximum number of required features; the format defines a handful, so a longer list is damage. */
const maxRequiredFeatures = 100
/** 9999-12-31T23:59:59Z, the last second of a four-digit year. */
const maxTimestampSeconds = 253_402_300_799

export function readHeader(bytes: Uint8Array): OsmHeader {
  return new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === bboxField) {
        const sides = pbf.readMessage((side, into: number[], pbf) => {
          into[side] = pbf.readSVarint() / nanodegreesPerDegree
        }, [])
        // Fields 1 to 4: left, right, top, bottom.
        const [, min_lon, max_lon, max_lat, min_lat] = sides
        // Writers may leave out a field whose value is zero.
        header.bounds = {
          min_lat: min_lat ?? 0,
          min_lon: min_lon ?? 0,
          max_lat: max_lat ?? 0,
          max_lon: max_lon ?? 0,
        }
      } else if (tag === requiredFeaturesField) {
        if (header.requiredFeatures.push(pbf.readString()) > maxRequiredFeatures)
          throw new RangeError('too many required features')
      } else if (tag === optionalFeaturesField) {
        header.isSorted ||= pbf.readString() === 'Sort.Type_then_ID'
      } else if (tag === replicationTimestampField) {
        const seconds = pbf.readVarint(true)
        if (seconds > 0 && seconds <= maxTimestampSeconds) header.timestampSeconds = seconds
      }
    },
    { requiredFeatures: [], isSorted: false } as OsmHeader,
  )
}

/** Returns the bounds of all nodes in a block, or undefined for a block without nodes. */
export function findNodeBounds(bytes: Uint8Array): Bounds | undefined {
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
