import { basename } from 'node:path'
import type { Bounds } from '../../lib/geo/index.ts'
import { RegionError } from '../errors.ts'
import { type OsmBlob, OsmPbfFile } from './blobs.ts'
import { nodeBounds, type OsmHeader, readHeader } from './blocks.ts'

/** What is known of an OSM extract before it is built. */
export interface OsmExtract {
  path: string
  sizeBytes: number
  /** From the header, or else from all nodes. */
  bounds: Bounds
  /** When the data was current, in seconds since 1970, where the header says so. */
  timestampSeconds: number | undefined
}

export { IdList, NodeTable } from './node-table.ts'
export { withPlainSpans } from './plain-spans.ts'
export { assembleRings, type Rings } from './rings.ts'
export { type Member, OsmSource, type OsmVisitor, type Pass, type Tags } from './source.ts'

const knownFeatures = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** The smallest box around all; at least one must be given. */
export function unionOf(boxes: readonly Bounds[]): Bounds {
  return {
    min_lat: Math.min(...boxes.map((box) => box.min_lat)),
    min_lon: Math.min(...boxes.map((box) => box.min_lon)),
    max_lat: Math.max(...boxes.map((box) => box.max_lat)),
    max_lon: Math.max(...boxes.map((box) => box.max_lon)),
  }
}

function isPlausible({ min_lat, min_lon, max_lat, max_lon }: Bounds): boolean {
  const inOrder = min_lat < max_lat && min_lon < max_lon
  return inOrder && min_lat >= -90 && max_lat <= 90 && min_lon >= -180 && max_lon <= 180
}

/**
 * Checks that a file is a whole OSM PBF extract with data in it, and finds its bounds.
 *
 * @throws RegionError for anything the engine's builder could not use.
 */
export async function inspectOsm(path: string): Promise<OsmExtract> {
  const file = await OsmPbfFile.open(path)
  try {
    let header: OsmHeader | undefined
    let dataBlocks = 0
    for await (const blob of file.blobs()) {
      if (blob.type === 'OSMHeader') header ??= await readBlob(file, blob, readHeader)
      else if (blob.type === 'OSMData' && dataBlocks++ === 0) await file.read(blob)
    }
    const name = basename(path)
    if (!header) throw new RegionError(`${name} is not an OpenStreetMap PBF file.`)
    const unknown = header.requiredFeatures.find((feature) => !knownFeatures.has(feature))
    if (unknown)
      throw new RegionError(`${name} needs the feature ${printable(unknown)}: use a plain extract.`)
    if (dataBlocks === 0) throw new RegionError(`${name} has no data in it.`)
    const stated = header.bounds && isPlausible(header.bounds) ? header.bounds : undefined
    const bounds = stated ?? (await scanBounds(file, name))
    return { path, sizeBytes: file.size, bounds, timestampSeconds: header.timestampSeconds }
  } finally {
    await file.close()
  }
}

async function scanBounds(file: OsmPbfFile, name: string): Promise<Bounds> {
  const boxes: Bounds[] = []
  for await (const blob of file.blobs()) {
    if (blob.type !== 'OSMData') continue
    const box = await readBlob(file, blob, nodeBounds)
    if (box) boxes.push(box)
  }
  if (boxes.length === 0) throw new RegionError(`${name} has no nodes in it.`)
  return unionOf(boxes)
}

/** What `read` makes of the content of a block. @throws RegionError when it cannot. */
async function readBlob<T>(
  file: OsmPbfFile,
  blob: OsmBlob,
  read: (content: Uint8Array) => T,
): Promise<T> {
  const content = await file.read(blob)
  try {
    return read(content)
  } catch (cause) {
    throw file.damaged(blob, cause)
  }
}

/** A text from a file, fit for a line on a terminal. */
function printable(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

export { framed, packed } from './packing.ts'
