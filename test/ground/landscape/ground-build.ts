import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Band, bands } from '#ground/landscape'
import { datasetOf, type TerrainBuild } from '../elevation/terrain-build.ts'
import { type RasterShape, type WrittenRaster, writeRasters } from '../raster/write-raster.ts'

export interface Ground {
  /** Name of the data set's folder. */
  name: string
  shape: RasterShape
  byteAt(band: Band, row: number, column: number): number
  /** Height at a sample of the terrain, whole metres; samples are one arc-second apart. */
  heightAt(lat: number, lon: number): number
  /** GDAL options for the features; the default equals the region build. */
  options?: readonly string[]
}

const usual = ['-co', 'PREDICTOR=YES', '-co', 'OVERVIEWS=NONE']
const step = 1 / 3600

/** Builds data sets with a `features.tif` and a `terrain.tif` over the same ground, written by GDAL. */
export async function buildGround(
  folder: string,
  grounds: readonly Ground[],
): Promise<TerrainBuild[]> {
  const rasters = grounds.flatMap((ground) => [featuresOf(ground), terrainOf(ground)])
  const paths = await writeRasters(folder, rasters)
  return await Promise.all(
    grounds.map(async ({ name }, i) =>
      datasetOf(join(folder, name), {
        'features.tif': await readFile(paths[2 * i]!),
        'terrain.tif': await readFile(paths[2 * i + 1]!),
      }),
    ),
  )
}

function featuresOf({ name, shape, byteAt, options = usual }: Ground): WrittenRaster {
  return {
    name: `${name}-features`,
    shape,
    options,
    bands: bands.length,
    type: 'Uint8',
    sampleAt: (band, row, column) => byteAt(bands[band]!, row, column),
  }
}

function terrainOf({ name, shape, heightAt }: Ground): WrittenRaster {
  const { west, north, stepLon, stepLat } = shape
  const [width, height] = [(shape.width * stepLon) / step, (shape.height * stepLat) / step]
  return {
    name: `${name}-terrain`,
    shape: {
      west,
      north,
      stepLon: step,
      stepLat: step,
      width: Math.round(width),
      height: Math.round(height),
    },
    bands: 1,
    type: 'Int16',
    sampleAt: (_, row, column) =>
      Math.round(heightAt(north - (row + 0.5) * step, west + (column + 0.5) * step)),
  }
}
