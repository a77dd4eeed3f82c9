import { ApiError } from '../../errors/index.ts'
import { distanceMeters, type LatLon } from '../../geo/index.ts'
import type { Costing, Engine, EngineTrip } from '../engine/index.ts'

/** A position of the trace. `index` is its place in the request. */
export interface TracePoint extends LatLon {
  index: number
  /** Seconds, from any moment on. */
  time?: number
}

export interface EngineTraceEdge {
  names?: string[]
  road_class: string
  surface?: string
  /** Kilometres. */
  length: number
  /** Kilometres an hour. */
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
  /** The way breaks off after this point. */
  begin_route_discontinuity?: boolean
}

interface EngineAttributes {
  /** Encoded polyline. */
  shape: string
  edges: EngineTraceEdge[]
  matched_points: EngineMatchedPoint[]
}

/** A stretch of the trace that follows one unbroken way. */
export interface MatchedPiece {
  points: TracePoint[]
  attributes: EngineAttributes
  trip: EngineTrip
}

export interface MatchOptions {
  costing: Costing
  gpsAccuracyMeters: number
  searchRadiusMeters: number
  /** Spacing of the heights. */
  spacingMeters: number
  signal?: AbortSignal
}

/** Points farther apart than this are not one way: the engine's own breakage distance. */
export const gapMeters = 2_000

/** The engine takes 500 km in one go; longer stretches are cut, and meet at a point. */
const maxPieceMeters = 400_000

/** Points on no road are taken out this often before the trace is cut at them. */
const maxCleanings = 3

/** A trace of 20,000 scattered points would otherwise be asked about for minutes. */
const maxEngineCalls = 200

/**
 * The stretches of a trace that can be matched to ways, in its order. Points on no road within reach
 * are left out; where the way breaks, and over gaps of more than {@link gapMeters}, a new piece begins.
 *
 * Throws `match_failed` when the trace falls into too many pieces, some 60 or more.
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

  async pieces(points: readonly TracePoint[], cleanings = 0): Promise<MatchedPiece[]> {
    const found: MatchedPiece[] = []
    for (const run of withoutSpikes(cutAtGaps(points)))
      found.push(...(await this.#run(run, cleanings)))
    return found
  }

  async #run(points: TracePoint[], cleanings: number): Promise<MatchedPiece[]> {
    const attributes = await this.#attributes(points)
    if (!attributes) return []
    const isMatched = (i: number) => attributes.matched_points[i]!.type !== 'unmatched'
    const matched = points.filter((_, i) => isMatched(i))
    if (matched.length < points.length && cleanings < maxCleanings) {
      return this.pieces(matched, cleanings + 1)
    }
    const breaks = new Set<number>()
    for (const [i, point] of attributes.matched_points.entries()) {
      if (point.begin_route_discontinuity) breaks.add(i + 1)
      if (!isMatched(i)) breaks.add(i).add(i + 1)
    }
    const trips = breaks.size > 0 ? [] : await this.#trips(points)
    const [trip, ...others] = trips
    // What breaks without being marked comes as routes of their own.
    for (const { locations } of others) breaks.add(locations[0]!.original_index)
    if (breaks.size === 0) {
      return trip ? [{ points, attributes, trip }] : this.#halves(points, cleanings)
    }
    const found: MatchedPiece[] = []
    for (const part of cutAt(points, breaks)) found.push(...(await this.#run(part, cleanings)))
    return found
  }

  /** When a way was found and cannot be described, that of each half may. */
  async #halves(points: TracePoint[], cleanings: number): Promise<MatchedPiece[]> {
    if (points.length < 4) return []
    const middle = points.length >> 1
    const first = await this.#run(points.slice(0, middle), cleanings)
    return [...first, ...(await this.#run(points.slice(middle), cleanings))]
  }

  /** With the times of the trace or, where too little time loses points to the engine, without. */
  async #attributes(points: readonly TracePoint[]): Promise<EngineAttributes | undefined> {
    if (points.length < 2) return undefined
    // Never with elevation_interval, which crashes this engine.
    const timed = await this.#ask<EngineAttributes>('traceAttributes', points, {})
    const lost = (answer = timed) =>
      answer?.matched_points.filter(({ type }) => type === 'unmatched').length ?? Infinity
    if (lost() === 0 || points.every(({ time }) => time === undefined)) return timed
    const times = points.map(({ time }) => time)
    for (const point of points) delete point.time
    const untimed = await this.#ask<EngineAttributes>('traceAttributes', points, {})
    if (lost(untimed) < lost()) return untimed
    for (const [i, time] of times.entries()) points[i]!.time = time
    return timed
  }

  async #trips(points: readonly TracePoint[]): Promise<EngineTrip[]> {
    const answer = await this.#ask<{ trip: EngineTrip; alternates?: { trip: EngineTrip }[] }>(
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

  async #ask<Answer>(
    action: 'traceAttributes' | 'traceRoute',
    points: readonly TracePoint[],
    more: Record<string, unknown>,
  ): Promise<Answer | undefined> {
    const { costing, gpsAccuracyMeters, searchRadiusMeters, signal } = this.#options
    if (++this.#calls > maxEngineCalls) {
      throw new ApiError(
        'match_failed',
        'The trace falls into too many pieces: raise search_radius, or send cleaner points.',
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
      ...more,
    }
    try {
      return await this.#engine.call<Answer>(action, query, signal)
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  }
}

/** The engine cannot match these points, or cannot describe what it matched: no fault of the service. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ApiError) {
    return ['match_failed', 'no_route', 'location_not_routable'].includes(error.code)
  }
  return error instanceof Error && error.message.includes('Could not build directions')
}

function* cutAtGaps(points: readonly TracePoint[]): Generator<TracePoint[]> {
  let run: TracePoint[] = []
  let lengthMeters = 0
  for (const point of points) {
    const before = run.at(-1)
    const step = before ? distanceMeters(before, point) : 0
    lengthMeters += step
    if (step > gapMeters || lengthMeters > maxPieceMeters) {
      yield run
      // A cut for length alone leaves no gap: the next stretch begins where this one ends.
      run = step > gapMeters ? [] : [before!]
      lengthMeters = step > gapMeters ? 0 : step
    }
    run.push(point)
  }
  yield run
}

/** A lone point far from both its neighbours, which are near each other, is an error and no gap. */
function withoutSpikes(runs: Iterable<TracePoint[]>): TracePoint[][] {
  const kept: TracePoint[][] = []
  let spike: TracePoint[] | undefined
  for (const run of runs) {
    const before = kept.at(-1)
    if (spike && before && distanceMeters(before.at(-1)!, run[0]!) <= gapMeters) {
      for (const point of run) before.push(point)
      spike = undefined
      continue
    }
    if (spike) kept.push(spike)
    spike = run.length === 1 && kept.length > 0 ? run : undefined
    if (!spike) kept.push(run)
  }
  if (spike) kept.push(spike)
  return kept
}

function cutAt(points: readonly TracePoint[], starts: ReadonlySet<number>): TracePoint[][] {
  const borders = [0, ...[...starts].sort((a, b) => a - b), points.length]
  return borders
    .slice(1)
    .map((to, i) => points.slice(borders[i], to))
    .filter((part) => part.length > 1)
}
