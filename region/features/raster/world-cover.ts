import { realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fromFile, type GeoTIFF } from 'geotiff'
import { assertTiff, type PixelGrid, runGdal } from '../../elevation/index.ts'
import { RegionError } from '../../errors.ts'
import { isWorldCover, unknown, worldCoverBytes } from './land-cover.ts'
import type { Window } from './window.ts'

interface Layer {
  name: string
  path: string
  file: GeoTIFF
}

/** ESA WorldCover on the feature grid: each pixel has the class of the nearest sample. */
export class WorldCover {
  readonly #grid: PixelGrid
  readonly #layers: readonly Layer[]

  private constructor(grid: PixelGrid, layers: readonly Layer[]) {
    this.#grid = grid
    this.#layers = layers
  }

  /**
   * Opens land cover files. Returns undefined if there are none.
   *
   * @param paths GeoTIFFs of one band; the first with data counts.
   * @param folder For the warped files, in use until it is closed.
   * @throws RegionError if a file is not a GeoTIFF of one byte a pixel, or cannot be placed.
   */
  static async open(
    paths: readonly string[],
    grid: PixelGrid,
    folder: string,
    signal?: AbortSignal,
  ): Promise<WorldCover | undefined> {
    if (paths.length === 0) return undefined
    // GDAL's mount of the disk does not follow links.
    const inputs = await Promise.all(paths.map((path) => realpath(path)))
    for (const path of inputs) await assertTiff(path)
    const facts = await runGdal(
      inputs.map((input) => ({ program: 'info', input })),
      { signal },
    )
    for (const [i, { bands, hasCrs }] of facts.entries()) {
      const name = basename(paths[i]!)
      if (bands.length !== 1 || bands[0]!.type !== 'Byte')
        throw new RegionError(`${name} is not land cover: it is not one band of bytes.`)
      if (!hasCrs) throw new RegionError(`${name} does not say its coordinate system.`)
    }
    const { west, north, stepLon, stepLat, width, height } = grid
    const outputs = paths.map((_, i) => join(folder, `landcover-${i}`))
    const box = [west, north - height * stepLat, west + width * stepLon, north].map(String)
    const options = [
      '-of',
      'GTiff',
      '-ot',
      'Byte',
      '-t_srs',
      'EPSG:4326',
      '-r',
      'near',
      '-et',
      '0',
      '-dstnodata',
      '0',
      '-te',
      ...box,
      '-ts',
      String(width),
      String(height),
      '-co',
      'TILED=YES',
      '-co',
      'COMPRESS=DEFLATE',
      '-co',
      'BIGTIFF=IF_SAFER',
    ]
    await runGdal(
      inputs.map((input, i) => ({ program: 'warp', input, output: outputs[i]!, options })),
      { signal },
    )
    const layers: Layer[] = []
    for (const [i, output] of outputs.entries()) {
      const path = `${output}.tif`
      layers.push({ name: basename(paths[i]!), path, file: await fromFile(path) })
    }
    return new WorldCover(grid, layers)
  }

  /**
   * Returns the bytes of land cover of a window; `unknown` for missing data.
   *
   * @throws RegionError for a class that WorldCover does not define.
   */
  async covers({ column, row, width, height }: Window): Promise<Uint8Array> {
    const covers = new Uint8Array(width * height)
    const left = Math.max(0, column)
    const top = Math.max(0, row)
    const right = Math.min(this.#grid.width, column + width)
    const bottom = Math.min(this.#grid.height, row + height)
    for (const { name, file } of this.#layers) {
      const image = await file.getImage()
      const window = [left, top, right, bottom]
      const [codes] = (await image.readRasters({ window })) as unknown as [Uint8Array]
      for (let r = top, i = 0; r < bottom; r++)
        for (let c = left; c < right; c++, i++) {
          const code = codes[i]!
          if (!isWorldCover(code))
            throw new RegionError(
              `${name} is not ESA WorldCover: it has the class ${code}, which WorldCover has not.`,
            )
          const k = (r - row) * width + c - column
          if (covers[k] === unknown) covers[k] = worldCoverBytes[code]!
        }
    }
    return covers
  }

  async close(): Promise<void> {
    for (const { file, path } of this.#layers) {
      await file.close()
      await rm(path, { force: true })
    }
  }
}
