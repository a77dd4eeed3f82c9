import type { Band } from '#ground/landscape'
import { isDark } from '../darkness.ts'
import { applyRingWeights, type DistanceRings } from '../distance-rings.ts'
import { rateWeather } from '../distance-scale.ts'
import { type CountedClass, type FindClass, figures } from '../figures/index.ts'
import type { Incident } from '../prediction.ts'
import type { Terms } from '../terms.ts'
import { computeAvailability } from './availability.ts'
import { type ClassShares, findClassIndex, groundClasses } from './classes.ts'
import { computePreferences } from './preference.ts'

export interface WeightedGround {
  /** Probabilities in the order of the grid. Together with the outside mass they add up to 1. */
  probabilities: Float64Array
  /** Shares of the probability inside the area, in the order of {@link groundClasses}. */
  classes: { achieved: Float64Array }
  /** Classes that are thinly mapped here. Their ground counts like the ground around it. */
  thinClasses: readonly CountedClass[]
}

/**
 * Moves probability within rings towards the ground that people prefer: each hexagon is weighted by the mean
 * preference of its ground. Unmapped ground and classes without counts get the mean preference of the ring, so they
 * keep their probability by distance and effort.
 *
 * @param prior Probabilities by distance and effort.
 * @param missing Bands that the data set lacks or barely contains.
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
  const thinClasses = findThinClasses(incident, ground, missing)
  if (!terms.features) {
    const achieved = shareMassByClass(prior, ground.shares)
    return { probabilities: prior, classes: { achieved }, thinClasses }
  }
  const classWeights = computeClassWeights(incident, terms, ground, thinClasses)
  fillNeutral(classWeights, prior, rings)
  const { weights } = classWeights
  const probabilities = applyRingWeights(prior, sumRows(weights), rings)
  const achieved = shareMassByClass(probabilities, weights)
  return { probabilities, classes: { achieved }, thinClasses }
}

const width = groundClasses.length

interface ClassWeights {
  /** One row per hexagon: the weighted share of each class; of neutral ones the share, until {@link fillNeutral}. */
  weights: Float64Array
  /** Share of each hexagon whose ground has a preference. */
  preferring: Float64Array
  /** Indexes of the classes without a preference. */
  neutral: readonly number[]
}

function computeClassWeights(
  incident: Incident,
  terms: Terms,
  { shares, woodEdge, deepWater }: ClassShares,
  thinClasses: readonly CountedClass[],
): ClassWeights {
  const preferences = computePreferences(incident.profile)
  const gains = computeGains(incident, terms)
  const { woodEdgeDensityRatio, woodEdgeShare, deepWaterDensityRatio } = figures.finds
  const edgeGain = woodEdgeDensityRatio[incident.profile].value - 1
  const insideDensity = 1 / (1 + edgeGain * woodEdgeShare.value)
  const deepLoss = 1 - deepWaterDensityRatio[incident.profile].value
  const [wood, water] = [findClassIndex('wood'), findClassIndex('water')]
  const preferred: { c: number; preference: number }[] = []
  const neutral: number[] = []
  const thin = thinClasses.map(findClassIndex)
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
    // Thinly mapped classes count like the ground around them.
    const mean = share > 0 ? weight / share : 1
    for (const c of thin) {
      weights[row + c]! *= mean
      share += shares[row + c]!
    }
    preferring[hex] = share
  }
  return { weights, preferring, neutral }
}

/** Assigns neutral classes the mean weight of the ground with a preference in their ring. */
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
 * Finds the thinly mapped classes: those with all their bands missing; lines, if their share of the ground is far below
 * that in Great Britain; and buildings, if theirs is far below what is usual for so much built-up ground.
 */
function findThinClasses(
  { profile }: Incident,
  { shares, builtUpShare }: ClassShares,
  missing: readonly Band[],
): CountedClass[] {
  const measureShare = (name: CountedClass) => {
    let sum = 0
    for (let at = findClassIndex(name); at < shares.length; at += width) sum += shares[at]!
    return (sum * width) / shares.length
  }
  const reference: Partial<Record<CountedClass, number>> = {
    linear: computeAvailability(profile).linear,
    structure: builtUpShare * figures.availability.ground.urban.structure.value,
  }
  const { value: thinShare } = figures.finds.thinMappingShare
  return (Object.keys(classBands) as (keyof typeof classBands)[]).filter(
    (name) =>
      classBands[name].every((band) => missing.includes(band)) ||
      measureShare(name) < thinShare * (reference[name] ?? 0),
  )
}

const classBands = {
  structure: ['structure'],
  road_path: ['road', 'path'],
  linear: ['linear'],
  water: ['water', 'drainage'],
} satisfies Partial<Record<CountedClass, readonly Band[]>>

/** Returns factors on the preference of classes in bad weather and darkness, if these terms are on. */
function computeGains(incident: Incident, terms: Terms): Partial<Record<FindClass, number>> {
  const gains: Partial<Record<FindClass, number>> = {}
  const raise = (names: readonly FindClass[], gain: number) => {
    for (const name of names) gains[name] = (gains[name] ?? 1) * (1 + gain)
  }
  const { shelterClasses, shelterGain } = figures.weather
  if (terms.weather && incident.weather) {
    raise(shelterClasses.value, shelterGain.value * rateWeather(incident.weather))
  }
  const { classes, gain } = figures.darkness
  if (terms.darkness && isDark(incident)) raise(classes.value, gain.value)
  return gains
}

/** Computes the share of each class in the probability of all hexagons. Rows of shares need not add up to 1. */
function shareMassByClass(probabilities: Float64Array, shares: Float64Array): Float64Array {
  const sums = new Float64Array(width)
  const rows = sumRows(shares)
  let total = 0
  for (let hex = 0; hex < probabilities.length; hex++) {
    if (rows[hex] === 0) continue
    const scale = probabilities[hex]! / rows[hex]!
    for (let c = 0; c < width; c++) sums[c]! += scale * shares[hex * width + c]!
    total += probabilities[hex]!
  }
  return total > 0 ? sums.map((sum) => sum / total) : sums
}

function sumRows(shares: Float64Array): Float64Array {
  const sums = new Float64Array(shares.length / width)
  for (let hex = 0, at = 0; hex < sums.length; hex++) {
    for (let c = 0; c < width; c++) sums[hex]! += shares[at++]!
  }
  return sums
}
