import type { Bounds } from '../dataset/index.ts'
import type { Band } from './bands.ts'

/** Positions in columns, degrees of WGS 84. Longitudes may go on beyond 180 over the antimeridian. */
export interface Positions {
  lats: Float64Array
  lons: Float64Array
}

/** Part of a landscape, in memory: everything here answers at once. */
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
   * Reads what lies in a box; `max_lon` may be beyond 180.
   *
   * @throws ApiError `service_unavailable` when the files cannot be read or are damaged.
   */
  view(box: Bounds, signal?: AbortSignal): Promise<LandscapeView>
}
