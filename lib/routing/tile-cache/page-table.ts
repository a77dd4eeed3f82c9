import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'

/** Kernel documentation, admin-guide/mm/pagemap: 64 bits a page, the highest of which says that the page is mapped. */
const entryBytes = 8
const presentByte = 7
const presentMask = 0x80
/** Pages whose entries are read at once: 16 MB of a file. */
const entriesAtOnce = 4096

/** In `/proc/self/auxv`, pairs of uint64: the page size (elf.h, AT_PAGESZ). */
const pageSizeKey = 6n

/**
 * Tells which pages of a file this process has looked at through its memory maps, in any thread: by the page table of
 * the process, which Linux shows. A page that nobody looks at is not mapped, but for those in the same 64 KB
 * as one that is looked at (`fault_around_bytes`).
 */
export class PageTable {
  readonly #path: string
  readonly #pageBytes: number

  /** @throws `Error` where the page table cannot be read, as on other systems than Linux. */
  constructor(path: string) {
    this.#path = realpathSync(path)
    this.#pageBytes = readPageBytes()
    // The end of the stack has been looked at in any process: a sandbox may show a page table that is empty.
    const [stack] = mapsOf('[stack]')
    if (!stack || this.#present([stack.end - this.#pageBytes])[0] !== true)
      throw new Error('the system does not show the page table')
  }

  /** Whether a thread has mapped the file. */
  get isMapped(): boolean {
    return this.#maps().length > 0
  }

  /**
   * Those of these offsets in the file, in ascending order, whose pages have been looked at.
   *
   * @throws `Error` when nothing has mapped the file.
   */
  lookedAt(offsets: readonly number[]): Set<number> {
    const maps = this.#maps()
    if (maps.length === 0) throw new Error(`no thread has mapped ${this.#path}`)
    const found = new Set<number>()
    for (const { start } of maps) {
      const present = this.#present(offsets.map((offset) => start + offset))
      for (const [i, offset] of offsets.entries()) if (present[i]) found.add(offset)
    }
    return found
  }

  /** Each thread of the engine maps the whole file; somebody may have removed it meanwhile. */
  #maps() {
    return [...mapsOf(this.#path), ...mapsOf(`${this.#path} (deleted)`)]
  }

  /** Whether the pages of these addresses, in ascending order, are mapped. */
  #present(addresses: readonly number[]): boolean[] {
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

/** Memory maps of this process with a name: addresses of the first byte and behind the last. */
function mapsOf(name: string): { start: number; end: number }[] {
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
