import { type Gazetteer, isAreaType, type Place } from '#places/gazetteer'
import { notablePlacesWithin } from '#places/search'

/** Notable places of an area that are looked at: its main town is among the first. */
const maxLookedAt = 200

/** Whether an area has no one centre to go to: the middle of a county may be a mountain. */
export function isWide({ type }: Pick<Place, 'type'>): boolean {
  return isAreaType(type) && type !== 'locality' && type !== 'neighbourhood'
}

/** The most important town or village of an area; undefined where the data does not say. */
export async function mainTownOf(
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
