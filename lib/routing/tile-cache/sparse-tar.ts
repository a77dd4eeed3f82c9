import { writeSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { SharedLock } from '#platform/concurrency'
import {
  blankHeader,
  headerBytes,
  headerOffsets,
  levelOf,
  type TarTile,
  type TileDirectory,
  tarIndex,
  tarIndexBytes,
  tileDegrees,
} from '#routing/tile-archive'
import { PageTable } from './page-table.ts'

/** Tiles begin at multiples of this, so that pages of two never come into memory together (see `PageTable`). */
const alignment = 65_536
/** What a tile takes on disk when it is blank, and when it has been: the block of its header. */
export const blankBytes = 4096
const noHeader = Buffer.alloc(headerBytes)

/**
 * The `routing.tar` of all tiles of an archive, on disk as far as they have been written: the rest of the file is a
 * hole, of zeros and without room on disk. The engine maps the file, so a tile is there as soon as it is written.
 *
 * A call of the engine that needs another tile ends with an error: zeros are no tile (baldr/graphtile.cc,
 * "Mismatch in end offset"). Most of its errors look as if there were no road, so the page table of the process tells
 * whether a call has looked at a tile that is not there.
 *
 * Such a call ends at the first tile that is not there. To one that meets blank tiles in their place, see
 * {@link runWithBlanks}, it goes on, and then all that it needs is known at once.
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
  /** Tiles that are on disk in part: they are being written, or that has failed. */
  readonly #begun = new Set<number>()
  /** Tiles that are blank now. */
  readonly #blank = new Set<number>()
  /** Tiles not on disk whose header has been there. */
  readonly #onceBlank = new Set<number>()
  /** Calls and writing go on side by side; blank tiles are for one call alone. */
  readonly #lock = new SharedLock()

  private constructor(path: string, file: FileHandle, { tiles, levelStarts, end }: Layout) {
    this.path = path
    this.#file = file
    this.#tiles = new Map(tiles.map((tile) => [tile.id, tile]))
    this.#levelStarts = levelStarts
    this.#end = end
    this.#pages = pageTableOf(path)
  }

  /** Makes the file, which must not exist, without tiles. */
  static async create(path: string, directory: TileDirectory): Promise<SparseTar> {
    const layout = layoutOf(directory)
    const file = await open(path, 'wx+', 0o600)
    const tar = new SparseTar(path, file, layout)
    await tar.#write(tarIndex(layout.tiles), 0)
    await file.truncate(layout.end)
    return tar
  }

  /** Bytes of the tiles on disk, and what is left of blank ones. */
  get bytes(): number {
    return this.bytesWithout(tileDegrees.length)
  }

  /** What {@link drop} leaves of them. */
  bytesWithout(level: number): number {
    let bytes = 0
    for (const id of this.#written) if (levelOf(id) < level) bytes += this.#tiles.get(id)!.size
    for (const id of this.#onceBlank) if (levelOf(id) < level) bytes += blankBytes
    return bytes
  }

  /** Number of tiles on disk. */
  get count(): number {
    return this.#written.size
  }

  /** Whether {@link missed} can tell. */
  get tellsMissed(): boolean {
    return this.#pages !== undefined
  }

  has(id: number): boolean {
    return this.#written.has(id)
  }

  /**
   * Writes a tile, also while the engine runs: its size comes last, and without it the engine sees no tile. What is on
   * disk is not written again.
   *
   * @param parts Of the tile; the first has the whole header.
   * @throws `Error` when there is no room on disk, and what `parts` throws.
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
   * Runs a call of the engine, alone, and shows it blank tiles in place of those that are not on disk. Calls that run
   * and parts that are written end before; those that come meanwhile wait.
   *
   * A tile that an earlier call has looked at stays a hole: it could not be told whether this one does, too.
   *
   * @returns Tiles that this call was the first to miss. Its answer counts if there are none: had it needed another
   * one, it would be an error.
   * @throws `Error` when there is no room on disk or {@link missed} cannot tell, and what `call` throws.
   */
  async runWithBlanks(ids: Iterable<number>, call: () => Promise<void>): Promise<number[]> {
    return await this.#lock.alone(async () => {
      this.#removeBlanks()
      const before = new Set(this.#pages?.isMapped ? this.missed() : [])
      try {
        for (const id of ids)
          if (!this.#written.has(id) && !this.#begun.has(id) && !before.has(id)) this.#makeBlank(id)
        await call()
        return (this.missed() ?? []).filter((id) => !before.has(id))
      } finally {
        this.#removeBlanks()
      }
    })
  }

  /** At once: that is quicker for so few bytes. */
  #makeBlank(id: number): void {
    const { start, size } = this.#tiles.get(id)!
    this.#blank.add(id)
    this.#onceBlank.add(id)
    writeSync(this.#file.fd, blankHeader(id, size), 0, headerBytes, start)
  }

  #removeBlanks(): void {
    for (const id of this.#blank) {
      writeSync(this.#file.fd, noHeader, 0, headerBytes, this.#tiles.get(id)!.start)
      this.#blank.delete(id)
    }
  }

  /**
   * Removes the tiles of a level and of those of smaller roads. Not while an engine runs: it sees holes then, so it must
   * not have kept tiles of an earlier call.
   */
  async drop(level: number): Promise<void> {
    // Of calls that were cancelled.
    await Promise.allSettled(this.#writing.values())
    await this.#file.truncate(this.#levelStarts[level]!)
    await this.#file.truncate(this.#end)
    for (const ids of [this.#written, this.#begun, this.#onceBlank])
      for (const id of ids) if (levelOf(id) >= level) ids.delete(id)
  }

  /**
   * Tiles that are not there and that the engine has looked at, since the file was made; undefined where the system
   * does not tell.
   */
  missed(): number[] | undefined {
    if (!this.#pages) return undefined
    const absent = [...this.#tiles.values()].filter(({ id }) => !this.#written.has(id))
    const lookedAt = this.#pages.lookedAt(absent.map(({ start }) => start))
    return absent.filter(({ start }) => lookedAt.has(start)).map(({ id }) => id)
  }

  /** Not during a call with blank tiles: it reads the header of a tile once, and would read the rest by that. */
  async #write(bytes: Buffer, start: number): Promise<void> {
    await this.#lock.shared(async () => {
      for (let done = 0; done < bytes.length; )
        done += (await this.#file.write(bytes, done, undefined, start + done)).bytesWritten
    })
  }

  /** Removes the file. No engine may run on it any more: its map ends with the file. */
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
  /** Where the tiles of each level begin. */
  levelStarts: number[]
  end: number
}

/** Tiles of larger roads come first: a file can be cut only at its end, and they are to stay longest. */
function layoutOf(directory: TileDirectory): Layout {
  const tiles: TarTile[] = []
  const levelStarts: number[] = []
  let end = aligned(tarIndexBytes(directory.ids.length))
  for (const level of tileDegrees.keys()) {
    levelStarts.push(end)
    for (const id of directory.ids) {
      if (levelOf(id) !== level) continue
      const size = directory.sizeOf(id)
      tiles.push({ id, start: end, size })
      end = aligned(end + size)
    }
  }
  return { tiles, levelStarts, end }
}

function aligned(position: number): number {
  return Math.ceil(position / alignment) * alignment
}

function pageTableOf(path: string): PageTable | undefined {
  try {
    return new PageTable(path)
  } catch {
    return undefined
  }
}
