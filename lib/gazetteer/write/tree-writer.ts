import { ByteWriter } from '../format/bytes.ts'
import type { SectionFile } from './section-file.ts'

/** Children of a node. */
const fanout = 64
/** So many children may stand in the root of the pack. */
const maxRootChildren = 512

/** A leaf or node that has been written, for the node above it. Boxes in 1e-7 degrees. */
export interface TreeChild {
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
  types: number
  categories: readonly [number, number]
  offset: number
  /** With the checksum. */
  length: number
}

/**
 * Writes the nodes over leaves that lie one after the other, level by level, until few are left, which
 * go into the root of the pack: how many levels of nodes are below, then a node like any other.
 */
export function writeTree(leaves: readonly TreeChild[], section: SectionFile): Buffer {
  let level = leaves
  let height = 0
  while (level.length > maxRootChildren) {
    const above: TreeChild[] = []
    for (let start = 0; start < level.length; start += fanout) {
      const children = level.slice(start, start + fanout)
      const bytes = encodeNode(children)
      const offset = section.unit(bytes)
      above.push({ ...around(children), offset, length: bytes.length + 4 })
    }
    level = above
    height++
  }
  const out = new ByteWriter()
  out.varint(height)
  out.bytes(encodeNode(level))
  return out.take()
}

function encodeNode(children: readonly TreeChild[]): Buffer {
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

type Summary = Omit<TreeChild, 'offset' | 'length'>

export function around(children: readonly Summary[]): Summary {
  let minLat = Number.POSITIVE_INFINITY
  let minLon = Number.POSITIVE_INFINITY
  let maxLat = Number.NEGATIVE_INFINITY
  let maxLon = Number.NEGATIVE_INFINITY
  let types = 0
  let low = 0
  let high = 0
  for (const child of children) {
    minLat = Math.min(minLat, child.minLat)
    minLon = Math.min(minLon, child.minLon)
    maxLat = Math.max(maxLat, child.maxLat)
    maxLon = Math.max(maxLon, child.maxLon)
    types |= child.types
    low |= child.categories[0]
    high |= child.categories[1]
  }
  return {
    minLat,
    minLon,
    maxLat,
    maxLon,
    types: types >>> 0,
    categories: [low >>> 0, high >>> 0],
  }
}
