import { type Gazetteer, isAreaType, type Place } from '#places/gazetteer'
import { notablePlacesWithin } from '#places/search'

/** Maximum number of notable places of an area to examine; its main town is among the first. */
const maxLookedAt = 200

/** Returns whether an area has no single centre to travel to: the middle of a county may be a mountain. */
export function isWide({ type }: Pick<Place, 'type'>): boolean {
  return isAreaType(type) && type !== 'locality' && type !== 'neighbourhood'
}

/** Finds the most important town or village of an area; undefined when the data does not contain it. */
export async function findMainTown(
  area: Place,
  { gazetteer, signal }: { gazetteer: Gazetteer; signal?: AbortSignal | undefined },
): Promise<Place | undefined> {
  if (!area.box) return undefined
  let lookedAt = 0
  for await (const place of notablePlacesWithin(gazetteer, area.box, signal ? { signal } : {})) {
    const isInside = place.parents.some(({ docId }) => docId === area.docId)
    if (place.type === 'locality' && isInside) return place
    if (++lookedAt >= maxLookedAt) return undefined
  }
  return undefined
}
