import { rm } from 'node:fs/promises'
import type { Bounds } from '#ground/geo'
import { pause } from '#platform/concurrency'
import { signedArea } from '../features/index.ts'
import { gatherDrawings, type PlacedShape } from './gather.ts'
import { PmtilesWriter } from './pmtiles-writer.ts'
import { layerNames, maxZoom } from './schema/index.ts'
import { type MapShape, scaleLine } from './shape.ts'
import { simplifyLine } from './simplify.ts'
import { extent, slice } from './slice.ts'
import { computeTileId } from './tile-id.ts'
import { type TilePart, type TileRecord, TileRecords } from './tile-records.ts'
import { encodeGeometry, encodeVectorTile } from './vector-tile.ts'

export interface MapRequest {
  /** Paths of `.osm.pbf` files. */
  osm: readonly string[]
  /** The file to write. */
  path: string
  /** Folder for intermediate files. */
  folder: string
  bounds: Bounds
  attribution: string
  signal?: AbortSignal | undefined
  /** Bytes of cut shapes in memory above which they are written to the folder; 16 MiB by default. */
  maxWaitingBytes?: number
  /** Called with the share of the work done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/** Share of the work for reading and slicing; the rest is writing tiles. */
const readingShare = 0.6
/**
 * Tolerance of simplified lines below the greatest zoom level, in tiles: a quarter of a pixel of a tile drawn 512
 * wide.
 */
const toleranceTiles = 2 / extent
/** Minimum area drawn at those zoom levels, in tiles: two pixels. */
const minAreaTiles = 2 * (8 / extent) ** 2

/**
 * Builds `map.pmtiles`. Equal extracts make equal bytes.
 *
 * @returns The number of tiles.
 * @throws RegionError for damaged files, and the reason of the signal.
 */
export async function buildMap(request: MapRequest): Promise<{ tiles: number }> {
  const { osm, path, folder, signal, onProgress = () => {} } = request
  const records = new TileRecords(folder, request.maxWaitingBytes)
  const writer = new PmtilesWriter(path)
  const cutter = new ShapeCutter()
  const fields = new Map<string, Map<string, string>>()
  try {
    const drawings = gatherDrawings(osm, {
      signal,
      onProgress: (fraction) => onProgress(readingShare * fraction),
    })
    for await (const batch of drawings)
      for (const drawing of batch) {
        noteFields(fields, drawing)
        addRecords(records, cutter, drawing)
      }
    let [done, tiles] = [0, 0]
    for (const area of records.areas()) {
      await pause(signal)
      tiles += writeTiles(writer, area)
      onProgress(readingShare + (1 - readingShare) * (++done / records.areaCount))
    }
    const metadata = {
      name: 'Shortbread',
      attribution: request.attribution,
      type: 'baselayer',
      version: '1.0',
      vector_layers: layerNames.flatMap((id) => {
        const known = fields.get(id)
        if (!known) return []
        return [{ id, fields: Object.fromEntries([...known].sort()), minzoom: 0, maxzoom: maxZoom }]
      }),
    }
    await writer.finish({ bounds: request.bounds, minZoom: 0, maxZoom, metadata }, signal)
    return { tiles }
  } finally {
    writer.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Maximum number of tiles of a shape whose pieces are kept; larger shapes are cut again for each of their drawings.
 */
const maxKeptPieces = 256

/** Cuts shapes into tiles, once for all drawings that share a shape, such as a street and its name. */
class ShapeCutter {
  #shape: MapShape | undefined
  readonly #byZoom: (TilePart[] | undefined)[] = []

  /** Slices the shape for one zoom level. The shape is simplified as a whole, so that tiles fit each other. */
  cut(shape: MapShape, zoom: number, visit: (piece: TilePart) => void): void {
    if (shape !== this.#shape) this.#byZoom.length = 0
    this.#shape = shape
    const known = this.#byZoom[zoom]
    if (known) {
      for (const piece of known) visit(piece)
      return
    }
    const kept: TilePart[] = []
    const atZoom = scaleShape(shape, zoom)
    if (!atZoom) return
    slice(atZoom, zoom, ({ x, y, parts }) => {
      const piece = {
        zoom,
        tileId: computeTileId(zoom, x, y),
        geometry: encodeGeometry(shape.type, parts),
      }
      if (kept.length <= maxKeptPieces) kept.push(piece)
      visit(piece)
    })
    if (kept.length <= maxKeptPieces) this.#byZoom[zoom] = kept
  }
}

function addRecords(records: TileRecords, cutter: ShapeCutter, drawing: PlacedShape): void {
  const { placement, shape } = drawing
  const { order = 0, minZoom } = placement
  records.startDrawing({
    layer: layerNames.indexOf(placement.layer),
    order,
    type: shape.type,
    attributes: placement.attributes,
  })
  const add = (piece: TilePart): void => records.add(piece)
  for (let zoom = minZoom; zoom <= maxZoom; zoom++) cutter.cut(shape, zoom, add)
}

/** Returns the shape in tiles of a zoom level, with as much detail as that level shows. */
function scaleShape(shape: MapShape, zoom: number): MapShape | undefined {
  const scale = 2 ** zoom
  if (shape.type === 'point') {
    const [x, y] = shape.at
    return { type: 'point', at: [x * scale, y * scale] }
  }
  const isDetailed = zoom === maxZoom
  // Multiplying by a power of two changes no digit, so the order of scaling and simplifying does not matter.
  const drawn = (line: Float64Array) =>
    isDetailed ? scaleLine(line, scale) : simplifyLine(line, toleranceTiles / scale, scale)
  if (shape.type === 'line') return { type: 'line', lines: shape.lines.map(drawn) }
  const polygons = shape.polygons.flatMap(([outer, ...holes]) => {
    const isShown = (ring: Float64Array) =>
      isDetailed || Math.abs(signedArea(ring)) * scale * scale >= minAreaTiles
    return isShown(outer!) ? [[outer!, ...holes.filter(isShown)].map(drawn)] : []
  })
  return polygons.length > 0 ? { type: 'polygon', polygons } : undefined
}

function writeTiles(writer: PmtilesWriter, records: readonly TileRecord[]): number {
  let tiles = 0
  for (let start = 0; start < records.length; tiles++) {
    const { tileId } = records[start]!
    const layers = []
    while (records[start]?.tileId === tileId) {
      const { layer } = records[start]!.drawing
      const features = []
      while (records[start]?.tileId === tileId && records[start]!.drawing.layer === layer) {
        const { drawing, geometry } = records[start++]!
        features.push({ type: drawing.type, attributes: drawing.attributes, geometry })
      }
      layers.push({ name: layerNames[layer]!, features })
    }
    writer.add(tileId, encodeVectorTile(layers))
  }
  return tiles
}

/** Records the attributes of a layer and their types, for the metadata. */
function noteFields(
  layers: Map<string, Map<string, string>>,
  { placement: { layer, attributes } }: PlacedShape,
): void {
  const fields = layers.get(layer) ?? new Map<string, string>()
  layers.set(layer, fields)
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined) continue
    const type = typeNames[typeof value as keyof typeof typeNames]
    if (fields.get(key) !== type) fields.set(key, type)
  }
}

const typeNames = { string: 'String', number: 'Number', boolean: 'Boolean' } as const
