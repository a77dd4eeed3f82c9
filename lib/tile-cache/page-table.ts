import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'

/** Kernel documentation, admin-guide/mm/pagemap: 64 bits a page, the highest of which says that the page is mapped. */
const entryBytes = 8
const presentByte = 7
const presentMask = 0x80

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
    closeSync(openSync('/proc/self/pagemap', 'r'))
  }

  /** Those of these offsets in the file whose pages have been looked at. */
  lookedAt(offsets: readonly number[]): Set<number> {
    const found = new Set<number>()
    const starts = this.#mapStarts()
    const table = openSync('/proc/self/pagemap', 'r')
    try {
      const entry = Buffer.alloc(entryBytes)
      for (const start of starts) {
        for (const offset of offsets) {
          const page = Math.floor((start + offset) / this.#pageBytes)
          readSync(table, entry, 0, entryBytes, page * entryBytes)
          if (entry[presentByte]! & presentMask) found.add(offset)
        }
      }
    } finally {
      closeSync(table)
    }
    return found
  }

  /** Addresses of the maps of the file: each thread of the engine has one of the whole file. */
  #mapStarts(): number[] {
    return readFileSync('/proc/self/maps', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith(` ${this.#path}`))
      .map((line) => Number.parseInt(line.split('-')[0]!, 16))
  }
}

function readPageBytes(): number {
  const entries = readFileSync('/proc/self/auxv')
  for (let at = 0; at < entries.length; at += 16)
    if (entries.readBigUInt64LE(at) === pageSizeKey) return Number(entries.readBigUInt64LE(at + 8))
  throw new Error('the system does not tell the size of a page')
}
