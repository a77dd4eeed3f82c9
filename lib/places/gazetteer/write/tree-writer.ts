import { ByteWriter } from '../format/bytes.ts'
import { encodeNode, type TreeChild } from '../format/tree.ts'
import type { SectionFile } from './section-file.ts'

/** Maximum number of children of a node below the top. */
const maxChildren = 64
/** Maximum number of children of the top node, which is stored in the `root` section. */
const maxRootChildren = 512

/**
 * Writes the nodes above consecutive leaves level by level, until one node can hold the rest. Returns the top of
 * the tree for the `root` section: the number of levels written, followed by that node.
 */
export function writeTree(leaves: readonly TreeChild[], section: SectionFile): Buffer {
  let level = leaves
  let height = 0
  while (level.length > maxRootChildren) {
    const above: TreeChild[] = []
    for (let start = 0; start < level.length; start += maxChildren) {
      const children = level.slice(start, start + maxChildren)
      above.push({ ...mergeSummaries(children), ...section.appendUnit(encodeNode(children)) })
    }
    level = above
    height++
  }
  const out = new ByteWriter()
  out.varint(height)
  out.bytes(encodeNode(level))
  return out.take()
}

type NodeSummary = Omit<TreeChild, 'offset' | 'length'>

function mergeSummaries(children: readonly NodeSummary[]): NodeSummary {
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
