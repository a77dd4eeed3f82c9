import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PbfReader, PbfWriter } from 'pbf'
import { findTileIdAbove } from './tile-id.ts'
import type { Attributes, AttributeValue, ShapeType } from './vector-tile.ts'

/** Properties shared by all records of a shape. */
interface TileDrawing {
  /** Index of the layer. */
  layer: number
  /** Drawing order within the layer, lowest first. */
  order: number
  type: ShapeType
  attributes: Attributes
}

/** A drawing to record; attributes without a value are left out. */
export interface DrawingInput extends Omit<TileDrawing, 'attributes'> {
  attributes: Readonly<Record<string, AttributeValue | undefined>>
}

/** A feature of one tile that waits for its tile to be written. */
export interface TileRecord {
  /** Number of the tile in the archive. */
  tileId: number
  drawing: TileDrawing
  /** Packed drawing commands. */
  geometry: Uint8Array
}

const types = ['point', 'line', 'polygon'] as const
/** Bytes of records in memory above which they are written to their files. */
const defaultWaitingBytes = 16 * 1024 * 1024

/**
 * Lowest zoom level of each band of levels whose tiles are made together; areas of that level share a file. A tile of
 * zoom level 10 and all below it hold a city, which fits in memory.
 */
const bandStarts = [10, 6, 0]

function findBandStart(zoom: number): number {
  for (const start of bandStarts) if (start <= zoom) return start
  return 0
}

/** Part of a drawing in a tile. */
export interface TilePart {
  zoom: number
  tileId: number
  geometry: Uint8Array
}

/** Records of one area that wait to be written. */
class Waiting {
  readonly bytes = new PbfWriter(new Uint8Array(1024))
  /** Number of the drawing whose description was written last. */
  lastDrawing = -1
}

/**
 * Sorts records into files by area, so that a country needs no more memory than its densest area. The description of a
 * drawing is stored once before its records of an area.
 */
export class TileRecords {
  readonly #folder: string
  readonly #maxWaitingBytes: number
  readonly #waiting = new Map<number, Waiting>()
  readonly #areas = new Set<number>()
  readonly #files = new Set<number>()
  #waitingBytes = 0
  #drawings = 0
  /** The current drawing, encoded. */
  readonly #description = new PbfWriter(new Uint8Array(1024))
  /** Area of the last record: most records are near each other. */
  #lastArea = -1
  #lastWaiting: Waiting | undefined

  /** @param maxWaitingBytes Bytes in memory above which records are written to files of the folder. */
  constructor(folder: string, maxWaitingBytes = defaultWaitingBytes) {
    this.#folder = folder
    this.#maxWaitingBytes = maxWaitingBytes
  }

  /** Starts a drawing; the next records belong to it. */
  startDrawing({ layer, order, type, attributes }: DrawingInput): void {
    this.#drawings++
    const description = this.#description
    description.pos = 0
    description.writeVarint(layer)
    description.writeSVarint(order)
    description.writeVarint(types.indexOf(type))
    description.writeString(JSON.stringify(attributes))
  }

  /** Adds a record of a tile. Features of a tile keep the order of the calls. */
  add({ zoom, tileId, geometry }: TilePart): void {
    const waiting = this.#openWaiting(findTileIdAbove(tileId, zoom, zoom - findBandStart(zoom)))
    const { bytes } = waiting
    const before = bytes.pos
    const isNew = waiting.lastDrawing !== this.#drawings
    bytes.writeBoolean(isNew)
    if (isNew) bytes.writeBytes(this.#description.buf.subarray(0, this.#description.pos))
    waiting.lastDrawing = this.#drawings
    bytes.writeVarint(tileId)
    bytes.writeBytes(geometry)
    this.#waitingBytes += bytes.pos - before
    if (this.#waitingBytes > this.#maxWaitingBytes) this.#spill()
  }

  #openWaiting(area: number): Waiting {
    if (area === this.#lastArea && this.#lastWaiting) return this.#lastWaiting
    let waiting = this.#waiting.get(area)
    if (!waiting) {
      waiting = new Waiting()
      this.#waiting.set(area, waiting)
      this.#areas.add(area)
    }
    this.#lastArea = area
    this.#lastWaiting = waiting
    return waiting
  }

  get areaCount(): number {
    return this.#areas.size
  }

  /**
   * Yields the records of each area, ascending by tile, layer and order. Equal attributes in an area are the same
   * object. Each area can be read once.
   */
  *areas(): Generator<TileRecord[]> {
    for (const area of [...this.#areas].sort((a, b) => a - b)) {
      const records: TileRecord[] = []
      const parsed = new Map<string, Attributes>()
      if (this.#files.has(area)) {
        read(readFileSync(this.#path(area)), records, parsed)
        rmSync(this.#path(area))
      }
      const waiting = this.#waiting.get(area)
      if (waiting) read(waiting.bytes.finish(), records, parsed)
      this.#waiting.delete(area)
      yield records.sort(compareRecords)
    }
  }

  #spill(): void {
    mkdirSync(this.#folder, { recursive: true })
    for (const [area, { bytes }] of this.#waiting) {
      appendFileSync(this.#path(area), bytes.finish())
      this.#files.add(area)
    }
    this.#waiting.clear()
    this.#lastWaiting = undefined
    this.#waitingBytes = 0
  }

  #path(area: number): string {
    return join(this.#folder, `${area}.records`)
  }
}

/** Compares records. The sort is stable: equal records keep their order. */
function compareRecords(a: TileRecord, b: TileRecord): number {
  if (a.tileId !== b.tileId) return a.tileId - b.tileId
  const [first, second] = [a.drawing, b.drawing]
  return first.layer - second.layer || first.order - second.order
}

/**
 * Reads records into a list.
 *
 * @param parsed Attributes by their JSON; new ones are added.
 */
function read(bytes: Uint8Array, records: TileRecord[], parsed: Map<string, Attributes>): void {
  const parseAttributes = (json: string): Attributes => {
    const known = parsed.get(json) ?? (JSON.parse(json) as Attributes)
    parsed.set(json, known)
    return known
  }
  const reader = new PbfReader(bytes)
  let drawing: TileDrawing = { layer: 0, order: 0, type: 'point', attributes: {} }
  while (reader.pos < reader.length) {
    if (reader.readBoolean()) {
      // Skip the length of the description.
      reader.readVarint()
      const layer = reader.readVarint()
      const order = reader.readSVarint()
      const type = types[reader.readVarint()]!
      drawing = { layer, order, type, attributes: parseAttributes(reader.readString()) }
    }
    records.push({ tileId: reader.readVarint(), drawing, geometry: reader.readBytes() })
  }
}
