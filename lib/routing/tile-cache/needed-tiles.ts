import { distanceMeters, type LatLon } from '#ground/geo'
import { type TileDirectory, tileDegrees, tilesIn } from '#routing/tile-archive'

// The distances below are those that the engine went in the routes, contours and matrices of
// `npm run bench -- tiles`: most tiles are then fetched ahead, and few of them for nothing.

/** Around a location all roads are searched this far, km. */
const localKm = 8
/** Secondary and tertiary roads are searched this far from the ends of a route, km. */
const largerKm = 45
/** Larger roads are searched this far from the ends of a route, km. */
const largestKm = 120
/** Up to this length all roads are searched along the whole line, km. */
const shortKm = 60
/** Contours of motor vehicles reach this far after an hour, km, and with this power of the time. */
const motorReach = { km: 90, power: 0.63 }
/** An edge of a larger road, from one junction to the next, may reach this far out of a contour, km. */
const largerEdgeKm = 15
const kmh: Record<string, number> = { bicycle: 16, pedestrian: 5 }
/** Around a position of a trace roads are searched this far, km. */
const besideKm = 2
/** How far a route may lead away from the line, as a share of its length, and at least and most, km. */
const detourShare = 0.35
const minDetourKm = 60
const maxDetourKm = 200
/** Bytes of frames that are fetched before the engine asks for them: 1.2 s at 80 MB/s. */
const maxAheadBytes = 96e6

const kmPerDegree = 111.2

type Query = Record<string, unknown>

/**
 * Tiles that a query to the engine will probably need, the surest first. Too few cost rounds, too many bytes; the answer
 * is the same.
 */
export function neededTiles(action: string, query: Query, directory: TileDirectory): number[] {
  const needed = new Needed(directory)
  const costing = String(query.costing ?? 'auto')
  const [locations, sources, targets] = [query.locations, query.sources, query.targets].map(points)
  for (const point of [...locations!, ...sources!, ...targets!])
    for (const level of [2, 1, 0]) needed.around(point, localKm, level)
  for (const point of [...thinned(points(query.shape)), ...points(query.exclude_locations)])
    for (const level of [2, 1, 0]) needed.around(point, besideKm, level)

  const reach = contourKm(query.contours, costing)
  for (const point of reach > 0 ? locations! : [])
    for (const level of [0, 1, 2])
      needed.around(point, level === 2 ? reach : reach + largerEdgeKm, level)
  if (action === 'route' || action === 'optimizedRoute') {
    for (const [i, to] of locations!.entries())
      if (i > 0) needed.between(locations![i - 1]!, to, costing)
  }
  if (action === 'matrix')
    for (const from of sources!) for (const to of targets!) needed.between(from, to, costing)
  return needed.within(maxAheadBytes)
}

/**
 * Tiles that a route may lead through or pass by: so wide around the lines of its legs that few routes leave them. Those
 * that the engine asks for beside them cost a round each.
 */
export function tilesBesideRoute(query: Query, directory: TileDirectory): number[] {
  const beside = new Needed(directory)
  for (const [i, to] of points(query.locations).entries()) {
    if (i === 0) continue
    const from = points(query.locations)[i - 1]!
    const km = (distanceMeters(from, to) / 1000) * detourShare
    for (const level of tileDegrees.keys())
      beside.along(from, to, level, Math.min(maxDetourKm, Math.max(minDetourKm, km)))
  }
  return beside.all()
}

/** All positions of a query. */
export function positionsOf(query: Query): LatLon[] {
  const { locations, sources, targets, shape, exclude_locations } = query
  return [locations, sources, targets, shape, exclude_locations].flatMap(points)
}

/** Collects tiles of a directory in the order of need. */
class Needed {
  readonly #ids = new Set<number>()
  readonly #directory: TileDirectory

  constructor(directory: TileDirectory) {
    this.#directory = directory
  }

  /** Tiles of a level within a distance of a position. */
  around({ lat, lon }: LatLon, km: number, level: number): void {
    const north = km / kmPerDegree
    const east = Math.min(90, north / Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
    const box = {
      min_lat: lat - north,
      max_lat: lat + north,
      min_lon: lon - east,
      max_lon: lon + east,
    }
    for (const id of tilesIn(level, box)) this.#add(id)
  }

  /** Tiles of a search from one position to another. */
  between(from: LatLon, to: LatLon, costing: string): void {
    const km = distanceMeters(from, to) / 1000
    this.along(from, to, 0)
    for (const end of [from, to]) {
      this.around(end, Math.min(largestKm, km), 0)
      this.around(end, Math.min(largerKm, km), 1)
    }
    // Bicycles and people on foot search all roads everywhere.
    if (km <= shortKm || costing in kmh)
      for (const level of [1, 2]) this.along(from, to, level, localKm)
  }

  all(): number[] {
    return [...this.#ids]
  }

  /** The tiles up to a sum of the bytes of their frames. */
  within(bytes: number): number[] {
    let sum = 0
    return [...this.#ids].filter((id) => {
      const { start, end } = this.#directory.tileFrame(id)!
      sum += end - start
      return sum <= bytes
    })
  }

  /** Tiles of a level within a distance of a line. */
  along(from: LatLon, to: LatLon, level: number, km = 0): void {
    const degrees = Math.max(Math.abs(to.lat - from.lat), Math.abs(to.lon - from.lon))
    const steps = Math.ceil((4 * degrees) / tileDegrees[level]!) || 1
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const lat = from.lat + (to.lat - from.lat) * share
      this.around({ lat, lon: from.lon + (to.lon - from.lon) * share }, km, level)
    }
  }

  #add(id: number): void {
    if (this.#directory.has(id)) this.#ids.add(id)
  }
}

/** Positions of a line so near to each other that what is beside it is beside them. */
function thinned(line: readonly LatLon[]): LatLon[] {
  const kept: LatLon[] = []
  for (const point of line)
    if (kept.length === 0 || distanceMeters(kept.at(-1)!, point) > besideKm * 500) kept.push(point)
  return kept
}

function points(value: unknown): LatLon[] {
  return Array.isArray(value) ? (value as LatLon[]) : []
}

/** How far the largest contour probably reaches, km; 0 without contours. */
function contourKm(contours: unknown, costing: string): number {
  if (!Array.isArray(contours)) return 0
  const reaches = (contours as { time?: number; distance?: number }[]).map(({ time, distance }) => {
    const hours = (time ?? 0) / 60
    const byTime =
      costing in kmh ? kmh[costing]! * hours : motorReach.km * hours ** motorReach.power
    return distance ?? byTime
  })
  return Math.max(0, ...reaches)
}
