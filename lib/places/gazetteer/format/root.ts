import { ByteReader, ByteWriter } from './bytes.ts'
import {
  type DocumentBlockSummary,
  type DocumentDirectory,
  readDirectory,
  writeDirectory,
} from './document-directory.ts'
import type { PackHeader } from './header.ts'
import {
  type IdBlockSummary,
  type IdDirectory,
  readIdDirectory,
  writeIdDirectory,
} from './id-block.ts'
import { KeyBlock } from './key-block.ts'
import { readShardList, type ShardList, writeShardList } from './shard-list.ts'
import { SymbolTable } from './symbols.ts'
import { readTreeTop, type TreeTop } from './tree.ts'

/** The index of a pack, which a reader keeps in memory. Offsets count from the start of the file. */
export interface PackRoot {
  symbols: SymbolTable
  dictionary: {
    firstKeys: readonly string[]
    /** Offset of each block, then the end of the last block. */
    offsets: readonly number[]
    /** Lowest docId of any term in each block. */
    minDocIds: readonly number[]
  }
  /** Empty in a router. Offsets count from the start of the file. */
  directory: DocumentDirectory
  /** Hot prefixes with the spans of their lists. */
  hot: KeyBlock
  /** Tree of points and lines, for `near`. */
  nearby: TreeTop
  /** Tree of the areas' bands, for `containing`. */
  areas: TreeTop
  /** Blocks of ids, for look-up by id. */
  ids: IdDirectory
  /** Shards of the places; set in a router. */
  shardList: ShardList | undefined
}

/** Summary of a dictionary block in the root. */
export interface DictionaryBlockSummary {
  firstKey: string
  /** Length in bytes, with the checksum. */
  length: number
  minDocId: number
}

/** Parts of a root that the writer encodes. */
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
  /** Shards of the places, for a router. */
  shardList?: ShardList
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
  writeDirectory(out, root.documentBlocks)
  out.varint(root.hotDirectory.length)
  out.bytes(root.hotDirectory)
  out.bytes(root.nearby)
  out.bytes(root.areas)
  writeIdDirectory(out, root.idBlocks)
  if (root.shardList) writeShardList(out, root.shardList)
  return out.take()
}

/** @throws RangeError for bytes that are not a root. */
export function decodeRoot(bytes: Uint8Array, { sections, kind }: PackHeader): PackRoot {
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
  const directory = readDirectory(from, {
    documents: sections.documents.offset,
    houses: sections.houses.offset,
  })
  const hotLength = from.varint()
  const hot = new KeyBlock(bytes.subarray(from.at, from.at + hotLength))
  from.skip(hotLength)
  const nearby = readTreeTop(from)
  const areas = readTreeTop(from)
  const ids = readIdDirectory(from, sections.ids.offset)
  const shardList = kind === 'router' ? readShardList(from) : undefined
  const dictionary = { firstKeys, offsets, minDocIds }
  return { symbols, dictionary, directory, hot, nearby, areas, ids, shardList }
}
