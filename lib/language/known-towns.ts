import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { notablePlacesWithin } from '#places/search'

/** Number of towns, enough for every suggestion. */
const count = 6

export interface KnownTown {
  name: string
  position: LatLon
}

const towns = new WeakMap<Gazetteer, readonly KnownTown[]>()

/**
 * Returns the most important towns of a region, for suggestions, cached per region. The list is empty when they
 * cannot be read, because a refusal must work without the store.
 */
export async function findKnownTowns(
  gazetteer: Gazetteer,
  signal?: AbortSignal,
): Promise<readonly KnownTown[]> {
  const cached = towns.get(gazetteer)
  if (cached) return cached
  const found = new Map<string, KnownTown>()
  try {
    for await (const { type, name, lat, lon } of notablePlacesWithin(gazetteer, gazetteer.bounds, {
      ...(signal && { signal }),
    })) {
      if (type === 'locality' && !found.has(name)) found.set(name, { name, position: { lat, lon } })
      if (found.size === count) break
    }
  } catch {
    return []
  }
  const known = [...found.values()]
  towns.set(gazetteer, known)
  return known
}
