import type * as z from 'zod'
import {
  decodePolyline,
  distanceMeters,
  encodePolyline,
  type LatLon,
  roundMeters,
  roundPercent,
  roundPosition,
} from '#ground/geo'
import { pause, runInSlices, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import {
  type Engine,
  makeCosting,
  makePolygonFinder,
  nameRoadClass,
  nameSurface,
} from '#routing/engine'
import type { SnapRequest, SnapResponse } from '#routing/schemas'
import {
  chooseSampleSpacing,
  describeTrip,
  type Route,
  type RoutingContext,
} from '../route/index.ts'
import { estimateAccuracy } from './accuracy.ts'
import { estimateConfidence, measureTrace } from './confidence.ts'
import { joinRoutes } from './join.ts'
import { type EngineTraceEdge, type MatchedPiece, matchTrace } from './match.ts'
import { measureOnPlane } from './plane.ts'
import { cutAtExclusions, gapMeters, type TracePoint } from './trace.ts'

export type Snapped = z.output<typeof SnapResponse>

/**
 * Finds the route along which a trace was recorded, with terrain: one leg for each piece, and the matched position of
 * every point of the trace.
 *
 * Throws `match_failed` when no two points of the trace can be matched or it falls into too many pieces, and
 * `service_unavailable`.
 */
export async function snapTrace(
  engine: Engine,
  request: z.output<typeof SnapRequest>,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<Snapped> {
  const { travel, elevation_interval } = request
  const costing = makeCosting(travel, request, warn)
  const trace: TracePoint[] = (request.shape ?? request.encoded_polyline!).map((point, index) => ({
    ...point,
    index,
  }))

  await pause(signal)
  const accuracy = await runInSlices(estimateAccuracy(trace, request), signal)
  const { points, gpsAccuracyMeters, searchRadiusMeters } = accuracy
  const open = cutAtExclusions(points, makePolygonFinder(costing))
  await pause(signal)
  const pieces = await timed('engine', () =>
    matchTrace(engine, open, {
      costing,
      gpsAccuracyMeters,
      searchRadiusMeters,
      spacingMeters: chooseSampleSpacing(elevation_interval),
      signal,
    }),
  )
  if (pieces.length === 0) {
    throw new ApiError(
      'match_failed',
      `No way open to ${travel} lies along the trace: raise search_radius (${Math.round(searchRadiusMeters)} m), or try another travel type.`,
    )
  }

  const options = {
    travel,
    locations: trace,
    elevationIntervalMeters: elevation_interval,
    units: 'kilometers' as const,
    tiles: engine.tiles,
    signal,
  }
  const routes = await timed('describe', () =>
    Promise.all(
      pieces.map(({ trip, points: matched }) =>
        describeTrip(
          { ...trip, locations: trip.locations.map((each) => toTraceIndex(each, matched)) },
          options,
        ),
      ),
    ),
  )
  const route = joinRoutes(routes as [Route, ...Route[]])
  if (!route.terrain) warn('terrain is null: there is no elevation data here')
  await pause(signal)
  const answer = describePieces(trace, pieces)
  await pause(signal)
  const confidence = estimateConfidence({
    distancesMeters: answer.matched_points.map((point) => point.distance_from_trace_meters),
    accuracyMeters: Math.max(gpsAccuracyMeters, accuracy.noiseMeters),
    traceMeters: pieces.reduce(
      (sum, piece) => sum + measureTrace(piece.points, accuracy.noiseLeftMeters),
      0,
    ),
    wayMeters: route.distance_meters,
    breaks: countBreaks(pieces),
  })
  return { confidence, route, ...answer }
}

/** Counts the breaks of the route between points without a gap. */
function countBreaks(pieces: readonly MatchedPiece[]): number {
  return pieces.filter(({ points }, i) => {
    const before = pieces[i - 1]?.points.at(-1)
    return before && distanceMeters(before, points[0]!) <= gapMeters
  }).length
}

/** Converts the engine's indices, which count within the piece, to indices within the trace. */
function toTraceIndex<Location extends { original_index: number }>(
  location: Location,
  points: readonly TracePoint[],
): Location {
  return { ...location, original_index: points[location.original_index]!.index }
}

function describePieces(trace: readonly TracePoint[], pieces: readonly MatchedPiece[]) {
  const line: LatLon[] = []
  const edges: Snapped['edges'] = []
  const matched_points = trace.map(makeUnmatchedPoint)
  const spans = pieces.map(({ points, attributes }) => {
    const firstPosition = line.length
    const firstEdge = edges.length
    for (const position of decodePolyline(attributes.shape)) line.push(position)
    for (const edge of attributes.edges) edges.push(describeEdge(edge, firstPosition))
    let edge = 0
    for (const [i, found] of attributes.matched_points.entries()) {
      // The engine sometimes omits the edge of an interpolated point: it is on the previous edge.
      if (found.edge_index! < attributes.edges.length) edge = found.edge_index!
      const { index } = points[i]!
      // If two pieces share a point, the first piece decides.
      if (matched_points[index]!.type !== 'unmatched') continue
      matched_points[index] = {
        ...roundPosition(found),
        type: found.type,
        edge_index: firstEdge + edge,
        distance_from_trace_meters: roundMeters(measureOnPlane(trace[index]!, found)),
      }
    }
    return {
      begin_shape_index: firstPosition,
      end_shape_index: line.length - 1,
      begin_point_index: points[0]!.index,
      end_point_index: points.at(-1)!.index,
    }
  })
  return { snapped_shape: encodePolyline(line), pieces: spans, edges, matched_points }
}

function makeUnmatchedPoint(position: LatLon): Snapped['matched_points'][0] {
  return {
    ...roundPosition(position),
    type: 'unmatched',
    edge_index: null,
    distance_from_trace_meters: null,
  }
}

function describeEdge(edge: EngineTraceEdge, firstPosition: number): Snapped['edges'][0] {
  return {
    names: edge.names ?? [],
    road_class: nameRoadClass(edge.road_class),
    surface: nameSurface(edge.surface ?? 'paved'),
    length_meters: roundMeters(edge.length * 1000),
    speed_kph: edge.speed,
    grade_percent: roundPercent(edge.weighted_grade ?? 0),
    begin_shape_index: firstPosition + edge.begin_shape_index,
    end_shape_index: firstPosition + edge.end_shape_index,
  }
}
