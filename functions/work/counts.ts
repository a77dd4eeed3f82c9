import { decodePolyline, type LatLon } from '#ground/geo'

export type Fields = Readonly<Record<string, unknown>>

/** A number of a request, also as text in a query; the fallback when it is absent or not a number. */
export function readNumber(value: unknown, fallback: number): number {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = isGiven ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : fallback
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Characters after normalisation, which may make eighteen of one. */
export function countCharacters(value: unknown): number {
  return typeof value === 'string' ? value.slice(0, maxCountedText).normalize('NFKC').length : 0
}

/** No text of a request may be longer. */
const maxCountedText = 10_000

/** Positions of a list of `{lat, lon}`. */
export function readPoints(value: unknown): LatLon[] {
  return readList(value).filter((point): point is LatLon => {
    const { lat, lon } = (point ?? {}) as Partial<LatLon>
    return Number.isFinite(lat) && Number.isFinite(lon)
  })
}

/** Positions of a line, given as a list or as an encoded polyline. */
export function readLine({ shape, encoded_polyline }: Fields): LatLon[] {
  if (typeof encoded_polyline !== 'string') return readPoints(shape)
  try {
    return decodePolyline(encoded_polyline)
  } catch {
    return []
  }
}

/** Straight lines from each position to the next, kilometres, to a percent. */
export function measureKilometers(points: readonly LatLon[]): number {
  let sum = 0
  for (let i = 1; i < points.length; i++) sum += flatKilometers(points[i - 1]!, points[i]!)
  return sum
}

/** Greatest extent of some positions, kilometres. */
export function measureExtent(points: readonly LatLon[]): number {
  if (points.length === 0) return 0
  const [lats, lons] = [points.map(({ lat }) => lat), points.map(({ lon }) => lon)]
  const [south, west] = [Math.min(...lats), Math.min(...lons)]
  return flatKilometers(
    { lat: south, lon: west },
    { lat: Math.max(...lats), lon: Math.max(...lons) },
  )
}

const kilometersPerDegree = 111.195

function flatKilometers(a: LatLon, b: LatLon): number {
  const turn = Math.abs(b.lon - a.lon) % 360
  const east = Math.min(turn, 360 - turn) * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(east, b.lat - a.lat) * kilometersPerDegree
}

/** Excluded polygons, their positions, and excluded locations. */
export function countExclusions({ exclude_polygons, exclude_locations }: Fields): number {
  const polygons = readList(exclude_polygons).map((polygon) => {
    const { coordinates } = (polygon ?? {}) as { coordinates?: unknown }
    return 10 + readList(readList(coordinates)[0]).length
  })
  return polygons.reduce((sum, count) => sum + count, 0) + readList(exclude_locations).length
}
