import { type CountedClass, type FindClass, figures } from '../figures/index.ts'
import type { Profile } from '../prediction.ts'
import { type GroundClass, groundClasses, indexOf, unknownClasses } from './classes.ts'

export interface Targets {
  /** Of the mass in the area, one for each of {@link groundClasses}; together 1. */
  targets: Float64Array
  /** Counted classes of which the area has nothing. */
  absent: readonly CountedClass[]
}

/** Factors on the counts of some classes. */
export type Gains = Partial<Record<FindClass, number>>

/** Of the ground that could be wood or open, as much as is not mapped stays without a kind. */
const couldBeUnmapped: readonly CountedClass[] = ['wood', 'open']

/**
 * What share of the mass in the area each class should have: half-way between the profile's counted
 * finds and what distance gives the class. What cannot have its count follows distance instead: classes
 * nobody counted, ground beyond the data, the share of ground that is not mapped, and the counts of
 * classes that the area has nothing of, or so little that a hexagon would be beyond the cap.
 *
 * @param byDistance Share of each class in the mass before the ground counts; together 1.
 */
export function targetsOf(profile: Profile, byDistance: Float64Array, gains: Gains = {}): Targets {
  const counts = countsOf(profile, byDistance, gains)
  const countedClasses = groundClasses.filter((name) => counts[name] !== undefined)
  const present = countedClasses.filter((name) => byDistance[indexOf(name)]! > 0)
  const sumOf = (names: readonly GroundClass[], value: (name: GroundClass) => number) =>
    names.reduce((sum, name) => sum + value(name), 0)
  const distanceShare = (name: GroundClass) => byDistance[indexOf(name)]!
  const countShare = (name: GroundClass) => counts[name] ?? 0

  // What counted classes have together is what distance gives them together.
  const whole = sumOf(present, distanceShare)
  const all = sumOf(countedClasses, countShare)
  const missing = all - sumOf(present, countShare)
  const shrink = figures.finds.shrink.value
  const targets = Float64Array.from(byDistance)
  for (const name of present) {
    const counted = countShare(name) + (missing * distanceShare(name)) / whole
    const wanted = all > 0 ? (whole * counted) / all : distanceShare(name)
    targets[indexOf(name)] = shrink * wanted + (1 - shrink) * distanceShare(name)
  }
  limit(targets, byDistance, present)
  return { targets, absent: absentOf(profile, byDistance) }
}

/** Counted shares; ground that is not mapped has its part of what wood and open ground have. */
function countsOf(
  profile: Profile,
  byDistance: Float64Array,
  gains: Gains,
): Partial<Record<GroundClass, number>> {
  const counts: Partial<Record<GroundClass, number>> = {}
  for (const [name, share] of Object.entries(figures.findShares[profile])) {
    if (share) counts[name as CountedClass] = share.value * (gains[name as CountedClass] ?? 1)
  }
  const unmapped = byDistance[indexOf('unmapped')]!
  if (unmapped === 0) return counts
  const alike = couldBeUnmapped.reduce((sum, name) => sum + byDistance[indexOf(name)]!, unmapped)
  counts.unmapped = 0
  for (const name of couldBeUnmapped) {
    const part = ((counts[name] ?? 0) * unmapped) / alike
    counts[name] = (counts[name] ?? 0) - part
    counts.unmapped += part
  }
  return counts
}

/** Takes what no class may have, beyond the cap on its density, and hands it to the others by distance. */
function limit(
  targets: Float64Array,
  byDistance: Float64Array,
  present: readonly GroundClass[],
): void {
  const cap = figures.finds.multiplierCap.value
  const indexes = present.map(indexOf)
  // Each round fills at least one class up, so there are no more rounds than classes.
  for (let round = 0; round < indexes.length; round++) {
    let over = 0
    let room = 0
    for (const c of indexes) {
      const most = cap * byDistance[c]!
      if (targets[c]! >= most) {
        over += targets[c]! - most
        targets[c] = most
      } else room += byDistance[c]!
    }
    if (over <= 0 || room === 0) return
    for (const c of indexes) {
      if (targets[c]! < cap * byDistance[c]!) targets[c]! += (over * byDistance[c]!) / room
    }
  }
}

function absentOf(profile: Profile, byDistance: Float64Array): CountedClass[] {
  const names = groundClasses.filter(
    (name) => !unknownClasses.includes(name as (typeof unknownClasses)[number]),
  ) as CountedClass[]
  return names.filter(
    (name) => figures.findShares[profile][name] && byDistance[indexOf(name)] === 0,
  )
}
