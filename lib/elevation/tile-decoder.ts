import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { BaseDecoder } from 'geotiff'

/** The heights of one tile, row by row from the north-west, metres. */
export type TileHeights = Int16Array | Float32Array

/** How the samples of a file are stored. */
export interface TileFormat {
  /** Samples along a side of a tile. */
  tileSide: number
  type: 'Int16' | 'Float32'
  /** 1: none, 2: differences of whole numbers, 3: differences of the bytes of fractions. */
  predictor: number
}

const unpack = promisify(inflate) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>

/**
 * Decodes tiles on the threads of the process's pool: the library's own decoder is slower and works on
 * the thread that answers, or in workers that would keep a function from ending.
 */
export class TileDecoder extends BaseDecoder {
  readonly #format: TileFormat

  constructor(format: TileFormat) {
    super({
      tileWidth: format.tileSide,
      tileHeight: format.tileSide,
      predictor: format.predictor,
      bitsPerSample: [format.type === 'Int16' ? 16 : 32],
      planarConfiguration: 1,
    })
    this.#format = format
  }

  /** @throws Error when the bytes are not a whole tile. */
  async heights(bytes: Uint8Array): Promise<TileHeights> {
    const samples = await this.decode(exactBuffer(bytes))
    return this.#format.type === 'Int16' ? new Int16Array(samples) : new Float32Array(samples)
  }

  /** A tile that is not stored has no data. */
  empty(noData: number): TileHeights {
    const { tileSide, type } = this.#format
    const count = tileSide * tileSide
    return (type === 'Int16' ? new Int16Array(count) : new Float32Array(count)).fill(noData)
  }

  override async decodeBlock(compressed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileSide, type } = this.#format
    const expected = tileSide * tileSide * (type === 'Int16' ? 2 : 4)
    const bytes = await unpack(new Uint8Array(compressed), { maxOutputLength: expected })
    if (bytes.length !== expected)
      throw new Error(`a tile has ${bytes.length} bytes instead of ${expected}`)
    return exactBuffer(bytes)
  }
}

/** Bytes often lie within a larger buffer. */
function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBufferLike {
  return byteLength === buffer.byteLength
    ? buffer
    : buffer.slice(byteOffset, byteOffset + byteLength)
}
