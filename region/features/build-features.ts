import type { Manifest } from '../../lib/dataset/index.ts'
import type { Bounds } from '../../lib/geo/index.ts'
import { gatherFeatures } from './gather.ts'
import { drawFeatures, type Features } from './raster/draw-features.ts'

export interface FeaturesRequest {
  /** Paths of `.osm.pbf` files. */
  osm: readonly string[]
  /** What each of them covers. */
  boxes: readonly Bounds[]
  /** The `terrain.tif` of the build, whose grid is subdivided. */
  terrainPath: string
  /** GeoTIFFs of ESA WorldCover, for ground that is not mapped; the first with data counts. */
  landcover?: readonly string[] | undefined
  /** Where the work is done and the result is left. */
  folder: string
  signal?: AbortSignal | undefined
  /** Share of the work that is done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Share of the work that reading the extracts takes; the rest is drawing. */
const reading = 0.4

/**
 * Makes `features.tif`: what the ground is like where extracts and elevation are.
 *
 * @throws RegionError for files that cannot be used; the reason of the signal.
 */
export async function buildFeatures(request: FeaturesRequest): Promise<Features> {
  const { osm, boxes, terrainPath, landcover, folder, signal, onProgress = () => {} } = request
  const warnings: string[] = []
  const features = gatherFeatures(osm, {
    signal,
    onProgress: (fraction) => onProgress(reading * fraction),
    onWarning: (text) => warnings.push(text),
  })
  const drawn = await drawFeatures({
    ...{ features, boxes, terrainPath, landcover, folder, signal },
    onProgress: (fraction) => onProgress(reading + (1 - reading) * fraction),
  })
  return { ...drawn, warnings: [...warnings, ...drawn.warnings] }
}

/** What the manifest says of it. */
export function factsOf({ grid, missing }: Features): NonNullable<Manifest['features']> {
  return {
    pixel: { lat: grid.stepLat, lon: grid.stepLon },
    missing: missing.map(({ band, reason }) => ({ layer: band, reason })),
  }
}
