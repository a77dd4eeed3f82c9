import type { Bounds } from '#ground/geo'
import type { Band } from './bands.ts'

/** Margin of a view beyond its boxes. */
export const viewMarginMeters = 500

/**
 * Positions in columns, degrees of WGS 84. Over the antimeridian, longitudes may continue beyond 180. Views cache the
 * pixels of a `Positions` object, so do not change it after use.
 */
export interface Positions {
  lats: Float64Array
  lons: Float64Array
}

/** A band computed from the others, pixel by pixel. It is kept with the tiles in memory, so make it a constant. */
export interface DerivedBand {
  /** Returns the byte of a pixel, whose bands begin at index `at` in the order of `bands`. */
  byteOf(pixels: ArrayLike<number>, at: number): number
  /** Byte beyond the data. */
  readonly beyond: number
}

/** A derived band in a view. */
export interface DerivedLayer {
  /**
   * Writes the bytes of the pixels that contain the first `count` positions. Does not cache the positions: they may
   * be changed for the next call.
   */
  read(at: Positions, count: number, to: Uint8Array): void
}

/**
 * Part of a landscape, in memory. It reaches {@link viewMarginMeters} beyond its boxes. Farther out it throws
 * `RangeError`, since unread ground cannot be distinguished from ground without data.
 */
export interface LandscapeView {
  /**
   * Returns the byte of the pixel of each position; beyond the data {@link outsideDataByte} in `land_cover` and 0 in
   * other bands.
   */
  sample(band: Band, at: Positions): Uint8Array
  derive(band: DerivedBand): DerivedLayer
  /** Returns heights, metres, bilinear between the samples; `NaN` if there are none. */
  heights(at: Positions): Float32Array
}

/** Ground of a region: `features.tif` and `terrain.tif` of a build. */
export interface Landscape {
  /** Extent of the data. */
  readonly bounds: Bounds
  /** Bands without data, such as `structure` in an extract without buildings. */
  readonly missing: readonly Band[]
  /** Attribution of the data. */
  readonly attribution: string
  /**
   * Reads the ground in a box, or in several along a winding path; `max_lon` may be beyond 180.
   *
   * @throws ApiError `service_unavailable` when the files cannot be read or are damaged, `bad_request` when the boxes
   * take too much memory; or the signal's reason.
   */
  view(boxes: Bounds | readonly Bounds[], signal?: AbortSignal): Promise<LandscapeView>
}
