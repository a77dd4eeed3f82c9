import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '../../lib/geo/index.ts'
import type { DegreeCell } from './degree-cells.ts'
import type { DemSource } from './dem-source.ts'
import { type TileSurvey, writeEngineTiles } from './engine-tiles.ts'
import { runGdal } from './gdal.ts'
import type { GdalStep } from './gdal-steps.ts'
import { gridBounds, gridOffset, mosaicGrid, type PixelGrid } from './pixel-grid.ts'
import { type HeightType, type MosaicTile, mosaicVrt, noData } from './vrt.ts'
import { bilinearOptions, targetOptions } from './warp-options.ts'

export interface ElevationPlan {
  sources: readonly DemSource[]
  /** For which the engine gets a tile. */
  cells: readonly DegreeCell[]
  /** Where there are roads: gaps elsewhere are closed too, but nobody needs to hear of them. */
  roads?: readonly Bounds[] | undefined
  /** Where the work is done and the results are left. */
  folder: string
  signal?: AbortSignal | undefined
  /** Share of the work that is done, 0 to 1. */
  onProgress(fraction: number): void
}

export interface BuiltElevation extends TileSurvey {
  /** Cloud-optimised GeoTIFF in EPSG:4326, area-registered, metres, no-data -32768. */
  terrainPath: string
  /** Tiles for the engine's builder, `N42/N42E001.hgt`. */
  engineFolder: string
}

const cogOptions = [
  ...['-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=YES', '-co', 'BLOCKSIZE=256'],
  ...['-co', 'OVERVIEW_RESAMPLING=AVERAGE', '-co', 'BIGTIFF=IF_SAFER'],
  // Overviews of a source would be copied; made anew, they depend on the samples alone.
  ...['-co', 'OVERVIEWS=IGNORE_EXISTING'],
]

/** Integers when every source has them and none is resampled; otherwise single precision. */
function heightType(
  sources: readonly DemSource[],
  isCopied: (source: DemSource) => boolean,
): HeightType {
  const whole = sources.every(
    (source) =>
      ['Byte', 'Int8', 'Int16'].includes(source.type) &&
      source.scale === 1 &&
      source.offset === 0 &&
      isCopied(source),
  )
  return whole ? 'Int16' : 'Float32'
}

/** The part of the mosaic that a raster between its samples is brought onto. */
function partOf(mosaic: PixelGrid, raster: PixelGrid): PixelGrid & { column: number; row: number } {
  const box = gridBounds(raster)
  const column = Math.max(0, Math.floor((box.min_lon - mosaic.west) / mosaic.stepLon + 1e-6))
  const row = Math.max(0, Math.floor((mosaic.north - box.max_lat) / mosaic.stepLat + 1e-6))
  const right = Math.ceil((box.max_lon - mosaic.west) / mosaic.stepLon - 1e-6)
  const below = Math.ceil((mosaic.north - box.min_lat) / mosaic.stepLat - 1e-6)
  return {
    ...mosaic,
    west: mosaic.west + column * mosaic.stepLon,
    north: mosaic.north - row * mosaic.stepLat,
    width: Math.min(right, mosaic.width) - column,
    height: Math.min(below, mosaic.height) - row,
    column,
    row,
  }
}

/**
 * Brings any elevation files together: into one `terrain.tif` on the grid of the finest of them, and
 * into the one-arc-second tiles that the engine's builder wants. Where files overlap, the first one
 * given that has data counts. Samples stay what they are wherever a target sample falls on one;
 * between samples heights are bilinear, from those neighbours that have data.
 */
export async function buildElevation(plan: ElevationPlan): Promise<BuiltElevation> {
  const { sources, cells, roads, folder, signal, onProgress } = plan
  const mosaic = mosaicGrid(sources.map((source) => source.grid))
  const placed = new Map(
    sources.map((source) => [
      source,
      source.isAligned ? gridOffset(mosaic, source.grid) : undefined,
    ]),
  )
  const type = heightType(sources, (source) => placed.get(source) !== undefined)
  const steps: GdalStep[] = []
  const tiles = sources.map((source, i): MosaicTile => {
    const { readPath, noData: declared, scale, offset } = source
    const place = placed.get(source)
    const { width, height } = source.grid
    if (place) return { path: readPath, width, height, ...place, noData: declared, scale, offset }
    const part = partOf(mosaic, source.grid)
    const output = join(folder, `warped-${i}`)
    const options = [
      ...['-of', 'GTiff', '-ot', 'Float32', '-t_srs', 'EPSG:4326', '-novshift'],
      ...['-srcnodata', declared, ...bilinearOptions, ...targetOptions(part)],
    ]
    steps.push({ program: 'warp', input: readPath, names: [source.name], output, options })
    const { column, row } = part
    const size = { width: part.width, height: part.height }
    return { path: `${output}.tif`, ...size, column, row, noData: String(noData), scale, offset }
  })
  const vrt = join(folder, 'mosaic.vrt')
  await writeFile(vrt, mosaicVrt(mosaic, type, tiles))
  const terrain = join(folder, 'terrain')
  const names = sources.map(({ name }) => name)
  steps.push({ program: 'translate', input: vrt, names, output: terrain, options: cogOptions })

  const total = steps.length + cells.length
  await runGdal(steps, { signal, onStep: (done) => onProgress(done / total) })
  const terrainPath = `${terrain}.tif`
  const engineFolder = join(folder, 'engine')
  const survey = await writeEngineTiles(terrainPath, cells, engineFolder, folder, {
    roads,
    signal,
    onCell: (done) => onProgress((steps.length + done) / total),
  })
  return { terrainPath, engineFolder, ...survey }
}
