import { ByteWriter } from '../format/bytes.ts'
import { KeyBlockWriter } from '../format/key-block.ts'
import { maxInlineDocIds, packPage, pageCounts } from '../format/postings.ts'
import type { SectionFile } from './section-file.ts'

/** A look-up reads a whole block, so they are small; the root names each by its first key. */
const bytesOfBlock = 4 * 1024

/** What the root says of a block. */
export interface BlockSummary {
  firstKey: string
  /** With the checksum. */
  length: number
  minDocId: number
}

/** What is known of the words with one tail. */
export interface TailWords {
  letters: string[]
  minDocId: number
}

/** Writes terms in order into blocks, and their lists beside. */
export class DictionaryWriter {
  readonly #dictionary: SectionFile
  readonly #postings: SectionFile
  readonly #block = new KeyBlockWriter()
  readonly #value = new ByteWriter()
  #namespace = ''
  #firstKey = ''
  #minDocId = Number.POSITIVE_INFINITY
  readonly blocks: BlockSummary[] = []

  constructor(dictionary: SectionFile, postings: SectionFile) {
    this.#dictionary = dictionary
    this.#postings = postings
  }

  /** @param docIds In order. */
  add(key: string, docIds: Uint32Array): void {
    const value = this.#value
    value.varint(docIds.length)
    if (docIds.length <= maxInlineDocIds) {
      for (const [i, docId] of docIds.entries()) {
        value.varint(i === 0 ? docId : docId - docIds[i - 1]! - 1)
      }
    } else {
      value.varint(docIds[0]!)
      value.varint(this.#postings.length)
      let start = 0
      const firsts: number[] = []
      for (const count of pageCounts(docIds.length)) {
        const page = packPage(docIds.subarray(start, start + count))
        this.#postings.unit(page)
        value.varint(page.length + 4)
        firsts.push(docIds[start]!)
        start += count
      }
      for (const [i, first] of firsts.entries()) if (i > 0) value.varint(first - firsts[i - 1]!)
    }
    this.#entry(key, value.take(), docIds[0]!)
  }

  /** A tail of words: the letters they begin with, and the best docId of any of them. */
  addTail(key: string, { letters, minDocId }: TailWords): void {
    this.#value.varint(letters.length)
    this.#value.varint(minDocId)
    this.#value.text(letters.join(''))
    this.#entry(key, this.#value.take(), minDocId)
  }

  #entry(key: string, value: Uint8Array, minDocId: number): void {
    const namespace = key.slice(0, key.indexOf(':'))
    if (namespace !== this.#namespace || this.#block.size >= bytesOfBlock) this.finish()
    if (this.#block.count === 0) this.#firstKey = key
    this.#namespace = namespace
    this.#minDocId = Math.min(this.#minDocId, minDocId)
    this.#block.add(Buffer.from(key), value)
  }

  finish(): void {
    if (this.#block.count === 0) return
    const bytes = this.#block.take()
    this.#dictionary.unit(bytes)
    this.blocks.push({
      firstKey: this.#firstKey,
      length: bytes.length + 4,
      minDocId: this.#minDocId,
    })
    this.#minDocId = Number.POSITIVE_INFINITY
  }
}
