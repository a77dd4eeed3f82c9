import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tileName } from '../tile-archive/index.ts'

/** Where placeholders point: nowhere. */
const nowhere = 'not-fetched'

/**
 * The engine's folder of tiles (`mjolnir.tile_dir`), with the recently used ones within a budget.
 *
 * A tile is a `.gph.gz` file, which the engine inflates as it reads it. It tells which areas are connected by listing
 * the `.gph` files of the folder, but opens them only when it needs them. So each tile may have a placeholder, a link
 * to nowhere: it is listed and cannot be opened; the engine then looks for the `.gph.gz` file, and at last at
 * `mjolnir.tile_url`.
 */
export class TileFolder {
  readonly path: string
  readonly #incoming: string
  readonly #budgetBytes: number
  readonly hasPlaceholders: boolean
  /** Sizes of the tiles in the folder; the one used longest ago is first. */
  readonly #sizes = new Map<number, number>()
  #bytes = 0
  #writes = 0
  /** Removed while the engine, which saves what it fetches itself, could still save them. */
  readonly #late = new Set<number>()

  /**
   * Makes the folder, which must not exist.
   *
   * @param placeholders Tiles that the engine lists.
   */
  constructor(path: string, budgetBytes: number, placeholders: Iterable<number>) {
    this.path = path
    this.#incoming = join(path, 'incoming')
    this.#budgetBytes = budgetBytes
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 })
    let folder = ''
    for (const id of placeholders) {
      const file = join(path, tileName(id))
      if (dirname(file) !== folder) {
        folder = dirname(file)
        mkdirSync(folder, { recursive: true })
      }
      symlinkSync(nowhere, file)
    }
    this.hasPlaceholders = folder !== ''
  }

  /** Bytes of the tiles in the folder. */
  get bytes(): number {
    return this.#bytes
  }

  has(id: number): boolean {
    return this.#sizes.has(id)
  }

  /** Marks a tile as just used. */
  touch(id: number): void {
    const size = this.#sizes.get(id)
    if (size === undefined) return
    this.#sizes.delete(id)
    this.#sizes.set(id, size)
  }

  /** A tile of the folder, by gzip; undefined when it is not here. */
  read(id: number): Buffer | undefined {
    if (!this.#sizes.has(id)) return undefined
    try {
      return readFileSync(this.#pathOf(id))
    } catch {
      return undefined
    }
  }

  /**
   * Puts a tile into the folder, whole or not at all; others are removed before, to stay within the budget.
   * Without room nothing is written, and the engine asks for the tile.
   */
  async write(id: number, tile: Buffer): Promise<void> {
    if (this.#sizes.has(id)) return
    const size = tile.length
    if (size > this.#budgetBytes) return void this.#late.add(id)
    this.#shrinkTo(this.#budgetBytes - size)
    // Counted from now on, for writes at the same time.
    this.#bytes += size
    const incoming = join(this.#incoming, String(this.#writes++))
    try {
      await writeFile(incoming, tile, { mode: 0o600 })
      const file = this.#pathOf(id)
      mkdirSync(dirname(file), { recursive: true })
      renameSync(incoming, file)
      this.#sizes.set(id, size)
    } catch {
      this.#bytes -= size
      this.#late.add(id)
      rmSync(incoming, { force: true })
    }
  }

  /** Removes all tiles. */
  clear(): void {
    this.#shrinkTo(0)
  }

  #shrinkTo(bytes: number): void {
    for (const [oldest, size] of this.#sizes) {
      if (this.#bytes <= bytes) return
      this.#sizes.delete(oldest)
      this.#bytes -= size
      this.#late.add(oldest)
      this.#remove(oldest)
    }
  }

  /** Removes what the engine saved after its removal. Called when the engine rests. */
  sweep(): void {
    for (const id of this.#late) if (!this.#sizes.has(id)) this.#remove(id)
    this.#late.clear()
  }

  /** Removes the folder. */
  close(): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  #remove(id: number): void {
    rmSync(this.#pathOf(id), { force: true })
  }

  #pathOf(id: number): string {
    return join(this.path, `${tileName(id)}.gz`)
  }
}
