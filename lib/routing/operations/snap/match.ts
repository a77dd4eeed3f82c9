import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { Costing, Engine, EngineTrip } from '#routing/engine'
import { cutAt, cutAtGaps, removeSpikes, type TracePoint } from './trace.ts'

export interface EngineTraceEdge {
  names?: string[]
  road_class: string
  surface?: string
  /** Kilometres. */
  length: number
  /** Kilometres per hour. */
  speed: number
  weighted_grade?: number
  begin_shape_index: number
  end_shape_index: number
}

export interface EngineMatchedPoint extends LatLon {
  type: 'matched' | 'interpolated' | 'unmatched'
  edge_index?: number
  /** Metres. */
  distance_from_trace_point?: number
  /** The route breaks after this point. */
  begin_route_discontinuity?: boolean
}

interface EngineAttributes {
  /** Encoded polyline. */
  shape: string
  edges: EngineTraceEdge[]
  matched_points: EngineMatchedPoint[]
}

/** Part of the trace that follows one unbroken route. */
export interface MatchedPiece {
  points: TracePoint[]
  attributes: EngineAttributes
  trip: EngineTrip
}

export interface MatchOptions {
  costing: Costing
  gpsAccuracyMeters: number
  searchRadiusMeters: number
  /** Spacing of the heights, metres. */
  spacingMeters: number
  signal?: AbortSignal
}

/** Maximum number of rounds that remove unmatched points; after that the trace is cut at them. */
const maxCleanups = 3

/** Maximum number of engine calls. Without it, a trace of 20,000 scattered points would take minutes. */
const maxEngineCalls = 200

/**
 * Finds the pieces of a trace that can be matched to roads, in order. Leaves out points without a road nearby. A new
 * piece begins at a break of the route and after a gap of more than 2 km.
 *
 * Throws `match_failed` when the trace falls into too many pieces, about 60 or more.
 */
export async function matchTrace(
  engine: Engine,
  points: readonly TracePoint[],
  options: MatchOptions,
): Promise<MatchedPiece[]> {
  const matching = new Matching(engine, options)
  return matching.pieces(points)
}

class Matching {
  readonly #engine: Engine
  readonly #options: MatchOptions
  #calls = 0

  constructor(engine: Engine, options: MatchOptions) {
    this.#engine = engine
    this.#options = options
  }

  async pieces(points: readonly TracePoint[], cleanups = 0): Promise<MatchedPiece[]> {
    const found: MatchedPiece[] = []
    for (const run of removeSpikes(cutAtGaps(points)))
      found.push(...(await this.#run(run, cleanups)))
    return found
  }

  async #run(points: TracePoint[], cleanups: number): Promise<MatchedPiece[]> {
    const attributes = await this.#attributes(points)
    if (!attributes) return []
    const isMatched = (i: number) => attributes.matched_points[i]!.type !== 'unmatched'
    const matched = points.filter((_, i) => isMatched(i))
    if (matched.length < points.length && cleanups < maxCleanups) {
      return this.pieces(matched, cleanups + 1)
    }
    const breaks = new Set<number>()
    for (const [i, point] of attributes.matched_points.entries()) {
      if (point.begin_route_discontinuity) breaks.add(i + 1)
      if (!isMatched(i)) breaks.add(i).add(i + 1)
    }
    const trips = breaks.size > 0 ? [] : await this.#trips(points)
    const [trip, ...others] = trips
    // Unmarked breaks appear as alternates.
    for (const { locations } of others) breaks.add(locations[0]!.original_index)
    if (breaks.size === 0) {
      return trip ? [{ points, attributes, trip }] : this.#halves(points, cleanups)
    }
    const found: MatchedPiece[] = []
    for (const part of cutAt(points, breaks)) found.push(...(await this.#run(part, cleanups)))
    return found
  }

  /** Retries each half if the match cannot be described. */
  async #halves(points: TracePoint[], cleanups: number): Promise<MatchedPiece[]> {
    if (points.length < 4) return []
    const middle = points.length >> 1
    const first = await this.#run(points.slice(0, middle), cleanups)
    return [...first, ...(await this.#run(points.slice(middle), cleanups))]
  }

  /** Matches with the times of the trace, or without them if that matches more points. */
  async #attributes(points: readonly TracePoint[]): Promise<EngineAttributes | undefined> {
    if (points.length < 2) return undefined
    // Without elevation_interval, which crashes the engine here.
    const timed = await this.#query<EngineAttributes>('traceAttributes', points, {})
    const lost = (answer = timed) =>
      answer?.matched_points.filter(({ type }) => type === 'unmatched').length ?? Infinity
    if (lost() === 0 || points.every(({ time }) => time === undefined)) return timed
    const times = points.map(({ time }) => time)
    for (const point of points) delete point.time
    const untimed = await this.#query<EngineAttributes>('traceAttributes', points, {})
    if (lost(untimed) < lost()) return untimed
    for (const [i, time] of times.entries()) points[i]!.time = time
    return timed
  }

  async #trips(points: readonly TracePoint[]): Promise<EngineTrip[]> {
    const answer = await this.#query<{ trip: EngineTrip; alternates?: { trip: EngineTrip }[] }>(
      'traceRoute',
      points,
      {
        units: 'kilometers',
        elevation_interval: this.#options.spacingMeters,
        turn_lanes: true,
      },
    )
    if (!answer) return []
    return [answer.trip, ...(answer.alternates ?? []).map(({ trip }) => trip)]
  }

  async #query<Answer>(
    action: 'traceAttributes' | 'traceRoute',
    points: readonly TracePoint[],
    extra: Record<string, unknown>,
  ): Promise<Answer | undefined> {
    const { costing, gpsAccuracyMeters, searchRadiusMeters, signal } = this.#options
    if (++this.#calls > maxEngineCalls) {
      throw new ApiError(
        'match_failed',
        'The trace falls into too many pieces: raise search_radius and gps_accuracy, or leave both out.',
      )
    }
    const query = {
      shape: points.map(({ lat, lon, time }) =>
        time === undefined ? { lat, lon } : { lat, lon, time },
      ),
      ...costing,
      shape_match: 'map_snap',
      gps_accuracy: gpsAccuracyMeters,
      search_radius: searchRadiusMeters,
      trace_options: { interpolation_distance: 4 * gpsAccuracyMeters },
      ...extra,
    }
    try {
      return await this.#engine.call<Answer>(action, query, signal)
    } catch (error) {
      if (isUnmatchable(error)) return undefined
      throw error
    }
  }
}

/** Returns whether the engine cannot match these points, or cannot describe the match. */
function isUnmatchable(error: unknown): boolean {
  if (error instanceof ApiError) {
    return ['match_failed', 'no_route', 'location_not_routable'].includes(error.code)
  }
  return error instanceof Error && error.message.includes('Could not build directions')
}
