import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PbfReader, PbfWriter } from 'pbf'
import { tileIdOf } from './tile-id.ts'
import type { ShapeType } from './vector-tile.ts'

/** A feature of one tile, as it waits for its tile to be written. */
export interface TileRecord {
  /** Number of the tile in the archive. */
  tileId: number
  /** Index of the layer. */
  layer: number
  /** Within the layer, lowest first. */
  order: number
  type: ShapeType
  /** Attributes as JSON. */
  attributes: string
  /** Drawing commands, packed. */
  geometry: Uint8Array
}

const types = ['point', 'line', 'polygon'] as const
/** Bytes of records in memory until they are written to their files. */
const defaultWaitingBytes = 16 * 1024 * 1024

/**
 * Zoom levels whose tiles are made together, and that of the areas that share a file: a tile of zoom level
 * 10 and all below it hold a city, which fits in memory.
 */
const bandStarts = [10, 6, 0]

/**
 * Records sorted into files by area, so that a country needs no more memory than its densest area.
 */
export class TileRecords {
  readonly #folder: string
  readonly #maxWaitingBytes: number
  readonly #waiting = new Map<number, PbfWriter>()
  readonly #areas = new Set<number>()
  readonly #files = new Set<number>()
  #waitingBytes = 0

  /** @param maxWaitingBytes In memory, until they are written to files of the folder. */
  constructor(folder: string, maxWaitingBytes = defaultWaitingBytes) {
    this.#folder = folder
    this.#maxWaitingBytes = maxWaitingBytes
  }

  /** Adds a record of the tile; the order of the calls is that of the features in it. */
  async add(
    { zoom, x, y }: { zoom: number; x: number; y: number },
    record: Omit<TileRecord, 'tileId'>,
  ): Promise<void> {
    const start = bandStarts.find((first) => first <= zoom)!
    const shift = zoom - start
    const area = tileIdOf(start, x >> shift, y >> shift)
    const waiting = this.#waiting.get(area) ?? new PbfWriter()
    this.#waiting.set(area, waiting)
    this.#areas.add(area)
    const before = waiting.pos
    waiting.writeMessage(1, writeRecord, { tileId: tileIdOf(zoom, x, y), ...record })
    this.#waitingBytes += waiting.pos - before
    if (this.#waitingBytes > this.#maxWaitingBytes) await this.#spill()
  }

  get areaCount(): number {
    return this.#areas.size
  }

  /** The records of each area, ascending by tile, layer and order. An area can be read once. */
  async *areas(): AsyncGenerator<TileRecord[]> {
    for (const area of [...this.#areas].sort((a, b) => a - b)) {
      const records: TileRecord[] = []
      if (this.#files.has(area)) {
        read(await readFile(this.#path(area)), records)
        await rm(this.#path(area))
      }
      const waiting = this.#waiting.get(area)
      if (waiting) read(waiting.finish(), records)
      this.#waiting.delete(area)
      // Sorting is stable: equal ones stay in the order they came in.
      yield records.sort((a, b) => a.tileId - b.tileId || a.layer - b.layer || a.order - b.order)
    }
  }

  async #spill(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const [area, records] of this.#waiting) {
      await appendFile(this.#path(area), records.finish())
      this.#files.add(area)
    }
    this.#waiting.clear()
    this.#waitingBytes = 0
  }

  #path(area: number): string {
    return join(this.#folder, `${area}.records`)
  }
}

function writeRecord(record: TileRecord, pbf: PbfWriter): void {
  pbf.writeVarintField(1, record.tileId)
  pbf.writeVarintField(2, record.layer)
  pbf.writeSVarintField(3, record.order)
  pbf.writeVarintField(4, types.indexOf(record.type))
  pbf.writeStringField(5, record.attributes)
  pbf.writeBytesField(6, record.geometry)
}

function read(bytes: Uint8Array, records: TileRecord[]): void {
  new PbfReader(bytes).readFields((_, into, pbf) => {
    const record: TileRecord = {
      ...{ tileId: 0, layer: 0, order: 0, type: 'point', attributes: '' },
      geometry: new Uint8Array(),
    }
    pbf.readMessage((tag, into: TileRecord, reader) => {
      if (tag === 1) into.tileId = reader.readVarint()
      else if (tag === 2) into.layer = reader.readVarint()
      else if (tag === 3) into.order = reader.readSVarint()
      else if (tag === 4) into.type = types[reader.readVarint()]!
      else if (tag === 5) into.attributes = reader.readString()
      else if (tag === 6) into.geometry = reader.readBytes()
    }, record)
    into.push(record)
  }, records)
}
