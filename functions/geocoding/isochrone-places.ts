import { logger } from '../../lib/api/index.ts'
import { MissingDataError } from '../../lib/errors/index.ts'
import type { Gazetteer } from '../../lib/gazetteer/index.ts'
import { answerPlace, notablePlacesWithin } from '../../lib/geocoding/index.ts'
import type { PlaceIndex } from '../../lib/routing/index.ts'
import { findByName } from './find-by-name.ts'
import { regionGazetteer } from './region-gazetteer.ts'

/**
 * The places of the region as an isochrone asks for them. Undefined where there are none and where they
 * cannot be opened: borders can be drawn without them.
 */
export async function openIsochronePlaces(): Promise<PlaceIndex | undefined> {
  try {
    return placesOf(await regionGazetteer())
  } catch (error) {
    if (error instanceof MissingDataError) return undefined
    logger.warn('isochrones are drawn without places', { error: error as Error })
    return undefined
  }
}

function placesOf(gazetteer: Gazetteer): PlaceIndex {
  return {
    find: (text, signal) =>
      findByName(gazetteer, text, { warn: () => {}, ...(signal && { signal }) }),
    async *within(box, signal) {
      for await (const place of notablePlacesWithin(gazetteer, box, signal ? { signal } : {})) {
        const at = { lat: place.lat, lon: place.lon }
        const found = { place, at, matchType: 'exact', confidence: 1 } as const
        const { name, label, place_type, coordinates } = answerPlace(found)
        yield { name, label, place_type, coordinates }
      }
    },
  }
}
