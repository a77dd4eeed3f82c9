import type * as z from 'zod'
import { pause, untimed } from '../../concurrency/index.ts'
import { ApiError } from '../../errors/index.ts'
import { type LatLon, type MultiPolygon, type Polygon, roundCoordinate } from '../../geo/index.ts'
import {
  type Costing,
  costingFor,
  type Engine,
  type EngineLocation,
  maxSnapDistanceMeters,
  roadLocations,
} from '../engine/index.ts'
import type { RoutingContext } from '../route/index.ts'
import type { IsochroneContour, IsochroneRequest, IsochroneResponse } from '../schemas/index.ts'
import { Outline, type OutlineOptions } from './outline.ts'
import { type PlaceIndex, reachablePlaces } from './reachable-places.ts'

export type Isochrone = z.output<typeof IsochroneResponse>

export interface IsochroneContext extends RoutingContext {
  /** Undefined when the region has no places or they cannot be read now. */
  places?: PlaceIndex | undefined
}

/** Positions of all contours together: about a second of work, over twice the largest isochrone in Andorra. */
const maxPositions = 100_000

interface EngineIsochrone {
  features: { geometry: Polygon | MultiPolygon }[]
}

interface DrawingOptions {
  origin: LatLon
  /** The origin on the road where it starts. */
  start: EngineLocation
  costing: Costing
  generalizeMeters?: number
  /** 0..1, see {@link Outline.smoothed}. */
  denoise: number
}

/**
 * The reachable area of each contour, in the order of the request: valid polygons, where a larger contour
 * contains the smaller ones of the same metric.
 *
 * Throws `location_not_routable` (with `location_index`), `geocode_failed` for a `from` that names no
 * place, `service_unavailable`.
 */
export async function findIsochrone(
  engine: Engine,
  request: z.output<typeof IsochroneRequest>,
  { signal, warn, timed = untimed, places }: IsochroneContext,
): Promise<Isochrone> {
  const { travel, contours, denoise, generalize } = request
  const costing = costingFor(travel, request, warn)
  const origin = await originOf(request, places, signal)

  const [start] = await timed('engine', () => roadLocations(engine, [origin], costing, signal))

  const drawing = { origin, start: start!, costing, generalizeMeters: generalize, denoise }
  const coarsened: number[] = []
  const outlineOptions = {
    maxPositions: Math.floor(maxPositions / contours.length),
    coarsened: (meters: number) => coarsened.push(meters),
    signal,
  }
  const outlines = await timed('engine', () =>
    Promise.all(contours.map((contour) => outlineOf(engine, contour, drawing, outlineOptions))),
  )
  if (coarsened.length > 0) {
    const meters = Math.max(...coarsened)
    warn(`borders so long were straightened by up to ${meters} m: ask for smaller contours`)
  }

  const nested = await timed('describe', () =>
    nest(contours, outlines, { inOne: denoise === 1, signal }),
  )
  const answer = {
    origin: { lat: roundCoordinate(origin.lat), lon: roundCoordinate(origin.lon) },
    travel,
    contours: contours.map((contour, i) => ({
      ...metricOf(contour),
      ...(contour.color !== undefined && { color: contour.color.toLowerCase() }),
      geometry: nested[i]!.toGeometry(),
    })),
  }
  if (!request.include_places) return answer

  if (!places) {
    warn('reachable_places left out: the places of this region are not there')
    return answer
  }
  const lists = await timed('places', () => reachablePlaces(answer.contours, places, signal)).catch(
    (error) => {
      if (!(error instanceof ApiError && error.code === 'service_unavailable')) throw error
      warn('reachable_places left out: the places of this region cannot be read now')
    },
  )
  if (!lists) return answer
  return {
    ...answer,
    contours: answer.contours.map((contour, i) => ({ ...contour, reachable_places: lists[i]! })),
  }
}

async function originOf(
  { from, locations }: z.output<typeof IsochroneRequest>,
  places: PlaceIndex | undefined,
  signal?: AbortSignal,
): Promise<LatLon> {
  if (from === undefined) return locations![0]!
  if (places) return await places.find(from, signal)
  throw new ApiError(
    'service_unavailable',
    'The places of this region are not there, so from cannot be looked up: send locations.',
  )
}

/**
 * Each contour is a query of its own: the engine draws all contours of a query on the grid of the largest,
 * on which 5 minutes beside 120 would be a cell or two.
 */
async function outlineOf(
  engine: Engine,
  { time, distance }: z.output<typeof IsochroneContour>,
  { origin, start, costing, generalizeMeters, denoise }: DrawingOptions,
  options: OutlineOptions,
): Promise<Outline> {
  const { signal } = options
  const query = {
    locations: [start],
    ...costing,
    contours: [time === undefined ? { distance } : { time }],
    polygons: true,
    denoise: 0,
    // The engine would take minutes to simplify with a tolerance under a metre.
    ...(generalizeMeters !== undefined && { generalize: 0 }),
  }
  const answer = await engine.call<EngineIsochrone>('isochrone', query, signal).catch((error) => {
    throw notRoutable(error, costing)
  })
  await pause(signal)
  const outline = await Outline.of(origin, answer.features[0]!.geometry, options)
  const straight = await outline.simplified(generalizeMeters ?? 0, signal)
  return straight.smoothed(denoise, signal)
}

function notRoutable(error: unknown, { costing }: Costing): unknown {
  if (!(error instanceof ApiError && error.code === 'location_not_routable')) return error
  const reach = maxSnapDistanceMeters.toLocaleString('en-US')
  return new ApiError(
    'location_not_routable',
    `The location has no road within ${reach} m that is open to ${costing}.`,
    { cause: error, fields: { location_index: 0 } },
  )
}

/** Makes each contour contain the smaller ones of its metric, which differing grids do not guarantee. */
async function nest(
  contours: readonly z.output<typeof IsochroneContour>[],
  outlines: readonly Outline[],
  options: { inOne: boolean; signal: AbortSignal | undefined },
): Promise<Outline[]> {
  const nested = [...outlines]
  for (const metric of ['time', 'distance'] as const) {
    const rising = [...contours.keys()]
      .filter((i) => contours[i]![metric] !== undefined)
      .sort((a, b) => contours[a]![metric]! - contours[b]![metric]!)
    const together = await Outline.nested(
      rising.map((i) => outlines[i]!),
      options,
    )
    for (const [rank, i] of rising.entries()) nested[i] = together[rank]!
  }
  return nested
}

function metricOf({ time, distance }: z.output<typeof IsochroneContour>) {
  return time === undefined
    ? { metric: 'distance' as const, value: distance! }
    : { metric: 'time' as const, value: time }
}
