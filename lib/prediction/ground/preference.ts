import { type CountedClass, figures } from '../figures/index.ts'
import type { Profile } from '../prediction.ts'
import { type Availability, availabilityOf } from './availability.ts'

/** Preference of each counted class; a class without counts is neutral (`undefined`). */
export type Preferences = Readonly<Partial<Record<CountedClass, number>>>

/**
 * How much likelier people of a profile are found on a class than on as much ground by chance: finds over
 * the finds expected by availability, both with pseudo-finds added, to a power below 1, within bounds.
 */
export function preferencesOf(profile: Profile): Preferences {
  const { pseudoFinds, preferenceExponent, preferenceBounds } = figures.finds
  const [min, max] = preferenceBounds.value
  const available = availabilityOf(profile)
  const preferences: Partial<Record<CountedClass, number>> = {}
  for (const [name, share] of Object.entries(figures.findShares[profile])) {
    if (!share) continue
    const cases = share.cases ?? 0
    const found = share.value * cases + pseudoFinds.value
    const expected = available[name as keyof Availability] * cases + pseudoFinds.value
    const preference = (found / expected) ** preferenceExponent.value
    preferences[name as CountedClass] = Math.min(max, Math.max(min, preference))
  }
  return preferences
}
