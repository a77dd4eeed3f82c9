import type { Manifest } from '#ground/dataset'
import type { Bounds } from '#ground/geo'
import { gatherFeatures } from './gather.ts'
import { drawFeatures, type Features } from './raster/draw-features.ts'

export interface FeaturesRequest {
  /** Paths of `.osm.pbf` files. */
  osm: readonly string[]
  /** Extent of each extract. */
  boxes: readonly Bounds[]
  /** Path of the build's `terrain.tif`; the feature grid subdivides its grid. */
  terrainPath: string
  /** Paths of ESA WorldCover GeoTIFFs, for unmapped ground; the first with data counts. */
  landcover?: readonly string[] | undefined
  /** Folder for intermediate files and the result. */
  folder: string
  signal?: AbortSignal | undefined
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Share of the work for reading the extracts; the rest is drawing. */
const readingShare = 0.4

/**
 * Builds `features.tif`: the ground where extracts and elevation overlap.
 *
 * @throws RegionError for files that cannot be used, and the reason of the signal.
 */
export async function buildFeatures(request: FeaturesRequest): Promise<Features> {
  const { osm, boxes, terrainPath, landcover, folder, signal, onProgress = () => {} } = request
  const warnings: string[] = []
  const features = gatherFeatures(osm, {
    signal,
    onProgress: (fraction) => onProgress(readingShare * fraction),
    onWarning: (text) => warnings.push(text),
  })
  const drawn = await drawFeatures({
    features,
    boxes,
    terrainPath,
    landcover,
    folder,
    signal,
    onProgress: (fraction) => onProgress(readingShare + (1 - readingShare) * fraction),
  })
  return { ...drawn, warnings: [...warnings, ...drawn.warnings] }
}

/** Returns the manifest's entry. */
export function describeFeatures({ grid, missing }: Features): NonNullable<Manifest['features']> {
  return {
    pixel: { lat: grid.stepLat, lon: grid.stepLon },
    missing: missing.map(({ band, reason }) => ({ layer: band, reason })),
  }
}
