import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '#ground/geo'
import type { DegreeCell } from './degree-cells.ts'
import type { DemSource } from './dem-source.ts'
import { type TileSurvey, writeEngineTiles } from './engine-tiles.ts'
import { runGdal } from './gdal.ts'
import type { GdalStep } from './gdal-steps.ts'
import { computeGridBounds, findGridOffset, type PixelGrid, planMosaicGrid } from './pixel-grid.ts'
import { formatMosaicVrt, type HeightType, type MosaicTile, noData } from './vrt.ts'
import { bilinearOptions, formatTargetOptions } from './warp-options.ts'

export interface ElevationPlan {
  sources: readonly DemSource[]
  /** Cells that get an engine tile. */
  cells: readonly DegreeCell[]
  /** Boxes with roads: gaps are closed everywhere, but counted only there. */
  roads?: readonly Bounds[] | undefined
  /** Folder for intermediate files and the results. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress(fraction: number): void
}

export interface BuiltElevation extends TileSurvey {
  /** Path of a cloud-optimised GeoTIFF in EPSG:4326, area-registered, metres, no-data -32768. */
  terrainPath: string
  /** Folder of tiles for the engine's builder, `N42/N42E001.hgt`. */
  engineFolder: string
}

const cogOptions = [
  '-of',
  'COG',
  '-co',
  'COMPRESS=DEFLATE',
  '-co',
  'PREDICTOR=YES',
  '-co',
  'BLOCKSIZE=256',
  '-co',
  'OVERVIEW_RESAMPLING=AVERAGE',
  '-co',
  'BIGTIFF=IF_SAFER',
  // Never copies overviews of a source, so that the result depends on the samples alone.
  '-co',
  'OVERVIEWS=IGNORE_EXISTING',
]

/** Returns the sample type: integers if all sources have integers and none is resampled, else single precision. */
function selectHeightType(
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

/** Returns the part of the mosaic that an unaligned raster is resampled to. */
function findPart(
  mosaic: PixelGrid,
  raster: PixelGrid,
): PixelGrid & { column: number; row: number } {
  const box = computeGridBounds(raster)
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
 * Merges elevation files into one `terrain.tif` on the grid of the finest of them, and into the one-arc-second tiles
 * of the engine's builder. Where files overlap, the first with data counts. Samples at the position of a source sample
 * keep its height; others are bilinear between neighbours with data.
 */
export async function buildElevation(plan: ElevationPlan): Promise<BuiltElevation> {
  const { sources, cells, roads, folder, signal, onProgress } = plan
  const mosaic = planMosaicGrid(sources.map((source) => source.grid))
  const placed = new Map(
    sources.map((source) => [
      source,
      source.isAligned ? findGridOffset(mosaic, source.grid) : undefined,
    ]),
  )
  const type = selectHeightType(sources, (source) => placed.get(source) !== undefined)
  const steps: GdalStep[] = []
  const tiles = sources.map((source, i): MosaicTile => {
    const { readPath, noData: declared, scale, offset } = source
    const place = placed.get(source)
    const { width, height } = source.grid
    if (place) return { path: readPath, width, height, ...place, noData: declared, scale, offset }
    const part = findPart(mosaic, source.grid)
    const output = join(folder, `warped-${i}`)
    const options = [
      '-of',
      'GTiff',
      '-ot',
      'Float32',
      '-t_srs',
      'EPSG:4326',
      '-novshift',
      '-srcnodata',
      declared,
      ...bilinearOptions,
      ...formatTargetOptions(part),
    ]
    steps.push({ program: 'warp', input: readPath, names: [source.name], output, options })
    const { column, row } = part
    const size = { width: part.width, height: part.height }
    return { path: `${output}.tif`, ...size, column, row, noData: String(noData), scale, offset }
  })
  const vrt = join(folder, 'mosaic.vrt')
  await writeFile(vrt, formatMosaicVrt(mosaic, type, tiles))
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
