import { basename } from 'node:path'
import type { Bounds } from '#ground/dataset'
import { RegionError } from '../errors.ts'
import { type OsmBlob, OsmPbfFile } from './blobs.ts'
import { findNodeBounds, type OsmHeader, readHeader } from './blocks.ts'
import { OsmOrder } from './order.ts'

/** Facts about an OSM extract, known before the build. */
export interface OsmExtract {
  path: string
  sizeBytes: number
  /** The part of the header's box that has nodes near it; without such a box, the box of all nodes. */
  bounds: Bounds
  /** Date of the data, in seconds since 1970, if the header states it. */
  timestampSeconds: number | undefined
}

const knownFeatures = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Returns the bounds around all boxes. */
export function mergeBounds(boxes: readonly Bounds[]): Bounds {
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
 * Maximum size of a box that is trusted, degrees. The headers of some extracts have the box of a country with all its
 * islands, or a quarter of the world, for a town.
 */
const believedDegrees = 2

function isWide({ min_lat, min_lon, max_lat, max_lon }: Bounds): boolean {
  return max_lat - min_lat > believedDegrees || max_lon - min_lon > believedDegrees
}

/** Width of the sea and empty ground of a stated box that count as part of the extract, degrees around its nodes. */
const marginDegrees = 0.25

/** Returns the part of the stated box that is near the nodes, or the box of the nodes if they lie elsewhere. */
function limitToNodes(nodes: Bounds, stated: Bounds = nodes): Bounds {
  const box = {
    min_lat: Math.max(stated.min_lat, nodes.min_lat - marginDegrees),
    min_lon: Math.max(stated.min_lon, nodes.min_lon - marginDegrees),
    max_lat: Math.min(stated.max_lat, nodes.max_lat + marginDegrees),
    max_lon: Math.min(stated.max_lon, nodes.max_lon + marginDegrees),
  }
  return isPlausible(box) ? box : nodes
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
      throw new RegionError(
        `${name} needs the feature ${escapeText(unknown)}: use a plain extract.`,
      )
    if (dataBlocks === 0) throw new RegionError(`${name} has no data in it.`)
    // If the header says that the file is sorted, the order is checked when the extract is rewritten for the engine.
    if (!header.isSorted) await checkOrder(file, path)
    const stated = header.bounds && isPlausible(header.bounds) ? header.bounds : undefined
    const bounds =
      stated && !isWide(stated) ? stated : limitToNodes(await scanBounds(file, name), stated)
    return { path, sizeBytes: file.size, bounds, timestampSeconds: header.timestampSeconds }
  } finally {
    await file.close()
  }
}

/** Throws a RegionError for a file that is not sorted. */
async function checkOrder(file: OsmPbfFile, path: string): Promise<void> {
  const order = new OsmOrder(path)
  for await (const blob of file.blobs())
    if (blob.type === 'OSMData') await readBlob(file, blob, (content) => order.check(content))
}

async function scanBounds(file: OsmPbfFile, name: string): Promise<Bounds> {
  const boxes: Bounds[] = []
  for await (const blob of file.blobs()) {
    if (blob.type !== 'OSMData') continue
    const box = await readBlob(file, blob, findNodeBounds)
    if (box) boxes.push(box)
  }
  if (boxes.length === 0) throw new RegionError(`${name} has no nodes in it.`)
  return mergeBounds(boxes)
}

/**
 * Parses the content of a block.
 *
 * @throws RegionError if it is damaged.
 */
async function readBlob<T>(
  file: OsmPbfFile,
  blob: OsmBlob,
  read: (content: Uint8Array) => T,
): Promise<T> {
  const content = await file.read(blob)
  try {
    return read(content)
  } catch (cause) {
    throw cause instanceof RegionError ? cause : file.damaged(blob, cause)
  }
}

/** Escapes text from a file for one line on the terminal. */
function escapeText(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
