import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { BaseDecoder } from 'geotiff'

/** Samples of a tile, row by row from the north-west; several bands are pixel-interleaved. */
export type TileSamples = Uint8Array | Int16Array | Float32Array

/** Storage format of the samples. */
export interface TileFormat {
  /** Number of pixels along a side of a tile. */
  tileSide: number
  /** Number of samples of each pixel. */
  bands: number
  type: 'Uint8' | 'Int16' | 'Float32'
  /** TIFF predictor. 1: none, 2: differences of integers, 3: byte differences of floats. */
  predictor: number
}

const sampleTypes = { Uint8: Uint8Array, Int16: Int16Array, Float32: Float32Array } as const

/** Returns the bytes of a decoded tile. */
export function countTileBytes({ tileSide, bands, type }: TileFormat): number {
  return tileSide * tileSide * bands * sampleTypes[type].BYTES_PER_ELEMENT
}

const unpack = promisify(inflate) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>

/**
 * Inflates tiles on Node's thread pool. The library's own decoder is slower, and blocks the main thread or
 * starts workers that keep a function from ending.
 */
export class TileDecoder extends BaseDecoder {
  readonly #format: TileFormat

  constructor(format: TileFormat) {
    super({
      tileWidth: format.tileSide,
      tileHeight: format.tileSide,
      predictor: format.predictor,
      bitsPerSample: Array(format.bands).fill(8 * sampleTypes[format.type].BYTES_PER_ELEMENT),
      planarConfiguration: 1,
    })
    this.#format = format
  }

  /** @throws Error when the bytes are not a whole tile. */
  async samples(bytes: Uint8Array): Promise<TileSamples> {
    const samples = (await this.decode(copyBuffer(bytes))) as ArrayBuffer
    return new sampleTypes[this.#format.type](samples)
  }

  /** Returns the samples of a tile that is not stored. */
  empty(noData: number): TileSamples {
    const { tileSide, bands, type } = this.#format
    return new sampleTypes[type](tileSide * tileSide * bands).fill(noData)
  }

  override async decodeBlock(compressed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const expected = countTileBytes(this.#format)
    const bytes = await unpack(new Uint8Array(compressed), { maxOutputLength: expected })
    if (bytes.length !== expected)
      throw new Error(`a tile has ${bytes.length} bytes instead of ${expected}`)
    return copyBuffer(bytes)
  }
}

/** Copies bytes that are part of a larger buffer. */
function copyBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBufferLike {
  return byteLength === buffer.byteLength
    ? buffer
    : buffer.slice(byteOffset, byteOffset + byteLength)
}
