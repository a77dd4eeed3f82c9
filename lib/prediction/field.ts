import { pause, type Timed, untimed } from '../concurrency/index.ts'
import type { Landscape, LandscapeView, Positions } from '../landscape/index.ts'
import { hexGridOf } from './area/index.ts'
import {
  type ClassShares,
  classSharesOf,
  type GroundClass,
  groundClasses,
  indexOf,
} from './classes.ts'
import { type EcoregionFacts, ecoregionOf } from './ecoregion.ts'
import { effortRatios } from './effort/index.ts'
import { type CountedClass, type FindClass, figures } from './figures.ts'
import { emptyPositions, GridGlobe } from './globe.ts'
import { massesOf, type RadialLaw, radialLaw } from './law/index.ts'
import type { Case, Ecoregion, HexGrid } from './prediction.ts'
import { rake } from './raking.ts'
import { type Rings, reweighed, ringsOf } from './rings.ts'
import { ecoregionFacts, surroundingsMeters } from './surroundings.ts'
import { type Gains, targetsOf } from './targets.ts'
import { isDark, scaleOf, severityOf, type Terms, termsOf } from './terms.ts'

/** The probability of each hexagon of an area, and what it was made of. */
export interface Field {
  grid: HexGrid
  ecoregion: Ecoregion
  facts: EcoregionFacts
  law: RadialLaw
  terms: Terms
  /** By distance alone. */
  distanceMasses: Float64Array
  /** In the order of the grid; with `outsideMass` they add up to 1. */
  masses: Float64Array
  outsideMass: number
  /** Shares of the mass in the area, by {@link groundClasses}: what distance and effort give, what was aimed at, what came of it. */
  classes: { byDistance: Float64Array; targets: Float64Array; achieved: Float64Array }
  /** The largest difference of a class from its target. */
  residual: number
  /** Classes at the limit of what a hexagon may be moved by. */
  capped: readonly GroundClass[]
  /** Counted classes of which the area has nothing. */
  absent: readonly CountedClass[]
  ground: ClassShares
  /** Share of the hexagons whose centre has no height. */
  withoutHeight: number
  rings: Rings
}

export interface FieldContext {
  signal?: AbortSignal | undefined
  /** Measures the stages of the call. */
  timed?: Timed | undefined
  /** Terms to switch on or off, for ablation. */
  terms?: Partial<Terms> | undefined
}

/**
 * Where somebody may be: the radial law over the area's hexagons, moved within rings by how hard it is
 * to get there, then by what the ground is.
 *
 * @throws ApiError `bad_request` for an area that is not valid, `service_unavailable` when the ground
 * cannot be read; the signal's reason.
 */
export async function fieldOf(
  landscape: Landscape,
  one: Case,
  { signal, timed = untimed, terms: asked }: FieldContext = {},
): Promise<Field> {
  const terms = termsOf(asked)
  const { grid, globe, positions } = await timed('hexes', () => gridOf(one, signal))
  await pause(signal)
  const view = await timed('reads', () => landscape.view(globe.boxes(surroundingsMeters), signal))
  await pause(signal)
  const { ground, facts, withoutHeight } = await timed('ground', async () => {
    const ground = classSharesOf(view, positions, grid.pattern.length, one.profile)
    await pause(signal)
    const facts = ecoregionFacts(grid, globe, view, positions)
    await pause(signal)
    const heights = view.heights({ lats: grid.lats, lons: globe.lons })
    const withoutHeight = heights.filter((height) => Number.isNaN(height)).length / heights.length
    return { ground, facts, withoutHeight }
  })
  await pause(signal)

  const ecoregion = ecoregionOf(facts)
  const law = radialLaw(one.profile, ecoregion, scaleOf(one, terms))
  const { masses: distanceMasses, outsideMass } = timed('masses', () => massesOf(law, grid))
  const rings = ringsOf(grid)
  await pause(signal)
  const prior = await timed('effort', async () => {
    if (!terms.effort || grid.area.type !== 'circle') return distanceMasses
    const weights = await effortWeights(grid, { globe, view, positions, law, signal })
    return reweighed(distanceMasses, weights, rings)
  })
  await pause(signal)
  const features = timed('raking', () => withGround(one, terms, grid, law, prior, ground, rings))
  await pause(signal)
  return {
    grid,
    ecoregion,
    facts,
    law,
    terms,
    distanceMasses,
    outsideMass,
    ground,
    withoutHeight,
    rings,
    ...features,
  }
}

async function gridOf(one: Case, signal?: AbortSignal) {
  const grid = hexGridOf(one.area)
  const globe = new GridGlobe(grid)
  await pause(signal)
  return { grid, globe, positions: patternPositions(grid, globe) }
}

