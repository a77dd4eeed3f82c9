import { constants, zstdCompressSync } from 'node:zlib'
import { endOfPostings, type PostingCursor, type Postings } from '../gazetteer.ts'
import { ByteWriter, bufferOver } from './bytes.ts'
import { inflated } from './inflated.ts'
import type { UnitKind } from './units.ts'

/** So few ranks stand in the dictionary itself. */
export const mostInline = 8
/** Ranks between two skip entries. */
const groupSize = 128
const firstPage = 512
const largestPage = 65_536

/**
 * How many ranks each page of a list holds: 512, 512, 1,024, 2,048 ... and from then on 65,536. So the
 * first n ranks are in pages of less than 2 n together, and the pages follow from the length alone.
 */
export function pageCounts(count: number): number[] {
  const pages: number[] = []
  let total = 0
  while (total < count) {
    const size = total === 0 ? firstPage : Math.min(total, largestPage)
    pages.push(Math.min(size, count - total))
    total += size
  }
  return pages
}

/**
 * A page: for every group of 128 ranks its first rank and where its other ranks begin in the page
 * (two uint32), then those, each as the difference to the one before, less one.
 */
function encodePage(ranks: Uint32Array): Buffer {
  const groups = Math.ceil(ranks.length / groupSize)
  const rest = new ByteWriter()
  const out = new ByteWriter()
  for (let group = 0; group < groups; group++) {
    const start = group * groupSize
    out.uint32(ranks[start]!)
    out.uint32(8 * groups + rest.length)
    const end = Math.min(start + groupSize, ranks.length)
    for (let i = start + 1; i < end; i++) rest.varint(ranks[i]! - ranks[i - 1]! - 1)
  }
  out.bytes(rest.view())
  return out.take()
}

const packing = { plain: 0, zstd: 1 } as const
/** Of fewer ranks there is too little to gain. */
const fewestPacked = 1024
/** Steps between ranks are all alike by chance: to look for what repeats makes them larger. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A page as it stands in the file: long ones are compressed, which leaves little more than half of them. */
export function packPage(ranks: Uint32Array): Buffer {
  const page = encodePage(ranks)
  const packed = ranks.length < fewestPacked ? page : zstdCompressSync(page, quick)
  const isSmaller = packed.length < 0.9 * page.length
  return Buffer.concat([
    Uint8Array.of(isSmaller ? packing.zstd : packing.plain),
    isSmaller ? packed : page,
  ])
}

export const postingsPage: UnitKind<Uint8Array> = {
  name: 'a page of postings',
  decode(bytes) {
    const body = bytes.subarray(1)
    if (bytes[0] === packing.zstd) return inflated(body)
    if (bytes[0] === packing.plain) return Uint8Array.from(body)
    throw new RangeError(`no packing of a page: ${bytes[0]}`)
  },
  weigh: ({ length }) => 100 + length,
  detached: true,
}

/** A list that stands in the dictionary, or the beginning of one. */
export class InlinePostings implements Postings {
  readonly count: number
  readonly complete: boolean
  readonly #ranks: readonly number[]

  constructor(ranks: readonly number[], most: number) {
    this.#ranks = ranks
    this.count = Math.min(ranks.length, most)
    this.complete = this.count === ranks.length
  }

  get horizon(): number {
    return this.complete ? endOfPostings : this.#ranks[this.count - 1]! + 1
  }

  cursor(): PostingCursor {
    return new InlineCursor(this.#ranks, this.count)
  }
}

class InlineCursor implements PostingCursor {
  readonly #ranks: readonly number[]
  readonly #count: number
  #index = 0
  rank: number

  constructor(ranks: readonly number[], count: number) {
    this.#ranks = ranks
    this.#count = count
    this.rank = count > 0 ? ranks[0]! : endOfPostings
  }

  next(): number {
    this.#index++
    this.rank = this.#index < this.#count ? this.#ranks[this.#index]! : endOfPostings
    return this.rank
  }

  seek(rank: number): number {
    while (this.rank < rank) this.next()
    return this.rank
  }
}

/** A list in pages, all of them or the first. */
export class PagedPostings implements Postings {
  readonly count: number
  readonly complete: boolean
  readonly #pages: readonly Buffer[]
  readonly #counts: readonly number[]

