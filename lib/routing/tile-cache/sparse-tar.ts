import { writeSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { SharedLock } from '#platform/concurrency'
import {
  buildBlankHeader,
  buildTarIndex,
  headerBytes,
  headerOffsets,
  measureTarIndex,
  readLevel,
  type TarTile,
  type TileDirectory,
  tileDegrees,
} from '#routing/tile-archive'
import { PageTable } from './page-table.ts'

/** Alignment of tiles, bytes. Pages of two tiles never come into memory together (see `PageTable`). */
const alignment = 65_536
/** Disk space of a tile while it is blank, and afterwards: the block of its header. */
export const blankBytes = 4096
const noHeader = Buffer.alloc(headerBytes)

/**
 * The `routing.tar` of all tiles of an archive. Only the tiles written so far take disk space; the rest of the file
 * is a hole of zeros. The engine maps the file, so a tile is there as soon as it is written.
 *
 * A call of the engine that needs another tile ends with an error, because zeros are not a tile (baldr/graphtile.cc,
 * "Mismatch in end offset"). Most of its errors look as if there were no road. The page table of the process
 * therefore tells whether a call has accessed a missing tile.
 *
 * Such a call ends at the first missing tile. With blank tiles in place of missing ones, see {@link runWithBlanks},
 * it continues, and then all tiles that it needs are known at once.
 */
export class SparseTar {
  readonly path: string
  readonly #file: FileHandle
  readonly #tiles: ReadonlyMap<number, TarTile>
  readonly #levelStarts: readonly number[]
  readonly #end: number
  readonly #pages: PageTable | undefined
  readonly #written = new Set<number>()
  readonly #writing = new Map<number, Promise<void>>()
  /** Tiles that are partly on disk: being written, or left by a failed write. */
  readonly #begun = new Set<number>()
  /** Tiles that are blank now. */
  readonly #blank = new Set<number>()
  /** Tiles that are not on disk but once had a blank header there. */
  readonly #onceBlank = new Set<number>()
  /** Calls and writes run in parallel; a call with blank tiles runs alone. */
  readonly #lock = new SharedLock()

  private constructor(path: string, file: FileHandle, { tiles, levelStarts, end }: Layout) {
    this.path = path
    this.#file = file
    this.#tiles = new Map(tiles.map((tile) => [tile.id, tile]))
    this.#levelStarts = levelStarts
    this.#end = end
    this.#pages = openPageTable(path)
  }

  /** Creates the file, which must not exist, without tiles. */
  static async create(path: string, directory: TileDirectory): Promise<SparseTar> {
    const layout = planLayout(directory)
    const file = await open(path, 'wx+', 0o600)
    const tar = new SparseTar(path, file, layout)
    await tar.#write(buildTarIndex(layout.tiles), 0)
    await file.truncate(layout.end)
    return tar
  }

  /** Bytes of the tiles on disk, and of the remains of blank ones. */
  get bytes(): number {
    return this.countBytesWithout(tileDegrees.length)
  }

  /** Returns the bytes that {@link drop} would leave. */
  countBytesWithout(level: number): number {
    let bytes = 0
    for (const id of this.#written) if (readLevel(id) < level) bytes += this.#tiles.get(id)!.size
    for (const id of this.#onceBlank) if (readLevel(id) < level) bytes += blankBytes
    return bytes
  }

  /** Number of tiles on disk. */
  get count(): number {
    return this.#written.size
  }

  /** Whether {@link findMissed} can detect missing tiles. */
  get canDetectMissed(): boolean {
    return this.#pages !== undefined
  }

  has(id: number): boolean {
    return this.#written.has(id)
  }

  /**
   * Writes a tile, also while the engine runs: its size is written last, and without it the engine sees no tile. Does
   * not write again if the tile is on disk.
   *
   * @param parts Parts of the tile; the first contains the whole header.
   * @throws `Error` when the disk is full, and the errors of `parts`.
   */
  async write(id: number, parts: AsyncIterable<Buffer>): Promise<void> {
    const earlier = this.#writing.get(id)
    const writing = (async () => {
      await earlier?.catch(() => {})
      if (!this.#written.has(id)) await this.#writeParts(id, parts)
    })()
    this.#writing.set(id, writing)
    try {
      await writing
    } finally {
      if (this.#writing.get(id) === writing) this.#writing.delete(id)
    }
  }

  async #writeParts(id: number, parts: AsyncIterable<Buffer>): Promise<void> {
    const { start, size } = this.#tiles.get(id)!
    this.#begun.add(id)
    let at = start
    for await (const part of parts) {
      if (at === start) part.writeUInt32LE(0, headerOffsets.tileSize)
      await this.#write(part, at)
      at += part.length
    }
    if (at !== start + size) throw new Error(`tile ${id} has ${at - start} bytes, not ${size}`)
    const tileSize = Buffer.alloc(4)
    tileSize.writeUInt32LE(size)
    await this.#write(tileSize, start + headerOffsets.tileSize)
    this.#written.add(id)
    this.#begun.delete(id)
    this.#onceBlank.delete(id)
  }

  /** Runs a call of the engine. Throws `Error` when blank tiles of an earlier call cannot be removed. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    return await this.#lock.shared(async () => {
      this.#removeBlanks()
      return await call()
    })
  }

  /**
   * Runs a call of the engine alone, with blank tiles in place of missing ones. Waits for running calls and writes to
   * end; later ones wait for this call.
   *
   * A tile that an earlier call has accessed stays a hole: an access by this call could not be detected.
   *
   * @returns Tiles that this call was the first to miss. If there are none, its answer counts: if it had needed
   * another tile, it would have failed.
   * @throws `Error` when the disk is full or {@link findMissed} cannot detect tiles, and the errors of `call`.
   */
  async runWithBlanks(ids: Iterable<number>, call: () => Promise<void>): Promise<number[]> {
    return await this.#lock.alone(async () => {
      this.#removeBlanks()
      const before = new Set(this.#pages?.isMapped ? this.findMissed() : [])
      try {
        for (const id of ids)
          if (!this.#written.has(id) && !this.#begun.has(id) && !before.has(id)) this.#makeBlank(id)
        await call()
        return (this.findMissed() ?? []).filter((id) => !before.has(id))
      } finally {
        this.#removeBlanks()
      }
    })
  }

  /** Writes synchronously, which is faster for so few bytes. */
  #makeBlank(id: number): void {
    const { start, size } = this.#tiles.get(id)!
    this.#blank.add(id)
    this.#onceBlank.add(id)
    writeSync(this.#file.fd, buildBlankHeader(id, size), 0, headerBytes, start)
  }

  #removeBlanks(): void {
    for (const id of this.#blank) {
      writeSync(this.#file.fd, noHeader, 0, headerBytes, this.#tiles.get(id)!.start)
      this.#blank.delete(id)
    }
  }

  /**
   * Removes the tiles of a level and of smaller roads. Must not be called while an engine runs: it would see holes,
   * and must not have kept tiles of an earlier call.
   */
  async drop(level: number): Promise<void> {
    // Writes of calls that were cancelled.
    await Promise.allSettled(this.#writing.values())
    await this.#file.truncate(this.#levelStarts[level]!)
    await this.#file.truncate(this.#end)
    for (const ids of [this.#written, this.#begun, this.#onceBlank])
      for (const id of ids) if (readLevel(id) >= level) ids.delete(id)
  }

  /**
   * Returns missing tiles that the engine has accessed since the file was created; undefined if the system does not
   * expose it.
   */
  findMissed(): number[] | undefined {
    if (!this.#pages) return undefined
    const absent = [...this.#tiles.values()].filter(({ id }) => !this.#written.has(id))
    const lookedAt = this.#pages.findAccessed(absent.map(({ start }) => start))
    return absent.filter(({ start }) => lookedAt.has(start)).map(({ id }) => id)
  }

  /**
   * Writes bytes, but not during a call with blank tiles: the engine reads the header of a tile once, and would read
   * the rest accordingly.
   */
  async #write(bytes: Buffer, start: number): Promise<void> {
    await this.#lock.shared(async () => {
      for (let done = 0; done < bytes.length; )
        done += (await this.#file.write(bytes, done, undefined, start + done)).bytesWritten
    })
  }

  /** Removes the file. Engines must not run on it any more: their map ends with the file. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#writing.values())
    // Engines are never freed, and their maps would keep the file on disk.
    await this.#file.truncate(0)
    await this.#file.close()
    await rm(this.path, { force: true })
  }
}

interface Layout {
  tiles: TarTile[]
  /** Start of the tiles of each level. */
  levelStarts: number[]
  end: number
}

/**
 * Plans the file. Tiles of larger roads come first: a file can be cut only at its end, and they should stay longest.
 */
function planLayout(directory: TileDirectory): Layout {
  const tiles: TarTile[] = []
  const levelStarts: number[] = []
  let end = alignUp(measureTarIndex(directory.ids.length))
  for (const level of tileDegrees.keys()) {
    levelStarts.push(end)
    for (const id of directory.ids) {
      if (readLevel(id) !== level) continue
      const size = directory.readSize(id)
      tiles.push({ id, start: end, size })
      end = alignUp(end + size)
    }
  }
  return { tiles, levelStarts, end }
}

function alignUp(position: number): number {
  return Math.ceil(position / alignment) * alignment
}

function openPageTable(path: string): PageTable | undefined {
  try {
    return new PageTable(path)
  } catch {
    return undefined
  }
}
