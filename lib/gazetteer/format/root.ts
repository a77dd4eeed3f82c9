import { ByteReader, ByteWriter } from './bytes.ts'
import type { PackHeader } from './header.ts'
import {
  type IdBlockSummary,
  type IdDirectory,
  readIdDirectory,
  writeIdDirectory,
} from './id-block.ts'
import { KeyBlock } from './key-block.ts'
import { SymbolTable } from './symbols.ts'
import { readTreeTop, type TreeTop } from './tree.ts'

/** The index of a pack, which a reader keeps in memory. Offsets count from the start of the file. */
export interface PackRoot {
  symbols: SymbolTable
  dictionary: {
    firstKeys: readonly string[]
    /** Offset of each block, and the end of the last. */
    offsets: readonly number[]
    /** The lowest docId of any term in each block. */
    minDocIds: readonly number[]
  }
  /** Offsets of the blocks of places, and the end of the last. */
  documents: Float64Array
  /** Offset of the first house of each block of places, and the end of the last. */
  houses: Float64Array
  /** Hot prefixes with the spans of their lists. */
  hot: KeyBlock
  /** Points and lines, for `near`. */
  nearby: TreeTop
  /** Bands of areas, for `containing`. */
  areas: TreeTop
  /** Blocks of ids, for look-up by id. */
  ids: IdDirectory
}

/** A block of the dictionary as the root describes it. */
export interface DictionaryBlockSummary {
  firstKey: string
  /** With the checksum. */
  length: number
  minDocId: number
}

/** Bytes of a block of places and of its places' houses, with the checksums. */
export interface DocumentBlockSummary {
  length: number
  housesLength: number
}

/** The parts of a root, as the writer has them. */
export interface RootContents {
  symbols: readonly string[]
  dictionaryBlocks: readonly DictionaryBlockSummary[]
  documentBlocks: readonly DocumentBlockSummary[]
  /** An encoded {@link KeyBlock}. */
  hotDirectory: Uint8Array
  /** Encoded tops of the two trees. */
  nearby: Uint8Array
  areas: Uint8Array
  idBlocks: readonly IdBlockSummary[]
}

export function encodeRoot(root: RootContents): Buffer {
  const out = new ByteWriter()
  out.varint(root.symbols.length)
  for (const symbol of root.symbols) out.text(symbol)
  out.varint(root.dictionaryBlocks.length)
  for (const { firstKey, length, minDocId } of root.dictionaryBlocks) {
    out.text(firstKey)
    out.varint(length)
    out.varint(minDocId)
  }
  out.varint(root.documentBlocks.length)
  for (const { length } of root.documentBlocks) out.varint(length)
  for (const { housesLength } of root.documentBlocks) out.varint(housesLength)
  out.varint(root.hotDirectory.length)
  out.bytes(root.hotDirectory)
  out.bytes(root.nearby)
  out.bytes(root.areas)
  writeIdDirectory(out, root.idBlocks)
  return out.take()
}

/** @throws RangeError for bytes that are no root. */
export function decodeRoot(bytes: Uint8Array, { sections }: PackHeader): PackRoot {
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
  const documentBlocks = from.varint()
  const documents = readOffsets(from, documentBlocks, sections.documents.offset)
  const houses = readOffsets(from, documentBlocks, sections.houses.offset)
  const hotLength = from.varint()
  const hot = new KeyBlock(bytes.subarray(from.at, from.at + hotLength))
  from.skip(hotLength)
  const nearby = readTreeTop(from, sections.tree.offset)
  const areas = readTreeTop(from, sections.tree.offset)
  const ids = readIdDirectory(from, sections.ids.offset)
  const dictionary = { firstKeys, offsets, minDocIds }
  return { symbols, dictionary, documents, houses, hot, nearby, areas, ids }
}

function readOffsets(from: ByteReader, count: number, start: number): Float64Array {
  const offsets = new Float64Array(count + 1)
  offsets[0] = start
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + from.varint()
  return offsets
}
