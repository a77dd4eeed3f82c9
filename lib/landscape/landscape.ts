import type { Bounds } from '../geo/index.ts'
import type { Band } from './bands.ts'

/** How far a view reaches beyond its boxes. */
export const viewMarginMeters = 500

/**
 * Positions in columns, degrees of WGS 84. Longitudes may go on beyond 180 over the antimeridian. What
 * they stand on is looked up once for all bands: do not change them after they have been asked with.
 */
export interface Positions {
  lats: Float64Array
  lons: Float64Array
}

/**
 * Part of a landscape, in memory: everything here answers at once. It reaches {@link viewMarginMeters}
 * beyond its boxes; farther out it throws `RangeError`, since it cannot tell what has not been read from
 * what is not there.
 */
export interface LandscapeView {
  /** The byte of the pixel each position is in; {@link outside} for `land_cover` beyond the data, 0 in other bands there. */
  sample(band: Band, at: Positions): Uint8Array
  /** Metres, bilinear between the samples; `NaN` where there are none. */
  heights(at: Positions): Float32Array
}

/** What the ground of a region is like: `features.tif` and `terrain.tif` of a build. */
export interface Landscape {
  /** Where there is data. */
  readonly bounds: Bounds
  /** Bands the data set has nothing for, such as no buildings in the whole extract. */
  readonly missing: readonly Band[]
  /** Credits of the data. */
  readonly attribution: string
  /**
   * Reads what lies in a box, or in several, as along a winding path; `max_lon` may be beyond 180.
   *
   * @throws ApiError `service_unavailable` when the files cannot be read or are damaged, `bad_request`
   * when the boxes take too much memory; or the signal's reason.
   */
  view(boxes: Bounds | readonly Bounds[], signal?: AbortSignal): Promise<LandscapeView>
}