  /** @param total Ranks in the whole list. */
  constructor(pages: readonly Uint8Array[], total: number, most: number) {
    this.#pages = pages.map(bufferOver)
    this.#counts = pageCounts(total).slice(0, pages.length)
    const held = this.#counts.reduce((sum, count) => sum + count, 0)
    this.count = Math.min(held, most)
    this.complete = this.count === total
  }

  get horizon(): number {
    if (this.complete) return endOfPostings
    return this.count === 0 ? 0 : new PagedCursor(this.#pages, this.#counts, this.count).last() + 1
  }

  cursor(): PostingCursor {
    return new PagedCursor(this.#pages, this.#counts, this.count)
  }
}

class PagedCursor implements PostingCursor {
  readonly #pages: readonly Buffer[]
  readonly #counts: readonly number[]
  /** Ranks of the list that count and are not in pages already left behind. */
  #left: number
  #page = 0
  #group = 0
  readonly #ranks = new Uint32Array(groupSize)
  #filled = 0
  #index = 0
  rank = endOfPostings

  constructor(pages: readonly Buffer[], counts: readonly number[], count: number) {
    this.#pages = pages
    this.#counts = counts
    this.#left = count
    this.#load()
  }

  next(): number {
    if (++this.#index < this.#filled) {
      this.rank = this.#ranks[this.#index]!
    } else if (this.rank !== endOfPostings) {
      this.#group++
      this.#load()
    }
    return this.rank
  }

  seek(rank: number): number {
    if (rank <= this.rank) return this.rank
    if (rank > this.#ranks[this.#filled - 1]!) this.#leap(rank)
    if (this.rank === endOfPostings) return this.rank
    // Within the group, or at the start of the one after.
    let low = this.#index
    let high = this.#filled
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ranks[middle]! < rank) low = middle + 1
      else high = middle
    }
    this.#index = low - 1
    return this.next()
  }

  /** Goes to the last rank. */
  last(): number {
    while (this.#page + 1 < this.#pages.length && this.#left > this.#counts[this.#page]!) {
      this.#leavePage()
    }
    this.#group = this.#groups() - 1
    this.#load()
    this.#index = this.#filled - 1
    this.rank = this.#ranks[this.#index]!
    return this.rank
  }

  /** To the last group that begins at or before the rank. */
  #leap(rank: number): void {
    while (this.#page + 1 < this.#pages.length && this.#firstOf(this.#page + 1, 0) <= rank) {
      this.#leavePage()
    }
    let low = this.#group
    let high = this.#groups() - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#firstOf(this.#page, middle) <= rank) low = middle
      else high = middle - 1
    }
    this.#group = low
    this.#load()
  }

  #leavePage(): void {
    this.#left -= this.#counts[this.#page]!
    this.#page++
    this.#group = 0
  }

  /** Groups of this page that count. */
  #groups(): number {
    return Math.ceil(Math.min(this.#counts[this.#page]!, Math.max(this.#left, 0)) / groupSize)
  }

  #firstOf(page: number, group: number): number {
    return this.#pages[page]!.readUInt32LE(8 * group)
  }

  #load(): void {
    if (this.#page < this.#pages.length && this.#group * groupSize >= this.#counts[this.#page]!) {
      this.#leavePage()
    }
    const start = this.#group * groupSize
    const left = Math.min(this.#left, this.#counts[this.#page] ?? 0) - start
    this.#filled = Math.max(0, Math.min(groupSize, left))
    this.#index = 0
    if (this.#filled === 0) {
      this.rank = endOfPostings
      return
    }
    const bytes = this.#pages[this.#page]!
    let rank = this.#firstOf(this.#page, this.#group)
    let at = bytes.readUInt32LE(8 * this.#group + 4)
    this.#ranks[0] = rank
    for (let i = 1; i < this.#filled; i++) {
      let byte = bytes[at++]!
      let step = byte & 0x7f
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++]!
        step |= (byte & 0x7f) << shift
      }
      rank += step + 1
      this.#ranks[i] = rank
    }
    this.rank = this.#ranks[0]!
  }
}