/** Moves mass towards the classes of ground in which people are found. */
function withGround(
  one: Case,
  terms: Terms,
  grid: HexGrid,
  law: RadialLaw,
  prior: Float64Array,
  ground: ClassShares,
  rings: Rings,
) {
  // The deep of a lake counts for little already in what the shore's share is measured by.
  const shallow = withoutDeepWater(ground, one)
  const walkable = reweighed(prior, rowSums(shallow), rings)
  const byDistance = sharesOfMass(walkable, shallow)
  const { targets, absent } = targetsOf(one.profile, byDistance, gainsOf(one, terms))
  if (!terms.features) {
    const achieved = sharesOfMass(prior, ground.shares)
    const classes = { byDistance: achieved, targets: achieved, achieved }
    return { masses: prior, classes, residual: 0, capped: [], absent }
  }
  tilt(shallow, ground, one, terms, grid, law)
  const { masses, classShares, residual, capped } = rake({
    masses: prior,
    rings: rings.rings,
    ringCount: rings.count,
    shares: shallow,
    targets,
    mostMultiplier: figures.finds.multiplierCap.value,
    tolerance: figures.finds.rakingResidual.value / 10,
  })
  return {
    masses,
    classes: { byDistance, targets, achieved: classShares },
    residual,
    capped: groundClasses.filter((_, c) => capped[c]),
    absent,
  }
}

function withoutDeepWater({ shares, deepWater }: ClassShares, { profile }: Case): Float64Array {
  const less = 1 - figures.finds.deepWaterDensityRatio[profile].value
  const seeds = shares.slice()
  for (let hex = 0; hex < deepWater.length; hex++) {
    seeds[hex * groundClasses.length + indexOf('water')]! -= less * deepWater[hex]!
  }
  return seeds
}

/**
 * Densities within a class: more at the edge of a wood than inside; and for those who look for a certain
 * place, far from the origin, more at water and at what is scenic than near it. Raking keeps such ratios
 * while it gives each class its share.
 */
function tilt(
  seeds: Float64Array,
  { woodEdge, scenic }: ClassShares,
  { profile }: Case,
  terms: Terms,
  grid: HexGrid,
  law: RadialLaw,
): void {
  const atEdge = figures.finds.woodEdgeDensityRatio[profile].value - 1
  const { splitShare, farTilt } = figures.bimodality
  const isBimodal = terms.bimodality && profile === 'despondent' && grid.area.type === 'circle'
  const farMeters = isBimodal ? law.quantile(splitShare.value) : Infinity
  const width = groundClasses.length
  for (let hex = 0, row = 0; hex < woodEdge.length; hex++, row += width) {
    seeds[row + indexOf('wood')]! += atEdge * woodEdge[hex]!
    if (Math.hypot(grid.east[hex]!, grid.north[hex]!) < farMeters) continue
    seeds[row + indexOf('water')]! *= farTilt.water.value
    const byScenic = 1 + (farTilt.scenic.value - 1) * scenic[hex]!
    for (let c = 0; c < width; c++) seeds[row + c]! *= byScenic
  }
}

/** Factors on counted shares by weather, and by darkness where that is asked for. */
function gainsOf(one: Case, terms: Terms): Gains {
  const gains: Gains = {}
  const raise = (names: readonly FindClass[], gain: number) => {
    for (const name of names) gains[name] = (gains[name] ?? 1) * (1 + gain)
  }
  const { shelterClasses, shelterGain } = figures.weather
  if (terms.weather && one.weather) {
    raise(shelterClasses.value, shelterGain.value * severityOf(one.weather))
  }
  const { classes, gain } = figures.darkness
  if (terms.darkness && isDark(one)) raise(classes.value, gain.value)
  return gains
}

/** How likely a hexagon is as far away as it feels, over how likely it is as far away as it is. */
async function effortWeights(
  grid: HexGrid,
  {
    globe,
    view,
    positions,
    law,
    signal,
  }: {
    globe: GridGlobe
    view: LandscapeView
    positions: Positions
    law: RadialLaw
    signal: AbortSignal | undefined
  },
): Promise<Float64Array> {
  const { exponent } = figures.effort
  // Nearer than a hexagon is wide the density at its centre says little about it.
  const leastMeters = 2 * Math.sqrt(grid.hexSquareMeters / Math.PI)
  const ratios = await effortRatios(grid, globe, view, positions, signal)
  return ratios.map((ratio, hex) => {
    const meters = Math.max(leastMeters, Math.hypot(grid.east[hex]!, grid.north[hex]!))
    const density = law.density(meters)
    return density > 0 ? law.density(meters * ratio ** exponent.value) / density : 1
  })
}

export function patternPositions({ ids, pattern }: HexGrid, globe: GridGlobe): Positions {
  const positions = emptyPositions(ids.length * pattern.length)
  for (let hex = 0, at = 0; hex < ids.length; hex++) {
    for (const { east, north } of pattern) globe.place(hex, east, north, positions, at++)
  }
  return positions
}

/** Share of each class in the mass in all hexagons; rows of shares need not add up to 1. */
function sharesOfMass(masses: Float64Array, shares: Float64Array): Float64Array {
  const width = groundClasses.length
  const sums = new Float64Array(width)
  const rows = rowSums(shares)
  let total = 0
  for (let hex = 0; hex < masses.length; hex++) {
    if (rows[hex] === 0) continue
    const each = masses[hex]! / rows[hex]!
    for (let c = 0; c < width; c++) sums[c]! += each * shares[hex * width + c]!
    total += masses[hex]!
  }
  return total > 0 ? sums.map((sum) => sum / total) : sums
}

function rowSums(shares: Float64Array): Float64Array {
  const width = groundClasses.length
  const sums = new Float64Array(shares.length / width)
  for (let hex = 0, at = 0; hex < sums.length; hex++) {
    for (let c = 0; c < width; c++) sums[hex]! += shares[at++]!
  }
  return sums
}
