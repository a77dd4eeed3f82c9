import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { inflate as inflateCallback } from 'node:zlib'
import { PbfReader } from 'pbf'
import { RegionError } from '../errors.ts'

const inflate = promisify(inflateCallback)

/**
 * Limits of the format: the header of a block is under 64 KiB, a block under 32 MiB, packed and unpacked
 * (https://wiki.openstreetmap.org/wiki/PBF_Format#File_format).
 */
const maxHeaderBytes = 64 * 1024
export const maxBlobBytes = 32 * 1024 * 1024
/** Spare bytes of an output buffer: zlib would request another one for a full buffer, and 64 is its minimum. */
const spareBytes = 64

/** A block of an OSM PBF file, before it is read. */
export interface OsmBlob {
  type: string
  /** Bytes from the start of the file. */
  offset: number
  size: number
}

/** An open OSM PBF file, read by blocks. */
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
   * Yields all blocks in file order, from their headers alone, so that a truncated file is found without unpacking it.
   *
   * @throws RegionError for a file that is not OSM PBF or is truncated.
   */
  async *blobs(): AsyncGenerator<OsmBlob> {
    let position = 0
    while (position < this.size) {
      const isFirst = position === 0
      const notPbf = (): RegionError =>
        new RegionError(
          isFirst
            ? `${this.#name} is not an OpenStreetMap PBF file.`
            : `${this.#name} is damaged at byte ${position}; download the file again.`,
        )
      const lengthBytes = await this.#read(position, Math.min(4, this.size - position))
      if (lengthBytes.length < 4) throw isFirst ? notPbf() : this.#truncated()
      const headerSize = Buffer.from(lengthBytes).readUInt32BE(0)
      if (headerSize === 0 || headerSize > maxHeaderBytes) throw notPbf()
      if (position + 4 + headerSize > this.size) throw isFirst ? notPbf() : this.#truncated()
      const { type, size } = readBlobHeader(await this.#read(position + 4, headerSize), notPbf)
      if (isFirst && type !== 'OSMHeader') throw notPbf()
      if (size < 0 || size > maxBlobBytes) throw notPbf()
      const offset = position + 4 + headerSize
      position = offset + size
      if (position > this.size) throw this.#truncated()
      yield { type, offset, size }
    }
  }

  /**
   * Returns the unpacked content of a block. Unpacking stops at the limit of the format, whatever the block declares.
   *
   * @throws RegionError for a block that is damaged, too large or compressed by an unsupported method.
   */
  async read(blob: OsmBlob): Promise<Uint8Array> {
    const packed: PackedBlob = {}
    try {
      new PbfReader(await this.#read(blob.offset, blob.size)).readFields(readPackedBlob, packed)
    } catch (cause) {
      throw this.damaged(blob, cause)
    }
    const { raw, zlib, other, declaredBytes = 0 } = packed
    if (declaredBytes > maxBlobBytes || (raw && raw.length > maxBlobBytes))
      throw this.#tooLarge(blob)
    if (raw) return raw
    if (zlib) return await this.#inflate(blob, zlib, packed.declaredBytes)
    if (other === undefined) throw this.damaged(blob)
    throw new RegionError(
      `${this.#name} is compressed by a method other than zlib, which the routing engine cannot read; convert it, for example with: osmium cat ${this.#name} -o repacked.osm.pbf`,
    )
  }

  async #inflate(blob: OsmBlob, zlib: Uint8Array, declaredBytes?: number): Promise<Uint8Array> {
    let content: Uint8Array
    try {
      const maxOutputLength = declaredBytes || maxBlobBytes
      // If the size is known, unpack in one chunk: each of zlib's own chunks of 16 KiB takes a turn of the thread
      // pool.
      const chunkSize = declaredBytes ? declaredBytes + spareBytes : undefined
      content = await inflate(zlib, { maxOutputLength, ...(chunkSize && { chunkSize }) })
    } catch (cause) {
      const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLarge && !declaredBytes ? this.#tooLarge(blob) : this.damaged(blob, cause)
    }
    if (declaredBytes !== undefined && content.length !== declaredBytes) throw this.damaged(blob)
    return content
  }

  /** Returns the error for a block with invalid content. */
  damaged(blob: OsmBlob, cause?: unknown): RegionError {
    return new RegionError(
      `${this.#name} is damaged in the block at byte ${blob.offset}; download the file again.`,
      { cause },
    )
  }

  #tooLarge(blob: OsmBlob): RegionError {
    return new RegionError(
      `${this.#name} cannot be used: its block at byte ${blob.offset} unpacks to more than 32 MiB, the limit of the format; download the file again, or from another source.`,
    )
  }

  /** Returns the bytes of a block as stored in the file. */
  readPacked(blob: OsmBlob): Promise<Uint8Array> {
    return this.#read(blob.offset, blob.size)
  }

  async #read(position: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, position)
    return bytes.subarray(0, bytesRead)
  }

  #truncated(): RegionError {
    return new RegionError(
      `${this.#name} is truncated: it ends in the middle of a block, after ${this.size} bytes; download the file again.`,
    )
  }
}

/**
 * Frees the memory of bytes that are no longer used. The garbage collector would free it much later, and collects
 * everything each time such memory grows by some tens of megabytes.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength <= byteLength + spareBytes)
    buffer.transfer(0)
}

interface PackedBlob {
  raw?: Uint8Array
  zlib?: Uint8Array
  /** Field number of another compression method. */
  other?: number
  /** Unpacked size, if declared. */
  declaredBytes?: number
}

function readPackedBlob(tag: number, into: PackedBlob, pbf: PbfReader): void {
  if (tag === 1) into.raw = pbf.readBytes()
  else if (tag === 2) into.declaredBytes = pbf.readVarint()
  else if (tag === 3) into.zlib = pbf.readBytes()
  else if (tag >= 4 && tag <= 7) into.other = tag
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
