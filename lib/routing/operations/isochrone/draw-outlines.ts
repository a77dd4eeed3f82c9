import type * as z from 'zod'
import type { LatLon, MultiPolygon, Polygon } from '#ground/geo'
import { pause } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import {
  type Costing,
  type Engine,
  type EngineLocation,
  maxSnapDistanceMeters,
} from '#routing/engine'
import type { IsochroneContour } from '#routing/schemas'
import { Outline, type OutlineOptions } from './outline.ts'
import { isNear } from './reach.ts'
import { ReachedRoads } from './reached-roads.ts'
import { drawRoadAreaRings, roadSideMeters } from './road-area.ts'

type Contour = z.output<typeof IsochroneContour>

interface EngineIsochrone {
  features: { geometry: Polygon | MultiPolygon }[]
}

export interface DrawingOptions {
  origin: LatLon
  /** Origin, on the road where the isochrone starts. */
  start: EngineLocation
  costing: Costing
  generalizeMeters?: number | undefined
  /** Share 0..1, see {@link Outline.smooth}. */
  denoise: number
}

/** Default tolerance: a tenth of the width of a road with both its sides. Finer detail is an artefact of drawing. */
const roadToleranceMeters = roadSideMeters / 5

/**
 * Draws the outline of each contour, in order. Contours of a short reach are drawn around the reached roads, others
 * by the engine on a grid of 100 to 500 m.
 *
 * Throws `location_not_routable` (with `location_index`).
 */
export async function drawOutlines(
  engine: Engine,
  contours: readonly Contour[],
  drawing: DrawingOptions,
  options: OutlineOptions,
): Promise<Outline[]> {
  const near = contours.filter((contour) => isNear(contour, drawing.costing))
  const roads = {
    time: expandRoads(engine, 'time', near, drawing, options.signal),
    distance: expandRoads(engine, 'distance', near, drawing, options.signal),
  }
  const drawn = contours.map(async (contour) => {
    if (!near.includes(contour)) return requestGridOutline(engine, contour, drawing, options)
    const metric = contour.time === undefined ? 'distance' : 'time'
    return drawRoadOutline((await roads[metric])!, contour, drawing, options)
  })
  return Promise.all(drawn).catch((error) => {
    throw makeNotRoutableError(error, drawing.costing)
  })
}

/** Expands once for all near contours of a metric. */
async function expandRoads(
  engine: Engine,
  metric: 'time' | 'distance',
  near: readonly Contour[],
  { start, costing }: DrawingOptions,
  signal?: AbortSignal,
): Promise<ReachedRoads | undefined> {
  const values = near.map((contour) => contour[metric]).filter((value) => value !== undefined)
  if (values.length === 0) return undefined
  const costingOfMetric = metric === 'time' ? costing : preferShortestRoute(costing)
  const largest = { metric, value: Math.max(...values) }
  return ReachedRoads.of(engine, start, costingOfMetric, largest, signal)
}

async function drawRoadOutline(
  roads: ReachedRoads,
  { time, distance }: Contour,
  { origin, start, generalizeMeters = roadToleranceMeters, denoise }: DrawingOptions,
  options: OutlineOptions,
): Promise<Outline> {
  const limit = time === undefined ? distance! * 1000 : time * 60
  const coordinates = await drawRoadAreaRings(start, roads.within(limit), denoise, options.signal)
  const toleranceMeters = generalizeMeters
  const area = { type: 'Polygon', coordinates } as const
  const outline = await Outline.fromPolygons(origin, area, { ...options, toleranceMeters })
  return outline.smooth(denoise, options.signal)
}

/**
 * Requests an outline in a query of its own. The engine draws all contours of a query on the grid of the largest, on
 * which 5 minutes beside 120 would be a cell or two.
 */
async function requestGridOutline(
  engine: Engine,
  { time, distance }: Contour,
  { origin, start, costing, generalizeMeters, denoise }: DrawingOptions,
  options: OutlineOptions,
): Promise<Outline> {
  const { signal } = options
  const query = {
    locations: [start],
    ...(time === undefined ? preferShortestRoute(costing) : costing),
    contours: [time === undefined ? { distance } : { time }],
    polygons: true,
    denoise: 0,
    // 0 turns the engine's own simplification off, which takes minutes under a metre; the outline is simplified below.
    ...(generalizeMeters !== undefined && { generalize: 0 }),
  }
  const answer = await engine.call<EngineIsochrone>('isochrone', query, signal)
  await pause(signal)
  const outline = await Outline.fromPolygons(origin, answer.features[0]!.geometry, options)
  const straight = await outline.simplified(generalizeMeters ?? 0, signal)
  return straight.smooth(denoise, signal)
}

/** Returns the costing with `shortest: true`, unless the request sets it. */
function preferShortestRoute<C extends Costing>(costing: C): C {
  const given = costing.costing_options?.[costing.costing] as object | undefined
  return {
    ...costing,
    costing_options: {
      ...costing.costing_options,
      [costing.costing]: { shortest: true, ...given },
    },
  }
}

function makeNotRoutableError(error: unknown, { costing }: Costing): unknown {
  if (!(error instanceof ApiError && error.code === 'location_not_routable')) return error
  const reach = maxSnapDistanceMeters.toLocaleString('en-US')
  return new ApiError(
    'location_not_routable',
    `The location has no road within ${reach} m that is open to ${costing}.`,
    { cause: error, fields: { location_index: 0 } },
  )
}
