import {
  encodeInlineTerm,
  encodePagedTerm,
  encodeSpelling,
  encodeTermShards,
} from '../format/dictionary-value.ts'
import { KeyBlockWriter } from '../format/key-block.ts'
import { listPageCounts, maxInlineDocIds, packPage } from '../format/postings.ts'
import type { DictionaryBlockSummary } from '../format/root.ts'
import { namespaces } from '../gazetteer.ts'
import type { SectionFile } from './section-file.ts'

/** Size at which a block ends, bytes. A look-up reads a whole block, so blocks are small. */
const targetBlockBytes = 4 * 1024

const wordPrefix = `${namespaces.word}:`

/** Writes sorted terms to blocks and their lists to the `postings` section, and collects the words. */
export class DictionaryWriter {
  readonly #dictionary: SectionFile
  readonly #postings: SectionFile
  readonly #shardByDocId: Uint32Array | undefined
  readonly #spellings = new KeyBlockWriter()
  readonly #block = new KeyBlockWriter()
  #namespace = ''
  #firstKey = ''
  /** Bytes of lists of shards in the current block. */
  #shardBytes = 0
  #minDocId = Number.POSITIVE_INFINITY
  readonly #blocks: DictionaryBlockSummary[] = []

  /** @param shardByDocId Shard of each place, by docId, for the dictionary of a router. */
  constructor(dictionary: SectionFile, postings: SectionFile, shardByDocId?: Uint32Array) {
    this.#dictionary = dictionary
    this.#postings = postings
    this.#shardByDocId = shardByDocId
  }

  /** @param docIds Ascending. */
  add(key: string, docIds: Uint32Array): void {
    this.#openBlock(key)
    const value =
      docIds.length <= maxInlineDocIds
        ? encodeInlineTerm(docIds)
        : this.#withShards(this.#writePages(docIds), docIds)
    this.#block.add(Buffer.from(key), value)
    this.#minDocId = Math.min(this.#minDocId, docIds[0]!)
    if (key.startsWith(wordPrefix)) {
      this.#spellings.add(Buffer.from(key.slice(wordPrefix.length)), encodeSpelling(docIds[0]!))
    }
  }

  /** Writes the pages of a list and returns the value of its term. */
  #writePages(docIds: Uint32Array): Buffer {
    const { length: offset } = this.#postings
    const lengths: number[] = []
    const firsts: number[] = []
    let start = 0
    for (const count of listPageCounts(docIds.length)) {
      const page = this.#postings.appendUnit(packPage(docIds.subarray(start, start + count)))
      lengths.push(page.length)
      firsts.push(docIds[start]!)
      start += count
    }
    return encodePagedTerm({ count: docIds.length, offset, lengths, firsts })
  }

  /** Appends the list's shards. Block sizes do not count them, so a router has the same blocks as a whole index. */
  #withShards(value: Buffer, docIds: Uint32Array): Buffer {
    if (!this.#shardByDocId) return value
    const both = Buffer.concat([value, encodeTermShards(listShards(docIds, this.#shardByDocId))])
    const lengthGrows = value.length < 0x80 && both.length >= 0x80
    this.#shardBytes += both.length - value.length + Number(lengthGrows)
    return both
  }

  #openBlock(key: string): void {
    const namespace = key.slice(0, key.indexOf(':'))
    const size = this.#block.size - this.#shardBytes
    if (namespace !== this.#namespace || size >= targetBlockBytes) this.#endBlock()
    if (this.#block.count === 0) this.#firstKey = key
    this.#namespace = namespace
  }

  #endBlock(): void {
    if (this.#block.count === 0) return
    const { length } = this.#dictionary.appendUnit(this.#block.take())
    this.#blocks.push({ firstKey: this.#firstKey, length, minDocId: this.#minDocId })
    this.#minDocId = Number.POSITIVE_INFINITY
    this.#shardBytes = 0
  }

  /** Ends the last block and returns all blocks, with the spellings as an encoded key block. */
  finish(): { dictionaryBlocks: readonly DictionaryBlockSummary[]; spellings: Buffer } {
    this.#endBlock()
    return { dictionaryBlocks: this.#blocks, spellings: this.#spellings.take() }
  }
}

function listShards(docIds: Uint32Array, shardByDocId: Uint32Array): number[] {
  const shards = new Set<number>()
  for (const docId of docIds) shards.add(shardByDocId[docId]!)
  return [...shards].sort((a, b) => a - b)
}
