import { DatabaseSync } from 'node:sqlite'
import type { Bounds } from '#ground/geo'
import { findZoneRectangles } from './zone-rectangles.ts'

/**
 * Adds the time zones around these boxes to the engine's boundary database, as the table that its builder looks for.
 * The database already has SpatiaLite's own tables, so a spatial index takes only one more R-tree and one more row.
 */
export function writeTimeZones(databasePath: string, boxes: readonly Bounds[]): void {
  const database = new DatabaseSync(databasePath)
  try {
    database.exec(`
      BEGIN;
      CREATE TABLE tz_world (TZID TEXT, geom BLOB);
      CREATE VIRTUAL TABLE idx_tz_world_geom USING rtree(pkid, xmin, xmax, ymin, ymax);
      INSERT INTO geometry_columns VALUES ('tz_world', 'geom', 6, 2, ${srid}, 1);
    `)
    const insert = database.prepare('INSERT INTO tz_world VALUES (?, ?)')
    const index = database.prepare('INSERT INTO idx_tz_world_geom VALUES (?, ?, ?, ?, ?)')
    for (const box of boxes)
      for (const { zone, bounds } of findZoneRectangles(box)) {
        const { min_lat, min_lon, max_lat, max_lon } = bounds
        const { lastInsertRowid } = insert.run(zone, encodeRectangle(bounds))
        index.run(lastInsertRowid, min_lon, max_lon, min_lat, max_lat)
      }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

const srid = 4326
const multiPolygon = 6
const polygon = 3

/**
 * Encodes a rectangle as a multipolygon in SpatiaLite's format, little endian
 * (https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html).
 */
function encodeRectangle({ min_lat, min_lon, max_lat, max_lon }: Bounds): Buffer {
  const corners = [
    [min_lon, min_lat],
    [max_lon, min_lat],
    [max_lon, max_lat],
    [min_lon, max_lat],
    [min_lon, min_lat],
  ]
  const byte = (value: number): Buffer => Buffer.from([value])
  const int = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    return bytes
  }
  const doubles = (values: readonly number[]): Buffer =>
    Buffer.from(new Float64Array(values).buffer)
  return Buffer.concat([
    byte(0x00),
    byte(0x01),
    int(srid),
    doubles([min_lon, min_lat, max_lon, max_lat]),
    byte(0x7c),
    int(multiPolygon),
    int(1),
    byte(0x69),
    int(polygon),
    int(1),
    int(corners.length),
    doubles(corners.flat()),
    byte(0xfe),
  ])
}
