import { ByteReader, ByteWriter } from './bytes.ts'
import { hashFnv1a } from './fnv.ts'
import type { ByteSpan, UnitDecoder } from './unit.ts'

/** A node of a packed R-tree with its children column by column. Boxes are in 1e-7 degrees. */
export interface TreeNode {
  count: number
  minLat: Int32Array
  minLon: Int32Array
  maxLat: Int32Array
  maxLon: Int32Array
  /** Bits of the place types below each child, by index in `placeTypes`. */
  types: Uint32Array
  /** Bits of the categories below each child, as two halves of 32; see {@link computeCategoryBit}. */
  categories: readonly [Uint32Array, Uint32Array]
  /** Offset of each child in the `tree` section, then the end of the last child. */
  offsets: Float64Array
}

export interface NodeBox {
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
}

/** Entry for one child of a node, which is a leaf or a node. The box is in 1e-7 degrees. */
export interface TreeChild extends NodeBox {
  types: number
  categories: readonly [number, number]
  offset: number
  /** Length in bytes, with the checksum. */
  length: number
}

/** The top node of a tree, stored in the `root` section of the pack. */
export interface TreeTop {
  node: TreeNode
  /** Number of levels of nodes between the top node and the leaves. */
  height: number
}

/**
 * Returns the bit, 0 to 63, that stands for a category: the FNV-1a hash of its UTF-16 units modulo 64.
 * Categories may share a bit.
 */
export function computeCategoryBit(category: string): number {
  return hashFnv1a(category) % 64
}

/** Encodes a node. Its children must be contiguous in the section, because only the first offset is stored. */
export function encodeNode(children: readonly TreeChild[]): Buffer {
  const out = new ByteWriter()
  out.varint(children.length)
  out.varint(children[0]?.offset ?? 0)
  for (const child of children) {
    out.int32(child.minLat)
    out.int32(child.minLon)
    out.int32(child.maxLat)
    out.int32(child.maxLon)
    out.uint32(child.types)
    out.uint32(child.categories[0])
    out.uint32(child.categories[1])
    out.varint(child.length)
  }
  return out.take()
}

export const treePageDecoder: UnitDecoder<TreeNode> = {
  name: 'a page of a tree',
  decode: (bytes) => readNode(new ByteReader(bytes)),
  memoryBytes: ({ count }) => 400 + 36 * count,
  detached: true,
}

export function readTreeTop(from: ByteReader): TreeTop {
  const height = from.varint()
  return { height, node: readNode(from) }
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

/** Returns the span of a child in the `tree` section. */
export function locateChild({ offsets }: TreeNode, child: number): ByteSpan {
  return { offset: offsets[child]!, length: offsets[child + 1]! - offsets[child]! }
}
