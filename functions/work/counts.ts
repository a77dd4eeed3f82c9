import { decodePolyline, type LatLon } from '#ground/geo'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a number of a request, which may be text in a query; returns the fallback when it is absent or not a number.
 */
export function readNumber(value: unknown, fallback: number): number {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = isGiven ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : fallback
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Counts characters after normalisation, which may turn one into eighteen. */
export function countCharacters(value: unknown): number {
  return typeof value === 'string' ? value.slice(0, maxCountedText).normalize('NFKC').length : 0
}

/** Maximum characters counted; texts of requests may not be longer. */
const maxCountedText = 10_000

/** Reads the positions of a list of `{lat, lon}`. */
export function readPoints(value: unknown): LatLon[] {
  return readList(value).filter((point): point is LatLon => {
    const { lat, lon } = (point ?? {}) as Partial<LatLon>
    return Number.isFinite(lat) && Number.isFinite(lon)
  })
}

/** Reads the positions of a line, which is a list or an encoded polyline. */
export function readLine({ shape, encoded_polyline }: Fields): LatLon[] {
  if (typeof encoded_polyline !== 'string') return readPoints(shape)
  try {
    return decodePolyline(encoded_polyline)
  } catch {
    return []
  }
}

/** Adds up the lines between successive positions, km: to 1 % for lines of up to 1,000 km below 60° of latitude. */
export function measureKilometers(points: readonly LatLon[]): number {
  let sum = 0
  for (let i = 1; i < points.length; i++) sum += measureFlat(points[i - 1]!, points[i]!)
  return sum
}

/** Measures the greatest extent of positions, kilometres. */
export function measureExtent(points: readonly LatLon[]): number {
  if (points.length === 0) return 0
  const [lats, lons] = [points.map(({ lat }) => lat), points.map(({ lon }) => lon)]
  const [south, west] = [Math.min(...lats), Math.min(...lons)]
  return measureFlat({ lat: south, lon: west }, { lat: Math.max(...lats), lon: Math.max(...lons) })
}

const kilometersPerDegree = 111.195

function measureFlat(a: LatLon, b: LatLon): number {
  const turn = Math.abs(b.lon - a.lon) % 360
  const east = Math.min(turn, 360 - turn) * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(east, b.lat - a.lat) * kilometersPerDegree
}

/** Counts exclusions: 10 for each polygon, 1 for each position of its outer ring, 1 for each excluded location. */
export function countExclusions({ exclude_polygons, exclude_locations }: Fields): number {
  const polygons = readList(exclude_polygons).map((polygon) => {
    const { coordinates } = (polygon ?? {}) as { coordinates?: unknown }
    return 10 + readList(readList(coordinates)[0]).length
  })
  return polygons.reduce((sum, count) => sum + count, 0) + readList(exclude_locations).length
}
