import { eccentricitySquared, equatorialRadiusMeters } from './ellipsoid.ts'
import type { MultiPolygon, Polygon } from './geojson.ts'

const eccentricity = Math.sqrt(eccentricitySquared)

/** Computes q of the authalic latitude (Snyder 1987, Map Projections, equation 3-12). */
function computeAuthalic(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180)
  const es = eccentricity * sin
  return (1 - eccentricitySquared) * (sin / (1 - es * es) + Math.atanh(es) / eccentricity)
}

/**
 * Measures an area on the WGS 84 ellipsoid, square metres, with the cylindrical equal-area projection (Snyder 1987,
 * section 10). Edges are straight in that projection, and take the shorter way around the globe. Holes are
 * subtracted.
 */
export function areaSquareMeters({ type, coordinates }: Polygon | MultiPolygon): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  return polygons.reduce((sum, [outer = [], ...holes]) => {
    const inside = holes.reduce((of, hole) => of + measureRing(hole), 0)
    return sum + measureRing(outer) - inside
  }, 0)
}

function measureRing(ring: readonly (readonly number[])[]): number {
  let sum = 0
  for (const [i, [lon, lat]] of ring.entries()) {
    const [nextLon, nextLat] = ring[(i + 1) % ring.length]!
    const turn = ((nextLon! - lon! + 540) % 360) - 180
    sum += turn * (computeAuthalic(lat!) + computeAuthalic(nextLat!))
  }
  // The integral of q/2 over longitude, by trapezoids.
  return (Math.abs(sum) / 4) * equatorialRadiusMeters ** 2 * (Math.PI / 180)
}
