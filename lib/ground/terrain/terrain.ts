import { roundMeters } from '#ground/geo'
import { runAtOnce, type WorkSteps } from '../../platform/concurrency/steps.ts'
import { type ClimbAlong, measureClimbAlong } from './climb.ts'
import { classifyDifficulty, type Difficulty } from './difficulty.ts'
import { measureGrades, summariseGrades } from './grade.ts'
import {
  type ElevationProfile,
  findIndexAt,
  joinLegs,
  type LegHeights,
  makeReader,
} from './profile.ts'
import { type StructureSpan, straighten } from './structures.ts'

export interface ElevationSample {
  distance_meters: number
  elevation_meters: number
}

/** Terrain analytics of a route or a leg; metres to 0.1, percent to 0.1. */
export interface Terrain {
  total_ascent_meters: number
  total_descent_meters: number
  max_elevation_meters: number
  min_elevation_meters: number
  avg_grade_percent: number
  max_grade_percent: number
  elevation_profile: ElevationSample[]
  difficulty: Difficulty
}

export interface RouteTerrain {
  route: Terrain
  legs: Terrain[]
}

export interface TerrainOptions {
  /** Spacing of the published profile, metres. */
  intervalMeters: number
  /** Bridges, tunnels and ferries, metres from the start of the route. */
  structures?: readonly StructureSpan[]
  /** Upper limit of grades, for ways with a known maximum. */
  gradeCapPercent?: number
}

/**
 * Analyses the terrain of a route and of each of its legs. Everything is computed on the whole route and then cut at
 * the legs, so that ascents and descents of the legs add up to the route's, to the last decimal.
 *
 * Method: straight heights over structures; ascent and descent by {@link measureClimbAlong}; grades on the 150 m mean over
 * 150 m, the average weighted by length, the maximum as the 99.5th percentile; the difficulty from both, as
 * published. A profile contains a sample at every multiple of the interval and one at the end.
 *
 * `null` when all heights are missing.
 */
export function analyseTerrain(
  legs: readonly LegHeights[],
  options: TerrainOptions,
): RouteTerrain | null {
  return runAtOnce(analyseTerrainInSteps(legs, options))
}

/** Runs {@link analyseTerrain} in steps: a profile may have 100,000 samples. */
export function* analyseTerrainInSteps(
  legs: readonly LegHeights[],
  { intervalMeters, structures = [], gradeCapPercent = Infinity }: TerrainOptions,
): WorkSteps<RouteTerrain | null> {
  const joined = joinLegs(legs)
  if (!joined) return null
  yield
  const { profile, borders } = joined
  straighten(profile, structures)
  const climb = measureClimbAlong(profile)
  yield
  const grades = measureGrades(profile, gradeCapPercent)
  yield
  const cut = (fromMeters: number, toMeters: number) =>
    describe(profile, climb, grades, fromMeters, toMeters, intervalMeters)
  const route = cut(0, borders.at(-1)!)
  if (legs.length === 1) return { route, legs: [route] }
  const ofLegs: Terrain[] = []
  for (const i of legs.keys()) {
    yield
    ofLegs.push(cut(borders[i]!, borders[i + 1]!))
  }
  return { route, legs: ofLegs }
}

function describe(
  { distances, heights }: ElevationProfile,
  { ascent, descent }: ClimbAlong,
  grades: Float64Array,
  fromMeters: number,
  toMeters: number,
  intervalMeters: number,
): Terrain {
  const last = distances.length - 1
  const from = Math.min(findIndexAt(distances, fromMeters), last)
  const to = Math.min(findIndexAt(distances, toMeters), last)
  let lowest = Infinity
  let highest = -Infinity
  for (let i = from; i <= to; i++) {
    lowest = Math.min(lowest, heights[i]!)
    highest = Math.max(highest, heights[i]!)
  }
  const { avgPercent, maxPercent } = summariseGrades(distances, grades, from, to)
  return {
    // Rounded before the subtraction, so that rounded legs add up to the rounded route.
    total_ascent_meters: roundMeters(roundMeters(ascent[to]!) - roundMeters(ascent[from]!)),
    total_descent_meters: roundMeters(roundMeters(descent[to]!) - roundMeters(descent[from]!)),
    max_elevation_meters: roundMeters(highest),
    min_elevation_meters: roundMeters(lowest),
    avg_grade_percent: avgPercent,
    max_grade_percent: maxPercent,
    elevation_profile: sample(distances, heights, fromMeters, toMeters, intervalMeters),
    difficulty: classifyDifficulty(avgPercent, maxPercent),
  }
}

function sample(
  distances: Float64Array,
  heights: Float64Array,
  fromMeters: number,
  toMeters: number,
  intervalMeters: number,
): ElevationSample[] {
  const read = makeReader(distances, heights)
  const length = toMeters - fromMeters
  const samples: ElevationSample[] = []
  // A last interval that would round to 0.0 m is left out.
  for (let i = 0; i * intervalMeters < length - 0.05; i++) {
    samples.push({
      distance_meters: roundMeters(i * intervalMeters),
      elevation_meters: roundMeters(read(fromMeters + i * intervalMeters)),
    })
  }
  samples.push({
    distance_meters: roundMeters(length),
    elevation_meters: roundMeters(read(toMeters)),
  })
  return samples
}
