import type { Manifest } from '#ground/dataset'

/** Parts that were built elsewhere, of which a region is built without cutting and building its own. */
export interface BuiltParts {
  /** Of the boundaries and time zones that the parts were built with. */
  warnings: readonly string[]
  /** @throws RegionError unless the parts were cut from these extracts, by this version. */
  assertCutFrom(sources: Manifest['sources']): void
  /**
   * Puts the tiles of the lowest level into the folder of the whole; afterwards the builder can go on with
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
