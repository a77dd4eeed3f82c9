import { warmSearch } from '../../lib/geocoding/index.ts'
import { followRegionPlaces, type RegionPlaces } from './region-places.ts'

let isPrepared = false

/** The places of the region, for functions that look for them by text: with the tables of a query made. */
export function followSearchablePlaces(): Promise<RegionPlaces> {
  const opening = followRegionPlaces()
  // While the index is on its way.
  if (!isPrepared) warmSearch()
  isPrepared = true
  return opening
}
