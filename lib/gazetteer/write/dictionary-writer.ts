import { encodeInlineTerm, encodePagedTerm, encodeSpelling } from '../format/dictionary-value.ts'
import { KeyBlockWriter } from '../format/key-block.ts'
import { maxInlineDocIds, packPage, pageCounts } from '../format/postings.ts'
import type { DictionaryBlockSummary } from '../format/root.ts'
import { namespaces } from '../gazetteer.ts'
import type { SectionFile } from './section-file.ts'

/** A look-up reads a whole block, so blocks are small. */
const targetBlockBytes = 4 * 1024

const wordPrefix = `${namespaces.word}:`

/** Writes sorted terms into blocks and their lists into the postings; collects the words. */
export class DictionaryWriter {
  readonly #dictionary: SectionFile
  readonly #postings: SectionFile
  readonly #spellings = new KeyBlockWriter()
  readonly #block = new KeyBlockWriter()
  #namespace = ''
  #firstKey = ''
  #minDocId = Number.POSITIVE_INFINITY
  readonly #blocks: DictionaryBlockSummary[] = []

  constructor(dictionary: SectionFile, postings: SectionFile) {
    this.#dictionary = dictionary
    this.#postings = postings
  }

  /** @param docIds Ascending. */
  add(key: string, docIds: Uint32Array): void {
    const value =
      docIds.length <= maxInlineDocIds ? encodeInlineTerm(docIds) : this.#writePages(docIds)
    this.#addEntry(key, value, docIds[0]!)
    if (key.startsWith(wordPrefix)) {
      this.#spellings.add(Buffer.from(key.slice(wordPrefix.length)), encodeSpelling(docIds[0]!))
    }
  }

  /** Returns the value of the term. */
  #writePages(docIds: Uint32Array): Buffer {
    const { length: offset } = this.#postings
    const lengths: number[] = []
    const firsts: number[] = []
    let start = 0
    for (const count of pageCounts(docIds.length)) {
      const page = this.#postings.appendUnit(packPage(docIds.subarray(start, start + count)))
      lengths.push(page.length)
      firsts.push(docIds[start]!)
      start += count
    }
    return encodePagedTerm({ count: docIds.length, offset, lengths, firsts })
  }

  #addEntry(key: string, value: Uint8Array, minDocId: number): void {
    const namespace = key.slice(0, key.indexOf(':'))
    if (namespace !== this.#namespace || this.#block.size >= targetBlockBytes) this.#endBlock()
    if (this.#block.count === 0) this.#firstKey = key
    this.#namespace = namespace
    this.#minDocId = Math.min(this.#minDocId, minDocId)
    this.#block.add(Buffer.from(key), value)
  }

  #endBlock(): void {
    if (this.#block.count === 0) return
    const { length } = this.#dictionary.appendUnit(this.#block.take())
    this.#blocks.push({ firstKey: this.#firstKey, length, minDocId: this.#minDocId })
    this.#minDocId = Number.POSITIVE_INFINITY
  }

  /** Ends the last block. @returns All blocks, and the spellings as an encoded key block. */
  finish(): { dictionaryBlocks: readonly DictionaryBlockSummary[]; spellings: Buffer } {
    this.#endBlock()
    return { dictionaryBlocks: this.#blocks, spellings: this.#spellings.take() }
  }
}
