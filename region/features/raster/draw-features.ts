import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '#ground/geo'
import type { PixelGrid } from '../../elevation/index.ts'
import { RegionError } from '../../errors.ts'
import { mergeBounds } from '../../osm/index.ts'
import type { GroundFeature } from '../feature.ts'
import { FeatureFile } from './feature-file.ts'
import { planFeatureGrid } from './feature-grid.ts'
import { LayerTally, type MissingLayer } from './missing-layers.ts'
import { paint } from './paint.ts'
import { TerrainReader } from './terrain-reader.ts'
import { blockSide, divideGrid, type Window } from './window.ts'
import { WindowBuckets } from './window-buckets.ts'
import { WorldCover } from './world-cover.ts'

export interface FeaturesPlan {
  /** Ground features, in drawing order. */
  features: AsyncIterable<GroundFeature>
  /** Extent of each extract. */
  boxes: readonly Bounds[]
  /** Path of the build's `terrain.tif`; the feature grid subdivides its grid. */
  terrainPath: string
  /** GeoTIFFs of ESA WorldCover, which fill in unmapped ground. */
  landcover?: readonly string[] | undefined
  /** Folder for intermediate files and the result. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the drawing done, 0 to 1. */
  onProgress?(fraction: number): void
  /** Pixels along a side of a block. */
  blockSide?: number
}

export interface Features {
  /** Path of a cloud-optimised GeoTIFF with the bands of `lib/ground/landscape`. */
  path: string
  grid: PixelGrid
  missing: MissingLayer[]
  warnings: string[]
}

/**
 * Draws `features.tif` block by block, so that memory does not grow with the region: the geometry is kept on
 * disk, in window buckets.
 *
 * @throws RegionError when a land cover file cannot be used; the reason of the signal.
 */
export async function drawFeatures(plan: FeaturesPlan): Promise<Features> {
  const { folder, signal, boxes, onProgress = () => {} } = plan
  await mkdir(folder, { recursive: true })
  const terrain = await TerrainReader.open(plan.terrainPath)
  try {
    const grid = planFeatureGrid(terrain.grid, mergeBounds(boxes))
    if (!grid) throw new RegionError('The elevation does not overlap the extracts.')
    const fallback = await WorldCover.open(plan.landcover ?? [], grid, folder, signal)
    const windows = divideGrid(grid, plan.blockSide ?? blockSide)
    const buckets = new WindowBuckets(grid, windows, join(folder, 'buckets'))
    const tally = new LayerTally()
    for await (const feature of plan.features) {
      signal?.throwIfAborted()
      const style = await buckets.add(feature)
      if (style) tally.feature(style)
    }
    const path = join(folder, 'features.tif')
    const raster = await FeatureFile.create(path, grid)
    try {
      for (const [i, window] of windows.entries()) {
        signal?.throwIfAborted()
        const painted = paint(await buckets.read(i), window, {
          isInside: markInside(boxes, grid, window),
          fallback: await fallback?.covers(window),
        })
        tally.block(painted.counts)
        await raster.write(window, { ...painted, ...(await terrain.bytes(grid, window)) })
        onProgress((i + 1) / windows.length)
      }
      await raster.finish()
    } finally {
      await raster.close()
      await buckets.remove()
      await fallback?.close()
    }
    const warnings = describeWarnings(tally.unknownShare, Boolean(fallback))
    return { path, grid, missing: tally.missing(), warnings }
  } finally {
    await terrain.close()
  }
}

/** Minimum unmapped share of the land to recommend a land cover file. Our figure. */
const adviseAboveUnknownShare = 0.25

function describeWarnings(unknownShare: number, hasFallback: boolean): string[] {
  if (unknownShare <= adviseAboveUnknownShare) return []
  const fact = `Predictions know little of the ground: ${Math.round(100 * unknownShare)} % of the land is not mapped`
  return hasFallback
    ? [`${fact}, neither in OpenStreetMap nor in the land cover file.`]
    : [`${fact} in OpenStreetMap. Build with --landcover and a tile of ESA WorldCover.`]
}

/** Returns 1 for the pixels of the window whose centre is in one of the boxes. */
function markInside(boxes: readonly Bounds[], grid: PixelGrid, window: Window): Uint8Array {
  const { width, height } = window
  const inside = new Uint8Array(width * height)
  for (const box of boxes) {
    const column = (lon: number): number =>
      Math.ceil((lon - grid.west) / grid.stepLon - 0.5) - window.column
    const row = (lat: number): number =>
      Math.ceil((grid.north - lat) / grid.stepLat - 0.5) - window.row
    const from = Math.min(width, Math.max(0, column(box.min_lon)))
    const to = Math.min(width, Math.max(from, column(box.max_lon)))
    const last = Math.min(height, row(box.min_lat))
    for (let r = Math.max(0, row(box.max_lat)); r < last; r++)
      inside.fill(1, r * width + from, r * width + to)
  }
  return inside
}
