import { type CountedClass, type FindClass, figures } from '../figures/index.ts'
import type { Profile } from '../prediction.ts'
import { classIndexOf, type GroundClass, groundClasses, unknownClasses } from './classes.ts'

export interface Targets {
  /** Share of each of {@link groundClasses} in the mass inside the area; they add up to 1. */
  targets: Float64Array
  /** Counted classes that the area does not have. */
  absent: readonly CountedClass[]
}

/** Factors on the counts of some classes. */
export type Gains = Partial<Record<FindClass, number>>

/** Unmapped ground takes its part of the counts of these classes. */
const couldBeUnmapped: readonly CountedClass[] = ['wood', 'open']

/**
 * The share of the mass inside the area that each class should have: half-way between the profile's
 * counted finds and the share that distance gives it. Distance alone decides for classes without counts,
 * ground beyond the data, and counts of classes that the area does not have, or has too little of for the
 * maximum multiplier.
 *
 * @param byDistance Share of each class before raking; they add up to 1.
 */
export function targetsOf(profile: Profile, byDistance: Float64Array, gains: Gains = {}): Targets {
  const counts = countsOf(profile, byDistance, gains)
  const countedClasses = groundClasses.filter((name) => counts[name] !== undefined)
  const present = countedClasses.filter((name) => byDistance[classIndexOf(name)]! > 0)
  const sumOf = (names: readonly GroundClass[], value: (name: GroundClass) => number) =>
    names.reduce((sum, name) => sum + value(name), 0)
  const distanceShare = (name: GroundClass) => byDistance[classIndexOf(name)]!
  const countShare = (name: GroundClass) => counts[name] ?? 0

  // Counted classes keep together the share that distance gives them together.
  const whole = sumOf(present, distanceShare)
  const all = sumOf(countedClasses, countShare)
  const missing = all - sumOf(present, countShare)
  const shrink = figures.finds.shrink.value
  const targets = Float64Array.from(byDistance)
  for (const name of present) {
    const counted = countShare(name) + (missing * distanceShare(name)) / whole
    const wanted = all > 0 ? (whole * counted) / all : distanceShare(name)
    targets[classIndexOf(name)] = shrink * wanted + (1 - shrink) * distanceShare(name)
  }
  limit(targets, byDistance, present)
  return { targets, absent: absentOf(profile, byDistance) }
}

/** Counted shares; unmapped ground takes its part of those of wood and open ground. */
function countsOf(
  profile: Profile,
  byDistance: Float64Array,
  gains: Gains,
): Partial<Record<GroundClass, number>> {
  const counts: Partial<Record<GroundClass, number>> = {}
  for (const [name, share] of Object.entries(figures.findShares[profile])) {
    if (share) counts[name as CountedClass] = share.value * (gains[name as CountedClass] ?? 1)
  }
  const unmapped = byDistance[classIndexOf('unmapped')]!
  if (unmapped === 0) return counts
  const alike = couldBeUnmapped.reduce(
    (sum, name) => sum + byDistance[classIndexOf(name)]!,
    unmapped,
  )
  counts.unmapped = 0
  for (const name of couldBeUnmapped) {
    const part = ((counts[name] ?? 0) * unmapped) / alike
    counts[name] = (counts[name] ?? 0) - part
    counts.unmapped += part
  }
  return counts
}

/** Limits each target to the cap on its density and shares the excess out to the others by distance. */
function limit(
  targets: Float64Array,
  byDistance: Float64Array,
  present: readonly GroundClass[],
): void {
  const cap = figures.finds.multiplierCap.value
  const indexes = present.map(classIndexOf)
  // Each round brings at least one class to its cap, so there are at most as many rounds as classes.
  for (let round = 0; round < indexes.length; round++) {
    let excess = 0
    let uncapped = 0
    for (const c of indexes) {
      const max = cap * byDistance[c]!
      if (targets[c]! >= max) {
        excess += targets[c]! - max
        targets[c] = max
      } else uncapped += byDistance[c]!
    }
    if (excess <= 0 || uncapped === 0) return
    for (const c of indexes) {
      if (targets[c]! < cap * byDistance[c]!) targets[c]! += (excess * byDistance[c]!) / uncapped
    }
  }
}

function absentOf(profile: Profile, byDistance: Float64Array): CountedClass[] {
  const names = groundClasses.filter(
    (name) => !unknownClasses.includes(name as (typeof unknownClasses)[number]),
  ) as CountedClass[]
  return names.filter(
    (name) => figures.findShares[profile][name] && byDistance[classIndexOf(name)] === 0,
  )
}
