import type * as z from 'zod'
import { type LatLon, roundPosition } from '#ground/geo'
import { untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { type Engine, locateOnRoads, makeCosting } from '#routing/engine'
import type { IsochroneContour, IsochroneRequest, IsochroneResponse } from '#routing/schemas'
import type { RoutingContext } from '../route/index.ts'
import { drawOutlines } from './draw-outlines.ts'
import { Outline } from './outline.ts'
import { findReachablePlaces, type PlaceIndex } from './reachable-places.ts'

export type Isochrone = z.output<typeof IsochroneResponse>

export interface IsochroneContext extends RoutingContext {
  /** Places of the region; undefined when it has none or they cannot be read now. */
  places?: PlaceIndex | undefined
}

/**
 * Maximum number of positions of all contours together: about a second of work, over twice the largest isochrone in
 * Andorra.
 */
const maxPositions = 100_000

/**
 * Finds the reachable area of each contour, in the order of the request: valid polygons, where a larger contour
 * contains the smaller ones of the same metric.
 *
 * Throws `location_not_routable` (with `location_index`), `geocode_failed` for a `from` that names no place, and
 * `service_unavailable`.
 */
export async function findIsochrone(
  engine: Engine,
  request: z.output<typeof IsochroneRequest>,
  { signal, warn, timed = untimed, places }: IsochroneContext,
): Promise<Isochrone> {
  const { travel, contours, denoise, generalize } = request
  const costing = makeCosting(travel, request, warn)
  const origin = await findOrigin(request, places, signal)

  const [start] = await timed('engine', () => locateOnRoads(engine, [origin], costing, signal))

  const drawing = { origin, start: start!, costing, generalizeMeters: generalize, denoise }
  const coarsened: number[] = []
  const outlineOptions = {
    maxPositions: Math.floor(maxPositions / contours.length),
    coarsened: (meters: number) => coarsened.push(meters),
    signal,
  }
  const outlines = await timed('engine', () =>
    drawOutlines(engine, contours, drawing, outlineOptions),
  )
  if (coarsened.length > 0) {
    const meters = Math.max(...coarsened)
    warn(`borders so long were straightened by up to ${meters} m: ask for smaller contours`)
  }

  const nested = await timed('describe', () =>
    nestContours(contours, outlines, { inOne: denoise === 1, signal }),
  )
  const answer = {
    origin: roundPosition(origin),
    travel,
    contours: contours.map((contour, i) => ({
      ...readMetric(contour),
      ...(contour.color !== undefined && { color: contour.color.toLowerCase() }),
      geometry: nested[i]!.toGeometry(),
    })),
  }
  if (!request.include_places) return answer

  if (!places) {
    warn('reachable_places left out: the places of this region are not there')
    return answer
  }
  const lists = await timed('places', () =>
    findReachablePlaces(answer.contours, places, signal),
  ).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'service_unavailable')) throw error
    warn('reachable_places left out: the places of this region cannot be read now')
  })
  if (!lists) return answer
  return {
    ...answer,
    contours: answer.contours.map((contour, i) => ({ ...contour, reachable_places: lists[i]! })),
  }
}

async function findOrigin(
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

/** Makes each contour contain the smaller ones of its metric, which contours from different grids do not guarantee. */
async function nestContours(
  contours: readonly z.output<typeof IsochroneContour>[],
  outlines: readonly Outline[],
  options: { inOne: boolean; signal: AbortSignal | undefined },
): Promise<Outline[]> {
  const nested = [...outlines]
  for (const metric of ['time', 'distance'] as const) {
    const rising = [...contours.keys()]
      .filter((i) => contours[i]![metric] !== undefined)
      .sort((a, b) => contours[a]![metric]! - contours[b]![metric]!)
    const together = await Outline.nest(
      rising.map((i) => outlines[i]!),
      options,
    )
    for (const [rank, i] of rising.entries()) nested[i] = together[rank]!
  }
  return nested
}

function readMetric({ time, distance }: z.output<typeof IsochroneContour>) {
  return time === undefined
    ? { metric: 'distance' as const, value: distance! }
    : { metric: 'time' as const, value: time }
}
