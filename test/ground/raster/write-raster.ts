import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runGdal } from '../../../region/elevation/index.ts'

/** Pixels on a grid: `west` and `north` are the outer edges of the first pixel, steps are in degrees. */
export interface RasterShape {
  west: number
  north: number
  stepLon: number
  stepLat: number
  width: number
  height: number
}

/** Codes of the ENVI header. */
const types = {
  Uint8: { code: 1, column: Uint8Array },
  Int16: { code: 2, column: Int16Array },
  Float32: { code: 4, column: Float32Array },
} as const

export type SampleAt = (band: number, row: number, column: number) => number

export interface WrittenRaster {
  name: string
  shape: RasterShape
  bands: number
  type: keyof typeof types
  sampleAt: SampleAt
  /** GDAL options, appended to {@link cog}; they replace it when they name a format. */
  options?: readonly string[]
}

/** Options for a cloud-optimised file, DEFLATE, in tiles of 256. */
const cog = ['-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'BLOCKSIZE=256']

/** Writes rasters with GDAL, all in one process, each as `NAME.tif`. @returns Their paths. */
export async function writeRasters(
  folder: string,
  rasters: readonly WrittenRaster[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const steps = []
  for (const raster of rasters) {
    const { name, options = [] } = raster
    await writePlain(join(folder, name), raster)
    steps.push({
      program: 'translate' as const,
      input: join(folder, `${name}.raw`),
      output: join(folder, name),
      options: options.includes('-of') ? [...options] : [...cog, ...options],
    })
  }
  await runGdal(steps)
  return steps.map(({ output }) => `${output}.tif`)
}

/** Writes the raw samples, and the header that lets GDAL read them. */
async function writePlain(
  path: string,
  { shape, bands, type, sampleAt }: WrittenRaster,
): Promise<void> {
  const { west, north, stepLon, stepLat, width, height } = shape
  const { code, column: Column } = types[type]
  const samples = new Column(width * height * bands)
  let at = 0
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let band = 0; band < bands; band++) samples[at++] = sampleAt(band, row, column)
  await writeFile(`${path}.raw`, Buffer.from(samples.buffer))
  const header = [
    'ENVI',
    `samples = ${width}`,
    `lines = ${height}`,
    `bands = ${bands}`,
    'header offset = 0',
    `data type = ${code}`,
    'interleave = bip',
    'byte order = 0',
    `map info = {Geographic Lat/Lon, 1, 1, ${west}, ${north}, ${stepLon}, ${stepLat}, WGS-84, units=Degrees}`,
  ]
  await writeFile(`${path}.hdr`, header.join('\n'))
}
