import type { ByteSpan, UnitDecoder } from '../read/unit-store.ts'
import { ByteReader } from './bytes.ts'

/** Children of a node of a packed R-tree, column by column. Boxes are in 1e-7 degrees. */
export interface TreeNode {
  count: number
  minLat: Int32Array
  minLon: Int32Array
  maxLat: Int32Array
  maxLon: Int32Array
  /** Bits of the place types below, by `placeTypes`. */
  types: Uint32Array
  /** Bits of the categories below; see {@link categoryBit}. */
  categories: readonly [Uint32Array, Uint32Array]
  /** Where each child is, from the beginning of the tree section; one more than there are. */
  offsets: Float64Array
}

/** What stands in the root of a pack: a node, and how many levels of nodes are below it. */
export interface TreeTop {
  node: TreeNode
  height: number
  /** Where the tree section begins in the file. */
  base: number
}

/** Which of 64 bits stands for a category (FNV-1a of its UTF-16 units). */
export function categoryBit(category: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < category.length; i++) {
    hash = Math.imul(hash ^ category.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % 64
}

export const treePageDecoder: UnitDecoder<TreeNode> = {
  name: 'a page of a tree',
  decode: (bytes) => readNode(new ByteReader(bytes)),
  memoryBytes: ({ count }) => 400 + 36 * count,
  detached: true,
}

export function readTreeTop(from: ByteReader, base: number): TreeTop {
  const height = from.varint()
  return { height, node: readNode(from), base }
}

function readNode(from: ByteReader): TreeNode {
  const count = from.varint()
  const node: TreeNode = {
    count,
    minLat: new Int32Array(count),
    minLon: new Int32Array(count),
    maxLat: new Int32Array(count),
    maxLon: new Int32Array(count),
    types: new Uint32Array(count),
    categories: [new Uint32Array(count), new Uint32Array(count)],
    offsets: new Float64Array(count + 1),
  }
  node.offsets[0] = from.varint()
  for (let i = 0; i < count; i++) {
    node.minLat[i] = from.int32()
    node.minLon[i] = from.int32()
    node.maxLat[i] = from.int32()
    node.maxLon[i] = from.int32()
    node.types[i] = from.uint32()
    node.categories[0][i] = from.uint32()
    node.categories[1][i] = from.uint32()
    node.offsets[i + 1] = node.offsets[i]! + from.varint()
  }
  return node
}

/** Where a child of a node is in the file. */
export function childSpan({ offsets }: TreeNode, child: number, base: number): ByteSpan {
  return { offset: base + offsets[child]!, length: offsets[child + 1]! - offsets[child]! }
}
