import { pause } from '../concurrency/index.ts'
import type { Landscape, Positions } from '../landscape/index.ts'
import { hexGridOf } from './area/index.ts'
import {
  type DistanceDistribution,
  distanceDistribution,
  hexProbabilities,
} from './distance/index.ts'
import { type DistanceRings, distanceRings, reweighted } from './distance-rings.ts'
import { distanceScale } from './distance-scale.ts'
import { type EcoregionFacts, ecoregionOf } from './ecoregion.ts'
import { ecoregionFacts, surroundingsMeters } from './ecoregion-facts.ts'
import { effortRatios } from './effort/index.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, GridProjection } from './grid-projection.ts'
import { type ClassShares, classSharesOf, type RakedGround, rakeByGround } from './ground/index.ts'
import type { Ecoregion, HexGrid, Incident } from './prediction.ts'
import { type Terms, termsOf } from './terms.ts'

/** The probability of each hexagon of an area, and how it came about. */
export interface ProbabilityMap extends RakedGround {
  grid: HexGrid
  ecoregion: Ecoregion
  facts: EcoregionFacts
  distribution: DistanceDistribution
  terms: Terms
  /** By distance alone. */
  distanceProbabilities: Float64Array
  outsideMass: number
  ground: ClassShares
  /** Share of the hexagons whose centre has no height. */
  withoutHeight: number
  rings: DistanceRings
}

export interface PredictContext {
  signal?: AbortSignal | undefined
  /** Starts a stage of `server-timing`; what it returns ends it. */
  stage?: ((name: string) => () => void) | undefined
  /** Terms to switch on or off, for ablation. */
  terms?: Partial<Terms> | undefined
}

/**
 * Where a missing person may be: the distance distribution over the area's hexagons, moved within rings
 * by the effort of the way, then by raking towards the ground in which people are found.
 *
 * @throws ApiError `bad_request` for an area that is not valid, `service_unavailable` when the ground
 * cannot be read; the signal's reason.
 */
export async function probabilityMapOf(
  landscape: Landscape,
  incident: Incident,
  { signal, stage = () => () => {}, terms: switched }: PredictContext = {},
): Promise<ProbabilityMap> {
  const terms = termsOf(switched)
  const endHexes = stage('hexes')
  const grid = hexGridOf(incident.area)
  const projection = new GridProjection(grid)
  await pause(signal)
  const positions = patternPositions(grid, projection)
  endHexes()
  await pause(signal)

  const endReads = stage('reads')
  const view = await landscape.view(projection.boxes(surroundingsMeters), signal)
  endReads()
  await pause(signal)

  const endGround = stage('ground')
  const ground = classSharesOf(view, positions, grid.pattern.length, incident.profile)
  await pause(signal)
  const facts = ecoregionFacts(grid, projection, view, positions)
  await pause(signal)
  const heights = view.heights({ lats: grid.lats, lons: projection.lons })
  const withoutHeight = heights.filter((height) => Number.isNaN(height)).length / heights.length
  endGround()
  await pause(signal)

  const endDistance = stage('masses')
  const ecoregion = ecoregionOf(facts)
  const scale = distanceScale(incident, terms)
  const distribution = distanceDistribution(incident.profile, ecoregion, scale)
  const { probabilities, outsideMass } = hexProbabilities(distribution, grid)
  const rings = distanceRings(grid)
  endDistance()
  await pause(signal)

  const endEffort = stage('effort')
  let prior = probabilities
  if (terms.effort && grid.area.type === 'circle') {
    const ratios = await effortRatios(grid, projection, view, positions, signal)
    prior = reweighted(probabilities, effortWeights(ratios, grid, distribution), rings)
  }
  endEffort()
  await pause(signal)

  const endRaking = stage('raking')
  const raked = rakeByGround(incident, terms, { grid, rings, distribution, prior, ground })
  endRaking()
  await pause(signal)
  return {
    ...raked,
    grid,
    ecoregion,
    facts,
    distribution,
    terms,
    distanceProbabilities: probabilities,
    outsideMass,
    ground,
    withoutHeight,
    rings,
  }
}

/** Density at each hexagon's effective distance d^(1-a) c^a, over the density at its distance d. */
function effortWeights(
  ratios: Float64Array,
  grid: HexGrid,
  distribution: DistanceDistribution,
): Float64Array {
  const { exponent } = figures.effort
  // Nearer than a hexagon is wide the density at its centre says little about it.
  const minMeters = 2 * Math.sqrt(grid.hexSquareMeters / Math.PI)
  return ratios.map((ratio, hex) => {
    const meters = Math.max(minMeters, Math.hypot(grid.east[hex]!, grid.north[hex]!))
    const density = distribution.density(meters)
    return density > 0 ? distribution.density(meters * ratio ** exponent.value) / density : 1
  })
}

/** The pattern points of all hexagons, hexagon by hexagon. */
export function patternPositions({ ids, pattern }: HexGrid, projection: GridProjection): Positions {
  const positions = emptyPositions(ids.length * pattern.length)
  for (let hex = 0, at = 0; hex < ids.length; hex++) {
    for (const { east, north } of pattern) projection.place(hex, east, north, positions, at++)
  }
  return positions
}
