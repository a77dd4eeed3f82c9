import type { Gazetteer } from '#places/gazetteer'
import { notablePlacesWithin, renderPlace } from '#places/search'
import { logger } from '#platform/api'
import { MissingDataError } from '#platform/errors'
import type { PlaceIndex } from '#routing/operations'
import { findByName } from './find-by-name.ts'
import { regionGazetteer } from './region-gazetteer.ts'

/**
 * Opens the region's places for isochrones. Returns `undefined` when there are none or they cannot be opened;
 * isochrones work without them.
 */
export async function openIsochronePlaces(region?: string): Promise<PlaceIndex | undefined> {
  try {
    return toPlaceIndex(await regionGazetteer(region))
  } catch (error) {
    if (error instanceof MissingDataError) return undefined
    logger.warn('isochrones are drawn without places', { error: error as Error })
    return undefined
  }
}

function toPlaceIndex(gazetteer: Gazetteer): PlaceIndex {
  return {
    find: (text, signal) =>
      findByName(gazetteer, { field: 'from', text }, { warn: () => {}, ...(signal && { signal }) }),
    async *within(box, signal) {
      for await (const place of notablePlacesWithin(gazetteer, box, signal ? { signal } : {})) {
        const at = { lat: place.lat, lon: place.lon }
        const result = { place, at, matchType: 'exact', confidence: 1 } as const
        const { name, label, place_type, coordinates } = renderPlace(result)
        yield { name, label, place_type, coordinates }
      }
    },
  }
}
