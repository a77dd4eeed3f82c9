import { distanceMeters, type LatLon } from '#ground/geo'
import { listTileIds, type TileDirectory, tileDegrees } from '#routing/tile-archive'

// The distances below were measured on the routes, contours and matrices of `npm run bench -- tiles`. With them most
// tiles are fetched ahead, and few of them in vain.

/** Radius of the search of all roads around a location, km. */
const localKm = 8
/** Radius of the search of secondary and tertiary roads around the ends of a route, km. */
const largerKm = 45
/** Radius of the search of larger roads around the ends of a route, km. */
const largestKm = 120
/** Maximum length of a route along which all roads are searched, km. */
const shortKm = 60
/** Reach of motor vehicles: km after an hour, and the exponent of its growth with time. */
const motorReach = { km: 90, power: 0.63 }
/** Distance that an edge of a larger road, from one junction to the next, may reach out of a contour, km. */
const largerEdgeKm = 15
const kmh: Record<string, number> = { bicycle: 16, pedestrian: 5 }
/** Radius of the search around a position of a trace, km. */
const besideKm = 2
/** Distance of a route from the straight line: as a share of the line's length, with a minimum and a maximum in km. */
const detourShare = 0.35
const minDetourKm = 60
const maxDetourKm = 200
/** Maximum bytes of frames that are fetched before the engine requests them: 1.2 s at 80 MB/s. */
const maxAheadBytes = 96e6

const kmPerDegree = 111.2

type Query = Record<string, unknown>

/**
 * Predicts the tiles that a query to the engine will need, the most certain first. Too few cost rounds, too many cost
 * bytes; the answer is the same.
 */
export function guessNeededTiles(action: string, query: Query, directory: TileDirectory): number[] {
  const needed = new Needed(directory)
  const costing = String(query.costing ?? 'auto')
  const [locations, sources, targets] = [query.locations, query.sources, query.targets].map(
    readPoints,
  )
  for (const point of [...locations!, ...sources!, ...targets!])
    for (const level of [2, 1, 0]) needed.addAround(point, localKm, level)
  for (const point of [
    ...thinLine(readPoints(query.shape)),
    ...readPoints(query.exclude_locations),
  ])
    for (const level of [2, 1, 0]) needed.addAround(point, besideKm, level)

  const reach = estimateContourKm(query.contours, costing)
  for (const point of reach > 0 ? locations! : [])
    for (const level of [0, 1, 2])
      needed.addAround(point, level === 2 ? reach : reach + largerEdgeKm, level)
  if (action === 'route' || action === 'optimizedRoute') {
    for (const [i, to] of locations!.entries())
      if (i > 0) needed.addBetween(locations![i - 1]!, to, costing)
  }
  if (action === 'matrix')
    for (const from of sources!) for (const to of targets!) needed.addBetween(from, to, costing)
  return needed.takeFirst(maxAheadBytes)
}

/**
 * Returns the tiles that a route may pass through or near, in a band around the lines of its legs that few routes
 * leave. Other tiles that the engine requests cost a round each.
 */
export function listTilesBesideRoute(query: Query, directory: TileDirectory): number[] {
  const beside = new Needed(directory)
  for (const [i, to] of readPoints(query.locations).entries()) {
    if (i === 0) continue
    const from = readPoints(query.locations)[i - 1]!
    const km = (distanceMeters(from, to) / 1000) * detourShare
    for (const level of tileDegrees.keys())
      beside.addAlong(from, to, level, Math.min(maxDetourKm, Math.max(minDetourKm, km)))
  }
  return beside.all()
}

/** Returns all positions of a query. */
export function listPositions(query: Query): LatLon[] {
  const { locations, sources, targets, shape, exclude_locations } = query
  return [locations, sources, targets, shape, exclude_locations].flatMap(readPoints)
}

/** Collects tiles of a directory in the order of need. */
class Needed {
  readonly #ids = new Set<number>()
  readonly #directory: TileDirectory

  constructor(directory: TileDirectory) {
    this.#directory = directory
  }

  /** Adds the tiles of a level within a distance of a position. */
  addAround({ lat, lon }: LatLon, km: number, level: number): void {
    const north = km / kmPerDegree
    const east = Math.min(90, north / Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
    const box = {
      min_lat: lat - north,
      max_lat: lat + north,
      min_lon: lon - east,
      max_lon: lon + east,
    }
    for (const id of listTileIds(level, box)) this.#add(id)
  }

  /** Adds the tiles of a search from one position to another. */
  addBetween(from: LatLon, to: LatLon, costing: string): void {
    const km = distanceMeters(from, to) / 1000
    this.addAlong(from, to, 0)
    for (const end of [from, to]) {
      this.addAround(end, Math.min(largestKm, km), 0)
      this.addAround(end, Math.min(largerKm, km), 1)
    }
    // Routes on foot and by bicycle search all roads everywhere.
    if (km <= shortKm || costing in kmh)
      for (const level of [1, 2]) this.addAlong(from, to, level, localKm)
  }

  all(): number[] {
    return [...this.#ids]
  }

  /** Returns the first tiles, up to a sum of the bytes of their frames. */
  takeFirst(bytes: number): number[] {
    let sum = 0
    return [...this.#ids].filter((id) => {
      const { start, end } = this.#directory.tileFrame(id)!
      sum += end - start
      return sum <= bytes
    })
  }

  /** Adds the tiles of a level within a distance of a line. */
  addAlong(from: LatLon, to: LatLon, level: number, km = 0): void {
    const degrees = Math.max(Math.abs(to.lat - from.lat), Math.abs(to.lon - from.lon))
    const steps = Math.ceil((4 * degrees) / tileDegrees[level]!) || 1
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const lat = from.lat + (to.lat - from.lat) * share
      this.addAround({ lat, lon: from.lon + (to.lon - from.lon) * share }, km, level)
    }
  }

  #add(id: number): void {
    if (this.#directory.has(id)) this.#ids.add(id)
  }
}

/** Thins out a line. Its positions stay near enough for everything beside the line to be beside them. */
function thinLine(line: readonly LatLon[]): LatLon[] {
  const kept: LatLon[] = []
  for (const point of line)
    if (kept.length === 0 || distanceMeters(kept.at(-1)!, point) > besideKm * 500) kept.push(point)
  return kept
}

function readPoints(value: unknown): LatLon[] {
  return Array.isArray(value) ? (value as LatLon[]) : []
}

/** Estimates the reach of the largest contour, km; 0 without contours. */
function estimateContourKm(contours: unknown, costing: string): number {
  if (!Array.isArray(contours)) return 0
  const reaches = (contours as { time?: number; distance?: number }[]).map(({ time, distance }) => {
    const hours = (time ?? 0) / 60
    const byTime =
      costing in kmh ? kmh[costing]! * hours : motorReach.km * hours ** motorReach.power
    return distance ?? byTime
  })
  return Math.max(0, ...reaches)
}
