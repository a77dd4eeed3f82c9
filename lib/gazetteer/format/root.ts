import { ByteReader } from './bytes.ts'
import { KeyBlock } from './key-block.ts'
import type { PackHeader } from './layout.ts'
import { SymbolTable } from './place-codes.ts'
import { readTreeTop, type TreeTop } from './tree.ts'

/** What is known of a pack once it is open. Offsets are of the file. */
export interface PackRoot {
  symbols: SymbolTable
  dictionary: {
    firstKeys: readonly string[]
    /** One more than there are blocks: where the last ends. */
    offsets: readonly number[]
    /** The best docId of any term in a block. */
    minDocIds: readonly number[]
  }
  /** One more than there are blocks of places. */
  documents: readonly number[]
  /** Prefixes with where their list is. */
  hot: KeyBlock
  /** Points and courses, for what is near. */
  nearby: TreeTop
  /** Bands of areas, for what contains. */
  areas: TreeTop
}

/** @throws RangeError for bytes that are no root. */
export function readRoot(bytes: Uint8Array, { sections }: PackHeader): PackRoot {
  const from = new ByteReader(bytes)
  const symbols = new SymbolTable(Array.from({ length: from.varint() }, () => from.text()))
  const firstKeys: string[] = []
  const minDocIds: number[] = []
  const offsets = [sections.dictionary.offset]
  for (let left = from.varint(); left > 0; left--) {
    firstKeys.push(from.text())
    offsets.push(offsets.at(-1)! + from.varint())
    minDocIds.push(from.varint())
  }
  const documents = [sections.documents.offset]
  for (let left = from.varint(); left > 0; left--) documents.push(documents.at(-1)! + from.varint())
  const hotLength = from.varint()
  const hot = new KeyBlock(bytes.subarray(from.at, from.at + hotLength))
  from.skip(hotLength)
  const nearby = readTreeTop(from, sections.tree.offset)
  const areas = readTreeTop(from, sections.tree.offset)
  return { symbols, dictionary: { firstKeys, offsets, minDocIds }, documents, hot, nearby, areas }
}
