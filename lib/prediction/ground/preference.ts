import { type CountedClass, figures } from '../figures/index.ts'
import type { Profile } from '../prediction.ts'
import { type Availability, computeAvailability } from './availability.ts'

/** Preference of each counted class. A class without counts is neutral (`undefined`). */
export type Preferences = Readonly<Partial<Record<CountedClass, number>>>

/**
 * Computes how much likelier people of a profile are found on a class than on the same amount of random ground: finds
 * divided by the finds expected from availability, both with pseudo-finds added, raised to a power below 1 and
 * clamped.
 */
export function computePreferences(profile: Profile): Preferences {
  const { pseudoFinds, preferenceExponent, preferenceBounds } = figures.finds
  const [min, max] = preferenceBounds.value
  const available = computeAvailability(profile)
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
