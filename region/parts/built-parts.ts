import type { Manifest } from '#ground/dataset'

/** Parts that were built elsewhere. A region is built from them instead of cutting and building its own. */
export interface BuiltParts {
  /** Warnings about the boundaries and time zones that the parts were built with. */
  warnings: readonly string[]
  /** Throws a RegionError unless the parts were cut from these extracts, by this version. */
  assertCutFrom(sources: Manifest['sources']): void
  /**
   * Puts the tiles of the lowest level into the folder of the whole graph. The builder can then continue with
   * `hierarchy`.
   *
   * @param options `folder`: for temporary files.
   * @returns The number of tiles.
   * @throws RegionError that names a part that is not finished.
   */
  addTo(
    tileFolder: string,
    options: {
      folder: string
      signal?: AbortSignal | undefined
      onProgress(fraction: number): void
    },
  ): Promise<number>
}
