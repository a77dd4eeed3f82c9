import type { Gazetteer } from '../gazetteer/index.ts'
import { notablePlacesWithin } from '../geocoding/index.ts'

/** Enough for every suggestion. */
const count = 6

const towns = new WeakMap<Gazetteer, readonly string[]>()

/**
 * Names of the most important towns of a region, for suggestions; the same for every query of a region. None where they
 * cannot be read: a refusal needs no store.
 */
export async function knownTowns(
  gazetteer: Gazetteer,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const known = towns.get(gazetteer)
  if (known) return known
  const names = new Set<string>()
  try {
    for await (const { type, name } of notablePlacesWithin(gazetteer, gazetteer.bounds, {
      ...(signal && { signal }),
    })) {
      if (type === 'locality') names.add(name)
      if (names.size === count) break
    }
  } catch {
    return []
  }
  const found = [...names]
  towns.set(gazetteer, found)
  return found
}
