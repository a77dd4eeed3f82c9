import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { notablePlacesWithin } from '#places/search'

/** Enough for every suggestion. */
const count = 6

export interface KnownTown {
  name: string
  position: LatLon
}

const towns = new WeakMap<Gazetteer, readonly KnownTown[]>()

/**
 * The most important towns of a region, for suggestions; the same for every query of a region. None where they cannot be
 * read: a refusal needs no store.
 */
export async function knownTowns(
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
