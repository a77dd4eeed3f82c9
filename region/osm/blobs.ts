import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { inflate as inflateCallback } from 'node:zlib'
import { PbfReader } from 'pbf'
import { RegionError } from '../errors.ts'

const inflate = promisify(inflateCallback)

// The limits of the format: https://wiki.openstreetmap.org/wiki/PBF_Format#File_format
const maxHeaderBytes = 64 * 1024
const maxBlobBytes = 32 * 1024 * 1024

/** A block of an OSM PBF file, not read yet. */
export interface OsmBlob {
  type: string
  /** Bytes from the start of the file. */
  offset: number
  size: number
}

/** An OSM PBF file, opened for looking at its blocks. */
export class OsmPbfFile {
  readonly #file: FileHandle
  readonly #name: string
  readonly size: number

  private constructor(file: FileHandle, name: string, size: number) {
    this.#file = file
    this.#name = name
    this.size = size
  }

  static async open(path: string): Promise<OsmPbfFile> {
    const file = await open(path, constants.O_RDONLY)
    return new OsmPbfFile(file, basename(path), (await file.stat()).size)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /**
   * All blocks in file order, read by their headers alone, so that a cut-off file is found without
   * unpacking it.
   *
   * @throws RegionError for a file that is no OSM PBF, or ends in the middle of a block.
   */
  async *blobs(): AsyncGenerator<OsmBlob> {
    let position = 0
    while (position < this.size) {
      const isFirst = position === 0
      const notPbf = (): RegionError =>
        new RegionError(
          isFirst
            ? `${this.#name} is not an OpenStreetMap PBF file.`
            : `${this.#name} is damaged at byte ${position}.`,
        )
      const lengthBytes = await this.#read(position, Math.min(4, this.size - position))
      if (lengthBytes.length < 4) throw isFirst ? notPbf() : this.#cutOff()
      const headerSize = Buffer.from(lengthBytes).readUInt32BE(0)
      if (headerSize === 0 || headerSize > maxHeaderBytes) throw notPbf()
      if (position + 4 + headerSize > this.size) throw isFirst ? notPbf() : this.#cutOff()
      const { type, size } = readBlobHeader(await this.#read(position + 4, headerSize), notPbf)
      if (isFirst && type !== 'OSMHeader') throw notPbf()
      if (size < 0 || size > maxBlobBytes) throw notPbf()
      const offset = position + 4 + headerSize
      position = offset + size
      if (position > this.size) throw this.#cutOff()
      yield { type, offset, size }
    }
  }

  /** The unpacked content of a block. */
  async read(blob: OsmBlob): Promise<Uint8Array> {
    const damaged = (cause?: unknown): RegionError =>
      new RegionError(`${this.#name} is damaged at byte ${blob.offset}.`, { cause })
    const packed: { raw?: Uint8Array; zlib?: Uint8Array; other?: number } = {}
    try {
      new PbfReader(await this.#read(blob.offset, blob.size)).readFields((tag, into, pbf) => {
        if (tag === 1) into.raw = pbf.readBytes()
        else if (tag === 3) into.zlib = pbf.readBytes()
        else if (tag >= 4 && tag <= 7) into.other = tag
      }, packed)
      if (packed.raw) return packed.raw
      if (packed.zlib) return await inflate(packed.zlib)
    } catch (error) {
      throw damaged(error)
    }
    if (packed.other === undefined) throw damaged()
    throw new RegionError(
      `${this.#name} is packed with another method than zlib, which the routing engine cannot read; repack it, for example with: osmium cat ${this.#name} -o repacked.osm.pbf`,
    )
  }

  /** The bytes of a block as they are in the file. */
  readPacked(blob: OsmBlob): Promise<Uint8Array> {
    return this.#read(blob.offset, blob.size)
  }

  async #read(position: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, position)
    return bytes.subarray(0, bytesRead)
  }

  #cutOff(): RegionError {
    return new RegionError(
      `${this.#name} is cut off: it ends in the middle of a block, after ${this.size} bytes.`,
    )
  }
}

function readBlobHeader(
  bytes: Uint8Array,
  notPbf: () => RegionError,
): { type: string; size: number } {
  const header = { type: '', size: -1 }
  try {
    new PbfReader(bytes).readFields((tag, into, pbf) => {
      if (tag === 1) into.type = pbf.readString()
      else if (tag === 3) into.size = pbf.readVarint()
    }, header)
  } catch {
    throw notPbf()
  }
  return header
}
