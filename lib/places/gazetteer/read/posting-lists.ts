import { toBuffer } from '../format/bytes.ts'
import { groupSize, listPageCounts } from '../format/postings.ts'
import { endOfPostings, type PostingCursor, type Postings } from '../gazetteer.ts'

/** A posting list from the dictionary, or its beginning. */
export class InlinePostings implements Postings {
  readonly count: number
  readonly complete: boolean
  readonly #docIds: readonly number[]

  constructor(docIds: readonly number[], maxPlaces: number) {
    this.#docIds = docIds
    this.count = Math.min(docIds.length, maxPlaces)
    this.complete = this.count === docIds.length
  }

  get horizon(): number {
    return this.complete ? endOfPostings : this.#docIds[this.count - 1]! + 1
  }

  cursor(): PostingCursor {
    return new InlineCursor(this.#docIds, this.count)
  }
}

class InlineCursor implements PostingCursor {
  readonly #docIds: readonly number[]
  readonly #count: number
  #index = 0
  docId: number

  constructor(docIds: readonly number[], count: number) {
    this.#docIds = docIds
    this.#count = count
    this.docId = count > 0 ? docIds[0]! : endOfPostings
  }

  next(): number {
    this.#index++
    this.docId = this.#index < this.#count ? this.#docIds[this.#index]! : endOfPostings
    return this.docId
  }

  seek(docId: number): number {
    while (this.docId < docId) this.next()
    return this.docId
  }
}

/** A posting list in pages, with all of its pages or the first few. */
export class PagedPostings implements Postings {
  readonly count: number
  readonly complete: boolean
  readonly #pages: readonly Buffer[]
  readonly #counts: readonly number[]

  /** @param total Number of docIds in the whole list. */
  constructor(pages: readonly Uint8Array[], total: number, maxPlaces: number) {
    this.#pages = pages.map(toBuffer)
    this.#counts = listPageCounts(total).slice(0, pages.length)
    const held = this.#counts.reduce((sum, count) => sum + count, 0)
    this.count = Math.min(held, maxPlaces)
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

/** Decodes docIds only when they are needed, because most seeks pass over whole groups. */
class PagedCursor implements PostingCursor {
  readonly #pages: readonly Buffer[]
  readonly #counts: readonly number[]
  /** Number of docIds in the list from the current page on. */
  #left: number
  #page = 0
  #group = 0
  /** Offset in the page of the step from the current docId to the next one. */
  #at = 0
  /** Number of steps left in the group. */
  #steps = 0
  /** First docId of the next group. */
  #nextFirst = endOfPostings
  docId = endOfPostings

  constructor(pages: readonly Buffer[], counts: readonly number[], count: number) {
    this.#pages = pages
    this.#counts = counts
    this.#left = count
    this.#load()
  }

  next(): number {
    if (this.#steps > 0) this.#step()
    else if (this.docId !== endOfPostings) {
      this.#group++
      this.#load()
    }
    return this.docId
  }

  seek(docId: number): number {
    if (docId <= this.docId) return this.docId
    if (docId >= this.#nextFirst) this.#leap(docId)
    while (this.docId < docId) this.next()
    return this.docId
  }

  /** Moves to the last docId. */
  last(): number {
    while (this.#page + 1 < this.#pages.length && this.#left > this.#counts[this.#page]!) {
      this.#leavePage()
    }
    this.#group = this.#groups() - 1
    this.#load()
    while (this.#steps > 0) this.#step()
    return this.docId
  }

  /** Moves to the last group whose first docId is at or below the given one. */
  #leap(docId: number): void {
    while (this.#page + 1 < this.#pages.length && this.#firstOf(this.#page + 1, 0) <= docId) {
      this.#leavePage()
    }
    let low = this.#group
    let high = this.#groups() - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#firstOf(this.#page, middle) <= docId) low = middle
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

  /** Returns the number of groups in the current page. */
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
    const left = Math.min(this.#left, this.#counts[this.#page] ?? 0) - this.#group * groupSize
    this.#steps = Math.max(0, Math.min(groupSize, left) - 1)
    if (left <= 0) {
      this.docId = endOfPostings
      return
    }
    this.docId = this.#firstOf(this.#page, this.#group)
    this.#at = this.#pages[this.#page]!.readUInt32LE(8 * this.#group + 4)
    this.#nextFirst = endOfPostings
    if (left > groupSize) this.#nextFirst = this.#firstOf(this.#page, this.#group + 1)
    else if (this.#page + 1 < this.#pages.length) this.#nextFirst = this.#firstOf(this.#page + 1, 0)
  }

  #step(): void {
    const bytes = this.#pages[this.#page]!
    let byte = bytes[this.#at++]!
    let step = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.#at++]!
      step |= (byte & 0x7f) << shift
    }
    this.docId += step + 1
    this.#steps--
  }
}
