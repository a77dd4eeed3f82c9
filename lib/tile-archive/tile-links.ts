import type { LatLon } from '../geo/index.ts'
import { cornerOf } from './tile-id.ts'
import {
  edgeBytes,
  headerBytes,
  isShortcut,
  nodeBytes,
  tileLayout,
  transitionBytes,
} from './tile-layout.ts'

/** Fills `into` from an offset in a tile. */
export type ReadTile = (offset: number, into: Buffer) => void

const nodesAtOnce = 8192
const maxEdgesOfNode = 127
const edgeWords = edgeBytes / 4
/** Of the id of a node: the tile it is in (baldr/graphid.h). */
const tileMask = 0x1ffffff

/**
 * The tiles, by id, that some nodes of a tile lead to: at the other ends of their edges, and where the same places are
 * nodes of larger or smaller roads.
 *
 * @param isWanted Whether a node's position, degrees, is one of them.
 * Throws `Error` for tiles of another major version, and what `read` throws.
 */
export function linkedTiles(
  id: number,
  read: ReadTile,
  isWanted: (lat: number, lon: number) => boolean,
): Set<number> {
  const header = Buffer.alloc(headerBytes)
  read(0, header)
  const { nodeCount, firstNode, firstTransition, firstEdge } = tileLayout(header)
  const corner = cornerOf(id)
  const linked = new Set<number>()
  const records = new Uint32Array(maxEdgesOfNode * edgeWords)
  const recordsAt = (offset: number, bytes: number): void =>
    read(offset, Buffer.from(records.buffer, 0, bytes))

  const nodes = new Uint32Array((Math.min(nodesAtOnce, nodeCount) * nodeBytes) / 4)
  for (let first = 0; first < nodeCount; first += nodesAtOnce) {
    const count = Math.min(nodesAtOnce, nodeCount - first)
    read(firstNode + first * nodeBytes, Buffer.from(nodes.buffer, 0, count * nodeBytes))
    for (let at = 0; at < (count * nodeBytes) / 4; at += nodeBytes / 4) {
      if (!isWantedNode(nodes, at, corner, isWanted)) continue
      const edges = nodes[at + 2]!
      const edgeCount = (edges >>> 21) & 0x7f
      recordsAt(firstEdge + (edges & 0x1fffff) * edgeBytes, edgeCount * edgeBytes)
      for (let edge = 0; edge < edgeCount * edgeWords; edge += edgeWords)
        if (!isShortcut(records, edge)) linked.add(records[edge]! & tileMask)

      const transitions = nodes[at + 4]!
      const transitionCount = (transitions >>> 21) & 0x7
      const start = firstTransition + (transitions & 0x1fffff) * transitionBytes
      recordsAt(start, transitionCount * transitionBytes)
      for (let i = 0; i < transitionCount; i++) linked.add(records[2 * i]! & tileMask)
    }
  }
  linked.delete(id)
  return linked
}

/** A function of its own, so that it is compiled while the nodes of the first tile are looked through. */
function isWantedNode(
  nodes: Uint32Array,
  at: number,
  corner: LatLon,
  isWanted: (lat: number, lon: number) => boolean,
): boolean {
  const low = nodes[at]!
  const high = nodes[at + 1]!
  // From the corner, in microdegrees and a digit more.
  const north = (low & 0x3fffff) + ((low >>> 22) & 0xf) / 10
  const east = ((low >>> 26) | ((high & 0xffff) << 6)) + ((high >>> 16) & 0xf) / 10
  return isWanted(corner.lat + north * 1e-6, corner.lon + east * 1e-6)
}

/** The digits of nodes that ways do not have, degrees, and a little more. */
const rounding = 2e-6
const cellsPerDegree = 1e5

/**
 * Tells whether a node is on a way. Nodes have seven digits and ways six, so nodes within 2e-6 degrees of one of its
 * positions count, and some up to 1e-5 away.
 */
export function nodesOn(way: readonly LatLon[]): (lat: number, lon: number) => boolean {
  const cells = new Set<number>()
  for (const { lat, lon } of way)
    for (const north of [-rounding, rounding])
      for (const east of [-rounding, rounding]) cells.add(cellOf(lat + north, lon + east))
  return (lat, lon) => cells.has(cellOf(lat, lon))
}

function cellOf(lat: number, lon: number): number {
  const row = Math.floor((lat + 90) * cellsPerDegree)
  return row * 361 * cellsPerDegree + Math.floor((lon + 180) * cellsPerDegree)
}
