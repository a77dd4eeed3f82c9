import type { Landscape, Positions } from '#ground/landscape'
import { pause, runInSlices, type Timed, untimed } from '#platform/concurrency'
import { buildHexGridInSteps } from './area/index.ts'
import {
  buildDistanceDistribution,
  computeHexProbabilitiesInSteps,
  type DistanceDistribution,
} from './distance/index.ts'
import { adaptDistribution } from './distance-bounds.ts'
import { applyRingWeights, type DistanceRings, groupIntoRings } from './distance-rings.ts'
import { computeDistanceScale } from './distance-scale.ts'
import { type EcoregionFacts, selectEcoregion, weighEcoregions } from './ecoregion.ts'
import { measureEcoregionFacts, surroundingsMeters } from './ecoregion-facts.ts'
import { estimateEffortRatios } from './effort/index.ts'
import { figures } from './figures/index.ts'
import { emptyPositions, GridProjection } from './grid-projection.ts'
import {
  type ClassShares,
  computeClassShares,
  type WeightedGround,
  weighByGround,
} from './ground/index.ts'
import { findMisplacedOrigin, type MisplacedOrigin } from './origin.ts'
import type { Ecoregion, EcoregionWeights, HexGrid, Incident } from './prediction.ts'
import { selectTerms, type Terms } from './terms.ts'

/** The probability of each hexagon of an area, with the intermediate results that explain it. */
export interface ProbabilityMap extends WeightedGround {
  grid: HexGrid
  /** Ecoregion with the largest weight. */
  ecoregion: Ecoregion
  ecoregionWeights: EcoregionWeights
  facts: EcoregionFacts
  /** Published distances, blended and scaled for the incident; {@link adaptDistribution} bounds and blurs them. */
  distribution: DistanceDistribution
  terms: Terms
  /** Probabilities by distance alone. */
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
  /** Times the stages of the call. */
  timed?: Timed | undefined
  /** Terms to switch on or off, for ablation. */
  terms?: Partial<Terms> | undefined
}

/**
 * Maps where a missing person may be. The distance distribution is spread over the area's hexagons, then moved within
 * rings, in circles first by walking effort, then by the ground that people prefer.
 *
 * @throws ApiError `bad_request` for an invalid area, `service_unavailable` when the ground cannot be read. An
 * aborted signal throws its reason.
 */
export async function computeProbabilityMap(
  landscape: Landscape,
  incident: Incident,
  { signal, timed = untimed, terms: switched }: PredictContext = {},
): Promise<ProbabilityMap> {
  const terms = selectTerms(switched)
  const { grid, projection, positions } = await timed('hexes', () => sampleGrid(incident, signal))
  await pause(signal)
  const boxes = projection.listBoxes(surroundingsMeters)
  const view = await timed('reads', () => landscape.view(boxes, signal))
  await pause(signal)
  const { ground, facts, withoutHeight } = await timed('ground', async () => {
    const ground = computeClassShares(view, positions, grid.pattern.length, incident.profile)
    await pause(signal)
    const facts = measureEcoregionFacts(grid, projection, view, positions)
    await pause(signal)
    const heights = view.heights({ lats: grid.lats, lons: projection.lons })
    const withoutHeight = heights.filter((height) => Number.isNaN(height)).length / heights.length
    return { ground, facts, withoutHeight }
  })
  await pause(signal)

  const ecoregionWeights = weighEcoregions(facts)
  const scale = computeDistanceScale(incident, terms)
  const distribution = buildDistanceDistribution(incident.profile, ecoregionWeights, scale)
  const { probabilities, outsideMass } = await timed('masses', () =>
    runInSlices(
      computeHexProbabilitiesInSteps(adaptDistribution(incident, distribution), grid),
      signal,
    ),
  )
  await pause(signal)
  const rings = groupIntoRings(grid)
  await pause(signal)
  const prior = await timed('effort', async () => {
    if (!terms.effort || grid.area.type !== 'circle') return probabilities
    const ratios = await estimateEffortRatios(grid, projection, view, positions, signal)
    return applyRingWeights(probabilities, computeEffortWeights(ratios, grid, distribution), rings)
  })
  await pause(signal)
  const weighted = timed('weighing', () =>
    weighByGround(incident, terms, { rings, prior, ground, missing: landscape.missing }),
  )
  await pause(signal)
  return {
    ...weighted,
    grid,
    ecoregion: selectEcoregion(ecoregionWeights),
    ecoregionWeights,
    facts,
    distribution,
    terms,
    distanceProbabilities: probabilities,
    outsideMass,
    ground,
    withoutHeight,
    misplacedOrigin: findMisplacedOrigin(view, grid, projection),
    rings,
  }
}

async function sampleGrid(incident: Incident, signal?: AbortSignal) {
  const grid = await runInSlices(buildHexGridInSteps(incident.area), signal)
  await pause(signal)
  const projection = new GridProjection(grid)
  await pause(signal)
  return { grid, projection, positions: locatePatternPoints(grid, projection) }
}

/**
 * Divides the density at each hexagon's effective distance by the density at its distance d. The effective distance is
 * d times ratio^exponent, with the ratio of the walking effort to that on flat open ground.
 */
function computeEffortWeights(
  ratios: Float64Array,
  grid: HexGrid,
  distribution: DistanceDistribution,
): Float64Array {
  const { exponent } = figures.effort
  // Closer than the width of a hexagon, the density at its centre says little about the whole hexagon.
  const minMeters = 2 * Math.sqrt(grid.hexSquareMeters / Math.PI)
  return ratios.map((ratio, hex) => {
    const meters = Math.max(minMeters, Math.hypot(grid.east[hex]!, grid.north[hex]!))
    const density = distribution.density(meters)
    return density > 0 ? distribution.density(meters * ratio ** exponent.value) / density : 1
  })
}

/** Returns the positions of the pattern points of all hexagons, hexagon by hexagon. */
export function locatePatternPoints(
  { ids, pattern }: HexGrid,
  projection: GridProjection,
): Positions {
  const positions = emptyPositions(ids.length * pattern.length)
  for (let hex = 0, at = 0; hex < ids.length; hex++) {
    for (const { east, north } of pattern) projection.place(hex, east, north, positions, at++)
  }
  return positions
}
