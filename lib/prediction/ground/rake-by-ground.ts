import { isDark } from '../darkness.ts'
import type { DistanceDistribution } from '../distance/index.ts'
import { type DistanceRings, reweighted } from '../distance-rings.ts'
import { weatherSeverity } from '../distance-scale.ts'
import { type CountedClass, type FindClass, figures } from '../figures/index.ts'
import type { HexGrid, Incident } from '../prediction.ts'
import type { Terms } from '../terms.ts'
import { type ClassShares, classIndexOf, type GroundClass, groundClasses } from './classes.ts'
import { rake } from './raking.ts'
import { type Gains, targetsOf } from './targets.ts'

export interface RakedGround {
  /** In the order of the grid; together with the outside mass they sum to 1. */
  probabilities: Float64Array
  /** Shares of the probability inside, in the order of {@link groundClasses}. */
  classes: { byDistance: Float64Array; targets: Float64Array; achieved: Float64Array }
  /** Largest difference between the achieved and the target share of a class. */
  residual: number
  /** Classes kept from their target by the maximum multiplier. */
  capped: readonly GroundClass[]
  /** Counted classes without ground in the area. */
  absent: readonly CountedClass[]
}

/** Moves probability within rings towards the classes of ground in which people are found. */
export function rakeByGround(
  incident: Incident,
  terms: Terms,
  {
    grid,
    rings,
    distribution,
    prior,
    ground,
  }: {
    grid: HexGrid
    rings: DistanceRings
    distribution: DistanceDistribution
    /** Probabilities by distance and effort. */
    prior: Float64Array
    ground: ClassShares
  },
): RakedGround {
  // Seeds of the raking; the shares by distance are measured on them too, so both leave out deep water.
  const seeds = withoutDeepWater(ground, incident)
  const walkable = reweighted(prior, rowSums(seeds), rings)
  const byDistance = classSharesOfMass(walkable, seeds)
  const gains = gainsOf(incident, terms)
  const { targets, absent } = targetsOf(incident.profile, byDistance, gains)
  if (!terms.features) {
    const achieved = classSharesOfMass(prior, ground.shares)
    const classes = { byDistance: achieved, targets: achieved, achieved }
    return { probabilities: prior, classes, residual: 0, capped: [], absent }
  }
  tilt(seeds, ground, incident, terms, grid, distribution)
  const { probabilities, classShares, residual, capped } = rake({
    probabilities: prior,
    rings: rings.rings,
    ringCount: rings.count,
    shares: seeds,
    targets,
    maxMultiplier: figures.finds.multiplierCap.value,
    tolerance: figures.finds.rakingResidual.value / 10,
  })
  return {
    probabilities,
    classes: { byDistance, targets, achieved: classShares },
    residual,
    capped: groundClasses.filter((_, c) => capped[c]),
    absent,
  }
}

/** Class shares with deep water reduced to its density ratio; a hexagon's row may then sum to less than 1. */
function withoutDeepWater({ shares, deepWater }: ClassShares, { profile }: Incident): Float64Array {
  const removed = 1 - figures.finds.deepWaterDensityRatio[profile].value
  const seeds = shares.slice()
  for (let hex = 0; hex < deepWater.length; hex++) {
    seeds[hex * groundClasses.length + classIndexOf('water')]! -= removed * deepWater[hex]!
  }
  return seeds
}

/**
 * Changes densities within classes; raking keeps their ratios while it gives each class its share. Wood is
 * denser at its edge than inside. For the despondent, who may seek a certain place, water and scenic places
 * are denser far from the origin than near it.
 */
function tilt(
  seeds: Float64Array,
  { woodEdge, scenic }: ClassShares,
  { profile }: Incident,
  terms: Terms,
  grid: HexGrid,
  distribution: DistanceDistribution,
): void {
  const atEdge = figures.finds.woodEdgeDensityRatio[profile].value - 1
  const { splitShare, farTilt } = figures.bimodality
  const isBimodal = terms.bimodality && profile === 'despondent' && grid.area.type === 'circle'
  const farMeters = isBimodal ? distribution.quantile(splitShare.value) : Infinity
  const width = groundClasses.length
  for (let hex = 0, row = 0; hex < woodEdge.length; hex++, row += width) {
    seeds[row + classIndexOf('wood')]! += atEdge * woodEdge[hex]!
    if (Math.hypot(grid.east[hex]!, grid.north[hex]!) < farMeters) continue
    seeds[row + classIndexOf('water')]! *= farTilt.water.value
    const byScenic = 1 + (farTilt.scenic.value - 1) * scenic[hex]!
    for (let c = 0; c < width; c++) seeds[row + c]! *= byScenic
  }
}

/** Factors on the counted shares for bad weather and darkness, as far as these terms are on. */
function gainsOf(incident: Incident, terms: Terms): Gains {
  const gains: Gains = {}
  const raise = (names: readonly FindClass[], gain: number) => {
    for (const name of names) gains[name] = (gains[name] ?? 1) * (1 + gain)
  }
  const { shelterClasses, shelterGain } = figures.weather
  if (terms.weather && incident.weather) {
    raise(shelterClasses.value, shelterGain.value * weatherSeverity(incident.weather))
  }
  const { classes, gain } = figures.darkness
  if (terms.darkness && isDark(incident)) raise(classes.value, gain.value)
  return gains
}

/** Share of each class in the probability of all hexagons; rows of shares need not sum to 1. */
function classSharesOfMass(probabilities: Float64Array, shares: Float64Array): Float64Array {
  const width = groundClasses.length
  const sums = new Float64Array(width)
  const rows = rowSums(shares)
  let total = 0
  for (let hex = 0; hex < probabilities.length; hex++) {
    if (rows[hex] === 0) continue
    const scale = probabilities[hex]! / rows[hex]!
    for (let c = 0; c < width; c++) sums[c]! += scale * shares[hex * width + c]!
    total += probabilities[hex]!
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
