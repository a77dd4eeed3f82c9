import type { Landscape, Positions } from '#ground/landscape'
import { pause, runInSlices, type Timed, untimed } from '#platform/concurrency'
import { hexGridSteps } from './area/index.ts'
import {
  type DistanceDistribution,
  distanceDistribution,
  hexProbabilitySteps,
} from './distance/index.ts'
import { incidentDistribution } from './distance-bounds.ts'
import { type DistanceRings, distanceRings, reweighted } from './distance-rings.ts'
import { distanceScale } from './distance-scale.ts'
import { type EcoregionFacts, ecoregionOf, ecoregionWeightsOf } from './ecoregion.ts'
import { ecoregionFacts, surroundingsMeters } from './ecoregion-facts.ts'
import { effortRatios } from './effort/index.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, GridProjection } from './grid-projection.ts'
import {
  type ClassShares,
  classSharesOf,
  type WeightedGround,
  weighByGround,
} from './ground/index.ts'
import { type MisplacedOrigin, misplacedOrigin } from './origin.ts'
import type { Ecoregion, EcoregionWeights, HexGrid, Incident } from './prediction.ts'
import { type Terms, termsOf } from './terms.ts'

/** The probability of each hexagon of an area, and how it came about. */
export interface ProbabilityMap extends WeightedGround {
  grid: HexGrid
  /** The one that counts most. */
  ecoregion: Ecoregion
  ecoregionWeights: EcoregionWeights
  facts: EcoregionFacts
  /** As published; {@link incidentDistribution} is what the incident makes of it. */
  distribution: DistanceDistribution
  terms: Terms
  /** By distance alone. */
  distanceProbabilities: Float64Array
  outsideMass: number
  ground: ClassShares
  /** Share of the hexagons whose centre has no height. */
  withoutHeight: number
  misplacedOrigin?: MisplacedOrigin | undefined
  rings: DistanceRings
}

export interface PredictContext {
  signal?: AbortSignal | undefined
  /** Measures the stages of the call. */
  timed?: Timed | undefined
  /** Terms to switch on or off, for ablation. */
  terms?: Partial<Terms> | undefined
}

/**
 * Where a missing person may be: the distance distribution over the area's hexagons, moved within rings
 * by the effort of the way, then by the ground that people prefer.
 *
 * @throws ApiError `bad_request` for an area that is not valid, `service_unavailable` when the ground
 * cannot be read; the signal's reason.
 */
export async function probabilityMapOf(
  landscape: Landscape,
  incident: Incident,
  { signal, timed = untimed, terms: switched }: PredictContext = {},
): Promise<ProbabilityMap> {
  const terms = termsOf(switched)
  const { grid, projection, positions } = await timed('hexes', () => sampledGrid(incident, signal))
  await pause(signal)
  const boxes = projection.boxes(surroundingsMeters)
  const view = await timed('reads', () => landscape.view(boxes, signal))
  await pause(signal)
  const { ground, facts, withoutHeight } = await timed('ground', async () => {
    const ground = classSharesOf(view, positions, grid.pattern.length, incident.profile)
    await pause(signal)
    const facts = ecoregionFacts(grid, projection, view, positions)
    await pause(signal)
    const heights = view.heights({ lats: grid.lats, lons: projection.lons })
    const withoutHeight = heights.filter((height) => Number.isNaN(height)).length / heights.length
    return { ground, facts, withoutHeight }
  })
  await pause(signal)

  const ecoregionWeights = ecoregionWeightsOf(facts)
  const scale = distanceScale(incident, terms)
  const distribution = distanceDistribution(incident.profile, ecoregionWeights, scale)
  const { probabilities, outsideMass } = await timed('masses', () =>
    runInSlices(hexProbabilitySteps(incidentDistribution(incident, distribution), grid), signal),
  )
  await pause(signal)
  const rings = distanceRings(grid)
  await pause(signal)
  const prior = await timed('effort', async () => {
    if (!terms.effort || grid.area.type !== 'circle') return probabilities
    const ratios = await effortRatios(grid, projection, view, positions, signal)
    return reweighted(probabilities, effortWeights(ratios, grid, distribution), rings)
  })
  await pause(signal)
  const weighted = timed('weighing', () =>
    weighByGround(incident, terms, { rings, prior, ground, missing: landscape.missing }),
  )
  await pause(signal)
  return {
    ...weighted,
    grid,
    ecoregion: ecoregionOf(ecoregionWeights),
    ecoregionWeights,
    facts,
    distribution,
    terms,
    distanceProbabilities: probabilities,
    outsideMass,
    ground,
    withoutHeight,
    misplacedOrigin: misplacedOrigin(view, grid, projection),
    rings,
  }
}

async function sampledGrid(incident: Incident, signal?: AbortSignal) {
  const grid = await runInSlices(hexGridSteps(incident.area), signal)
  await pause(signal)
  const projection = new GridProjection(grid)
  await pause(signal)
  return { grid, projection, positions: patternPositions(grid, projection) }
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
