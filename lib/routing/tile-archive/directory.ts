const magic = 'CAIRNTLS'
const version = 3
const headerBytes = 16
const hashBytes = 32
/** Size of an entry: id, tile, frame and summary sizes as uint32, and two hashes. */
const entryBytes = 4 * 4 + 2 * hashBytes

/** A tile of an archive, as described by its writer. */
export interface ArchivedTile {
  id: number
  /** Size of the tile itself, bytes. */
  size: number
  /** Size of its frame, bytes. */
  frameSize: number
  /** SHA-256 of the frame. */
  frameHash: Buffer
  /** Size of the frame of its summary, bytes. */
  summarySize: number
  summaryHash: Buffer
}

/** A frame of an archive. */
export interface TileFrame {
  /** Offsets in the archive, bytes. */
  start: number
  end: number
  /** SHA-256. */
  hash: Buffer
}

/** Table of contents of an archive. Stored in columns, so that 200,000 tiles do not cost an object each. */
export class TileDirectory {
  readonly ids: Uint32Array
  readonly #sizes: Uint32Array
  readonly #frameStarts: Float64Array
  readonly #summaryStarts: Float64Array
  readonly #hashes: Buffer
  readonly #positions: Map<number, number>

  /** Throws `Error` for another format or a damaged file. */
  constructor(bytes: Uint8Array) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (file.length < headerBytes || file.toString('latin1', 0, 8) !== magic)
      throw new Error('it is no directory of tiles')
    if (file.readUInt32LE(8) !== version)
      throw new Error(`the directory of tiles has version ${file.readUInt32LE(8)}, not ${version}`)
    const count = file.readUInt32LE(12)
    if (file.length !== headerBytes + count * entryBytes)
      throw new Error(`the directory of ${count} tiles has ${file.length} bytes`)
    const column = (index: number) =>
      Uint32Array.from({ length: count }, (_, i) =>
        file.readUInt32LE(headerBytes + 4 * (index * count + i)),
      )
    this.ids = column(0)
    this.#sizes = column(1)
    // Summaries come first, then the tiles, both in the order of the directory.
    this.#summaryStarts = sumStarts(column(3), 0)
    this.#frameStarts = sumStarts(column(2), this.#summaryStarts[count]!)
    this.#hashes = file.subarray(headerBytes + 16 * count)
    this.#positions = new Map(Array.from(this.ids, (id, i) => [id, i]))
  }

  has(id: number): boolean {
    return this.#positions.has(id)
  }

  /** Returns the size of a tile, bytes; 0 when it does not exist. */
  readSize(id: number): number {
    return this.#sizes[this.#positions.get(id) ?? -1] ?? 0
  }

  /** Size of the archive, bytes. */
  get archiveSize(): number {
    return this.#frameStarts.at(-1)!
  }

  tileFrame(id: number): TileFrame | undefined {
    return this.#frame(id, this.#frameStarts, 0)
  }

  summaryFrame(id: number): TileFrame | undefined {
    return this.#frame(id, this.#summaryStarts, 1)
  }

  #frame(id: number, starts: Float64Array, column: number): TileFrame | undefined {
    const at = this.#positions.get(id)
    if (at === undefined) return undefined
    const hash = (column * this.ids.length + at) * hashBytes
    return {
      start: starts[at]!,
      end: starts[at + 1]!,
      hash: this.#hashes.subarray(hash, hash + hashBytes),
    }
  }
}

function sumStarts(sizes: Uint32Array, from: number): Float64Array {
  const starts = new Float64Array(sizes.length + 1)
  starts[0] = from
  for (const [i, size] of sizes.entries()) starts[i + 1] = starts[i]! + size
  return starts
}

/** Encodes the directory of these tiles, in the order of their frames. */
export function encodeDirectory(tiles: readonly ArchivedTile[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write(magic, 'latin1')
  header.writeUInt32LE(version, 8)
  header.writeUInt32LE(tiles.length, 12)
  const column = (field: (tile: ArchivedTile) => number) => {
    const bytes = Buffer.alloc(4 * tiles.length)
    for (const [i, tile] of tiles.entries()) bytes.writeUInt32LE(field(tile), 4 * i)
    return bytes
  }
  return Buffer.concat([
    header,
    column(({ id }) => id),
    column(({ size }) => size),
    column(({ frameSize }) => frameSize),
    column(({ summarySize }) => summarySize),
    ...tiles.map(({ frameHash }) => frameHash),
    ...tiles.map(({ summaryHash }) => summaryHash),
  ])
}
