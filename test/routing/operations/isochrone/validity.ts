import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js'
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js'
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js'
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js'

type Geometry = { type: string; coordinates: unknown }

const reader = new GeoJSONReader(new GeometryFactory())

/** Returns the error of the JTS topology suite for a polygon, or `valid`. */
export function validityOf(geometry: Geometry): string {
  const error = new IsValidOp(reader.read(geometry)).getValidationError()
  return error === null ? 'valid' : String(error)
}

export function covers(larger: Geometry, smaller: Geometry): boolean {
  return RelateOp.covers(reader.read(larger), reader.read(smaller))
}

/** Returns whether shells are counter-clockwise, holes clockwise and all rings closed. */
export function keepsRightHandRule({ type, coordinates }: Geometry): boolean {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as [number, number][][][]
  return polygons.every((rings) =>
    rings.every((ring, i) => {
      const closed = ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1]
      const [x0, y0] = ring[0]!
      let area = 0
      for (let k = 1; k < ring.length; k++) {
        const [ax, ay] = ring[k - 1]!
        const [bx, by] = ring[k]!
        area += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
      }
      return closed && (i === 0 ? area > 0 : area < 0)
    }),
  )
}

/** Applies the even-odd rule over all rings. */
export function contains({ type, coordinates }: Geometry, lon: number, lat: number): boolean {
  const rings = (type === 'Polygon' ? coordinates : (coordinates as unknown[]).flat()) as [
    number,
    number,
  ][][]
  let inside = false
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!
      const [bx, by] = ring[i]!
      if (ay > lat === by > lat) continue
      if (lon < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}
