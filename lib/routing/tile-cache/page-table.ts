import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'

/**
 * Size of an entry: 64 bits per page. The highest bit says that the page is mapped (kernel documentation,
 * admin-guide/mm/pagemap).
 */
const entryBytes = 8
const presentByte = 7
const presentMask = 0x80
/** Number of entries read at once: the pages of 16 MB of a file. */
const entriesAtOnce = 4096

/** Key of the page size in `/proc/self/auxv`, which contains pairs of uint64 (elf.h, AT_PAGESZ). */
const pageSizeKey = 6n

/**
 * Detects which pages of a file this process has accessed through its memory maps, in any thread. It reads the page
 * table of the process, which Linux exposes. Pages without an access are not mapped, except those in the same 64 KB
 * as an accessed page (`fault_around_bytes`).
 */
export class PageTable {
  readonly #path: string
  readonly #pageBytes: number

  /** @throws `Error` when the page table cannot be read, as on systems other than Linux. */
  constructor(path: string) {
    this.#path = realpathSync(path)
    this.#pageBytes = readPageBytes()
    // Any process has accessed the end of its stack. If that page is not mapped, a sandbox exposes an empty page
    // table.
    const [stack] = readMaps('[stack]')
    if (!stack || this.#readPresence([stack.end - this.#pageBytes])[0] !== true)
      throw new Error('the system does not show the page table')
  }

  /** Returns whether a thread has mapped the file. */
  get isMapped(): boolean {
    return this.#maps().length > 0
  }

  /**
   * Returns the offsets whose pages have been accessed.
   *
   * @param offsets Offsets in the file, in ascending order.
   * @throws `Error` when nothing has mapped the file.
   */
  findAccessed(offsets: readonly number[]): Set<number> {
    const maps = this.#maps()
    if (maps.length === 0) throw new Error(`no thread has mapped ${this.#path}`)
    const found = new Set<number>()
    for (const { start } of maps) {
      const present = this.#readPresence(offsets.map((offset) => start + offset))
      for (const [i, offset] of offsets.entries()) if (present[i]) found.add(offset)
    }
    return found
  }

  /**
   * Returns the maps of the file. Each thread of the engine maps the whole file, which may have been removed
   * meanwhile.
   */
  #maps() {
    return [...readMaps(this.#path), ...readMaps(`${this.#path} (deleted)`)]
  }

  /** Tells for each address, in ascending order, whether its page is mapped. */
  #readPresence(addresses: readonly number[]): boolean[] {
    const table = openSync('/proc/self/pagemap', 'r')
    try {
      const entries = Buffer.alloc(entryBytes * entriesAtOnce)
      let first = Number.NEGATIVE_INFINITY
      return addresses.map((address) => {
        const page = Math.floor(address / this.#pageBytes)
        if (page >= first + entriesAtOnce) {
          first = page
          const bytes = readSync(table, entries, 0, entries.length, first * entryBytes)
          entries.fill(0, bytes)
        }
        return (entries[(page - first) * entryBytes + presentByte]! & presentMask) !== 0
      })
    } finally {
      closeSync(table)
    }
  }
}

/** Returns the memory maps of this process with a name: addresses of the first byte and past the last. */
function readMaps(name: string): { start: number; end: number }[] {
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(` ${name}`))
    .map((line) => {
      const [start, end] = line
        .split(' ', 1)[0]!
        .split('-')
        .map((at) => Number.parseInt(at, 16))
      return { start: start!, end: end! }
    })
}

function readPageBytes(): number {
  const entries = readFileSync('/proc/self/auxv')
  for (let at = 0; at < entries.length; at += 16)
    if (entries.readBigUInt64LE(at) === pageSizeKey) return Number(entries.readBigUInt64LE(at + 8))
  throw new Error('the system does not tell the size of a page')
}
