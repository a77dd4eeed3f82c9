import { distanceMeters, type LatLon } from '../geo/index.ts'
import {
  cornerOf,
  levelOf,
  type TileDirectory,
  tileAt,
  tileDegrees,
  tilesIn,
} from '../tile-archive/index.ts'

const kmPerDegree = 111.2

/** Tiles this near to a location are searched for its roads, or entered at once. */
const nearKm = 2.5
/** Up to this length the straight line is followed on the level of all roads. */
const localKm = 20
/** From the ends of a longer line, secondary and tertiary roads are searched this far. */
const secondaryKm = 40
/** Bytes of frames that one call fetches ahead; the engine asks for the rest. */
const maxAheadBytes = 96e6

/** Speeds at which contours grow, km/h. */
const contourKmh: Record<string, number> = {
  auto: 50,
  bus: 45,
  truck: 45,
  bicycle: 16,
  pedestrian: 5,
}
/** Costings that search all roads everywhere. */
const searchesAllRoads = new Set(['bicycle', 'pedestrian'])

type Query = Record<string, unknown>

/** Collects tiles in order of need. */
class Needed {
  readonly ids = new Set<number>()
  readonly #directory: TileDirectory

  constructor(directory: TileDirectory) {
    this.#directory = directory
  }

  around({ lat, lon }: LatLon, km: number, levels: readonly number[]): void {
    const north = km / kmPerDegree
    const east = Math.min(90, north / Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
    const box = {
      min_lat: Math.max(-90, lat - north),
      max_lat: Math.min(89.999, lat + north),
      min_lon: lon - east,
      max_lon: lon + east,
    }
    for (const level of levels) {
      for (const id of tilesIn(level, box)) if (this.#directory.has(id)) this.ids.add(id)
    }
  }

  /** Tiles of a level along a line, within these distances of its ends. */
  along(from: LatLon, to: LatLon, level: number, reachKm = Number.POSITIVE_INFINITY): void {
    const km = distanceMeters(from, to) / 1000
    const steps = Math.max(1, Math.ceil(km / (tileDegrees[level]! * 20)))
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      if (Math.min(share, 1 - share) * km > reachKm) continue
      const at = (a: number, b: number) => a + (b - a) * share
      const id = tileAt(level, at(from.lat, to.lat), at(from.lon, to.lon))
      if (this.#directory.has(id)) this.ids.add(id)
    }
  }
}

/**
 * Tiles that a query to the engine will probably need, in no more bytes than a call should wait for. The
 * engine asks for others when it gets to them.
 */
export function neededTiles(action: string, query: Query, directory: TileDirectory): number[] {
  const needed = new Needed(directory)
  const costing = String(query.costing ?? 'auto')
  const points = [
    ...pointsOf(query.locations),
    ...pointsOf(query.sources),
    ...pointsOf(query.targets),
  ]
  const contour = furthestKm(query.contours, costing)
  for (const point of points) needed.around(point, nearKm, [2, 1, 0])
  if (contour !== undefined) for (const point of points) needed.around(point, contour, [0, 1, 2])
  if (action === 'route' || action === 'optimizedRoute') lines(needed, points, costing)
  if (action === 'matrix') matrix(needed, pointsOf(query.sources), pointsOf(query.targets), costing)
  for (const point of pointsOf(query.shape)) needed.around(point, 0.1, [2, 1, 0])

  let bytes = 0
  return [...needed.ids].filter((id) => {
    const { start, end } = directory.tileFrame(id)!
    bytes += end - start
    return bytes <= maxAheadBytes
  })
}

function lines(needed: Needed, points: readonly LatLon[], costing: string): void {
  for (const [i, to] of points.entries()) {
    const from = points[i - 1]
    if (from) line(needed, from, to, costing)
  }
}

function line(needed: Needed, from: LatLon, to: LatLon, costing: string): void {
  const km = distanceMeters(from, to) / 1000
  needed.along(from, to, 0)
  needed.along(from, to, 1, secondaryKm)
  if (km <= localKm || searchesAllRoads.has(costing)) needed.along(from, to, 2)
}

function matrix(
  needed: Needed,
  sources: readonly LatLon[],
  targets: readonly LatLon[],
  costing: string,
): void {
  for (const from of sources) for (const to of targets) line(needed, from, to, costing)
}

/** Tiles that the engine will probably ask for after this one: those beside it, and those of larger roads. */
export function readAhead(id: number, directory: TileDirectory): number[] {
  const level = levelOf(id)
  const { lat, lon } = cornerOf(id)
  const degrees = tileDegrees[level]!
  const middle = { lat: lat + degrees / 2, lon: lon + degrees / 2 }
  const parents = [0, 1]
    .filter((above) => above < level)
    .map((above) => tileAt(above, middle.lat, middle.lon))
  const beside =
    level < 2
      ? []
      : tilesIn(level, {
          min_lat: Math.max(-90, middle.lat - degrees),
          max_lat: Math.min(89.999, middle.lat + degrees),
          min_lon: middle.lon - degrees,
          max_lon: middle.lon + degrees,
        })
  return [...parents, ...beside].filter((tile) => tile !== id && directory.has(tile))
}

function pointsOf(value: unknown): LatLon[] {
  return Array.isArray(value) ? (value as LatLon[]) : []
}

/** How far the largest contour reaches, km. */
function furthestKm(contours: unknown, costing: string): number | undefined {
  if (!Array.isArray(contours)) return undefined
  const kmh = contourKmh[costing] ?? 50
  const reaches = (contours as { time?: number; distance?: number }[]).map(
    ({ time, distance }) => distance ?? ((time ?? 0) / 60) * kmh,
  )
  return Math.max(0, ...reaches)
}
