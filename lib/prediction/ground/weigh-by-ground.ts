import type { Band } from '#ground/landscape'
import { isDark } from '../darkness.ts'
import { type DistanceRings, reweighted } from '../distance-rings.ts'
import { weatherSeverity } from '../distance-scale.ts'
import { type CountedClass, type FindClass, figures } from '../figures/index.ts'
import type { Incident } from '../prediction.ts'
import type { Terms } from '../terms.ts'
import { availabilityOf } from './availability.ts'
import { type ClassShares, classIndexOf, groundClasses } from './classes.ts'
import { preferencesOf } from './preference.ts'

export interface WeightedGround {
  /** In the order of the grid; together with the outside mass they sum to 1. */
  probabilities: Float64Array
  /** Shares of the probability inside, in the order of {@link groundClasses}. */
  classes: { achieved: Float64Array }
  /** Classes that are hardly mapped here: what there is of them counts as the ground around it. */
  thinClasses: readonly CountedClass[]
}

/**
 * Moves probability within rings towards the ground that people prefer: each hexagon has the mean preference
 * of its ground. Unmapped ground, and that of classes without counts, has the mean of its ring, so it keeps
 * the probability that it has by distance and effort.
 *
 * @param prior Probabilities by distance and effort.
 * @param missing Bands that the data set lacks or hardly has.
 */
export function weighByGround(
  incident: Incident,
  terms: Terms,
  {
    rings,
    prior,
    ground,
    missing,
  }: {
    rings: DistanceRings
    prior: Float64Array
    ground: ClassShares
    missing: readonly Band[]
  },
): WeightedGround {
  const thinClasses = thinClassesOf(incident, ground, missing)
  if (!terms.features) {
    const achieved = classSharesOfMass(prior, ground.shares)
    return { probabilities: prior, classes: { achieved }, thinClasses }
  }
  const classWeights = classWeightsOf(incident, terms, ground, thinClasses)
  fillNeutral(classWeights, prior, rings)
  const { weights } = classWeights
  const probabilities = reweighted(prior, rowSums(weights), rings)
  const achieved = classSharesOfMass(probabilities, weights)
  return { probabilities, classes: { achieved }, thinClasses }
}

const width = groundClasses.length

interface ClassWeights {
  /** Hexagon by hexagon, the share of each class times its preference. */
  weights: Float64Array
  /** Share of each hexagon whose ground has a preference. */
  preferring: Float64Array
  /** Indexes of the classes without preference. */
  neutral: readonly number[]
}

function classWeightsOf(
  incident: Incident,
  terms: Terms,
  { shares, woodEdge, deepWater }: ClassShares,
  thinClasses: readonly CountedClass[],
): ClassWeights {
  const preferences = preferencesOf(incident.profile)
  const gains = gainsOf(incident, terms)
  const { woodEdgeDensityRatio, woodEdgeShare, deepWaterDensityRatio } = figures.finds
  const edgeGain = woodEdgeDensityRatio[incident.profile].value - 1
  const insideDensity = 1 / (1 + edgeGain * woodEdgeShare.value)
  const deepLoss = 1 - deepWaterDensityRatio[incident.profile].value
  const [wood, water] = [classIndexOf('wood'), classIndexOf('water')]
  const preferred: { c: number; preference: number }[] = []
  const neutral: number[] = []
  const thin = thinClasses.map(classIndexOf)
  groundClasses.forEach((name, c) => {
    const preference = preferences[name as CountedClass]
    if (preference === undefined) neutral.push(c)
    else if (!thin.includes(c)) {
      preferred.push({ c, preference: preference * (gains[name as CountedClass] ?? 1) })
    }
  })

  const weights = shares.slice()
  const preferring = new Float64Array(woodEdge.length)
  for (let hex = 0, row = 0; hex < woodEdge.length; hex++, row += width) {
    let [share, weight] = [0, 0]
    for (const { c, preference } of preferred) {
      share += shares[row + c]!
      let dense = shares[row + c]!
      if (c === wood) dense = (dense + edgeGain * woodEdge[hex]!) * insideDensity
      else if (c === water) dense -= deepLoss * deepWater[hex]!
      weights[row + c] = preference * dense
      weight += preference * dense
    }
    // What is hardly mapped counts as the ground around it.
    const mean = share > 0 ? weight / share : 1
    for (const c of thin) {
      weights[row + c]! *= mean
      share += shares[row + c]!
    }
    preferring[hex] = share
  }
  return { weights, preferring, neutral }
}

/** Gives neutral classes the mean weight of the ring's ground with a preference. */
function fillNeutral(
  { weights, preferring, neutral }: ClassWeights,
  prior: Float64Array,
  { rings, count }: DistanceRings,
): void {
  const isNeutral = new Uint8Array(width)
  for (const c of neutral) isNeutral[c] = 1
  const mass = new Float64Array(count)
  const weighted = new Float64Array(count)
  for (let hex = 0, at = 0; hex < prior.length; hex++) {
    const ring = rings[hex]!
    mass[ring]! += prior[hex]! * preferring[hex]!
    for (let c = 0; c < width; c++, at++) {
      if (!isNeutral[c]) weighted[ring]! += prior[hex]! * weights[at]!
    }
  }
  const means = weighted.map((sum, ring) => (mass[ring]! > 0 ? sum / mass[ring]! : 1))
  for (let hex = 0, row = 0; hex < prior.length; hex++, row += width) {
    for (const c of neutral) weights[row + c]! *= means[rings[hex]!]!
  }
}

/**
 * Classes that are hardly mapped: those whose bands the data set lacks, lines with next to none of their share
 * in Great Britain, and buildings with next to none on built-up ground.
 */
function thinClassesOf(
  { profile }: Incident,
  { shares, builtUpShare }: ClassShares,
  missing: readonly Band[],
): CountedClass[] {
  const shareOf = (name: CountedClass) => {
    let sum = 0
    for (let at = classIndexOf(name); at < shares.length; at += width) sum += shares[at]!
    return (sum * width) / shares.length
  }
  const reference: Partial<Record<CountedClass, number>> = {
    linear: availabilityOf(profile).linear,
    structure: builtUpShare * figures.availability.ground.urban.structure.value,
  }
  const { value: thinShare } = figures.finds.thinMappingShare
  return (Object.keys(bandsOfClass) as (keyof typeof bandsOfClass)[]).filter(
    (name) =>
      bandsOfClass[name].every((band) => missing.includes(band)) ||
      shareOf(name) < thinShare * (reference[name] ?? 0),
  )
}

const bandsOfClass = {
  structure: ['structure'],
  road_path: ['road', 'path'],
  linear: ['linear'],
  water: ['water', 'drainage'],
} satisfies Partial<Record<CountedClass, readonly Band[]>>

/** Factors on the preference of classes in bad weather and darkness, as far as these terms are on. */
function gainsOf(incident: Incident, terms: Terms): Partial<Record<FindClass, number>> {
  const gains: Partial<Record<FindClass, number>> = {}
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
  const sums = new Float64Array(shares.length / width)
  for (let hex = 0, at = 0; hex < sums.length; hex++) {
    for (let c = 0; c < width; c++) sums[hex]! += shares[at++]!
  }
  return sums
}
