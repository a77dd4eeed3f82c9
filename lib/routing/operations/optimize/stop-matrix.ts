import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import {
  type Costing,
  type Engine,
  maxMatrixDistanceMeters,
  nameUnroutableLocation,
} from '#routing/engine'
import type { OptimizeRequest, TravelType } from '#routing/schemas'
import { computeCells, findMatrix, findPairOverLimit, type MatrixCells } from '../matrix/index.ts'
import type { CostTable } from './order/index.ts'

/**
 * Computes the times and distances between all stops, in both directions; a cell is `null` if no route connects
 * its two stops.
 *
 * Throws `location_not_routable` with `location_index`, `bad_request` for stops too far apart for the travel type,
 * and `service_unavailable`.
 */
export async function computeStopMatrix(
  engine: Engine,
  { locations, travel, travel_options }: OptimizeRequest,
  costing: Costing,
  signal?: AbortSignal,
): Promise<MatrixCells> {
  assertStopsWithinLimit(locations, travel)
  const ends = { sources: locations, targets: locations }
  try {
    return await computeCells(engine, { ...ends, costing }, signal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'location_not_routable') {
      throw await nameUnroutableLocation(engine, error, { locations, ...costing }, signal)
    }
    if (error.code !== 'no_route') throw error
    // Some stops are on disconnected roads; `findMatrix` is slower and leaves their cells `null`.
    const request = { ...ends, travel, travel_options }
    return (await findMatrix(engine, request, { signal, warn: () => {} })).matrix
  }
}

function assertStopsWithinLimit(locations: readonly LatLon[], travel: TravelType): void {
  const far = findPairOverLimit(locations, locations, travel)
  if (!far) return
  const kilometers = (meters: number) => Math.round(meters / 1000).toLocaleString('en-US')
  const message =
    `is ${kilometers(far.meters)} km from locations.${far.source} in a straight line; at most ` +
    `${kilometers(maxMatrixDistanceMeters[travel])} km are allowed for ${travel}`
  const path = `locations.${far.target}`
  throw new ApiError('bad_request', `${path} ${message}.`, {
    fields: { details: [{ path, message }] },
  })
}

/** Returns the seconds between stops; `Infinity` if no route exists. */
export function listDurations(cells: MatrixCells): number[][] {
  return cells.map((row, i) =>
    row.map((cell, j) => (i === j ? 0 : (cell?.duration_seconds ?? Infinity))),
  )
}

/** Sums the distance and time of an order of visits, from the matrix. Returns undefined when a route is missing. */
export function sumTotals(order: readonly number[], cells: MatrixCells) {
  const totals = { distance_meters: 0, duration_seconds: 0 }
  for (let i = 1; i < order.length; i++) {
    const cell = cells[order[i - 1]!]![order[i]!]
    if (!cell) return undefined
    totals.distance_meters += cell.distance_meters
    totals.duration_seconds += cell.duration_seconds
  }
  return totals
}

/** Finds the first two consecutive stops of an order without a route between them; undefined for none. */
export function findMissingLink(
  order: readonly number[],
  costs: CostTable,
): [from: number, to: number] | undefined {
  const at = order.findIndex((stop, i) => i > 0 && costs[order[i - 1]!]![stop] === Infinity)
  return at < 0 ? undefined : [order[at - 1]!, order[at]!]
}

/**
 * Makes the error for stops that no order can visit. `location_indices` contains the stops that cannot be reached
 * from the first stop, or cannot reach the last one, even via other stops. If there are none, it contains the two
 * stops between which the best order has no route.
 */
export function makeNoOrderError(
  costs: CostTable,
  missing: readonly [number, number],
  travel: TravelType,
): ApiError {
  const indices = findUnreachableStops(costs)
  if (indices.length === 0) {
    return new ApiError(
      'no_route',
      `No order of the locations has a route all the way: the best found has none from location ` +
        `${missing[0]} to location ${missing[1]} for ${travel}.`,
      { fields: { location_indices: [...missing] } },
    )
  }
  const named = `Location${indices.length > 1 ? 's' : ''} ${indices.join(', ')}`
  return new ApiError(
    'no_route',
    `${named} cannot be visited on the way from the first location to the last: no route leads there ` +
      `and away again for ${travel}. Leave ${indices.length > 1 ? 'them' : 'it'} out, or move ` +
      `${indices.length > 1 ? 'them' : 'it'}.`,
    { fields: { location_indices: indices } },
  )
}

function findUnreachableStops(costs: CostTable): number[] {
  const stops = [...costs.keys()]
  const last = stops.length - 1
  const onward = (a: number, b: number) => costs[a]![b] !== Infinity
  const fromFirst = findReached(0, stops, onward)
  const toLast = findReached(last, stops, (a, b) => onward(b, a))
  // If nothing leads to or from an end, report that end rather than all the others.
  if (fromFirst.size === 1) return [0]
  if (toLast.size === 1) return [last]
  return stops.filter((stop) => !fromFirst.has(stop) || !toLast.has(stop))
}

function findReached(
  from: number,
  stops: readonly number[],
  leads: (a: number, b: number) => boolean,
): Set<number> {
  const found = new Set([from])
  for (const a of found) {
    for (const b of stops) if (leads(a, b)) found.add(b)
  }
  return found
}

/** Sorts the locations by an order of visits. */
export function sortByOrder(locations: readonly LatLon[], order: readonly number[]): LatLon[] {
  return order.map((index) => locations[index]!)
}
