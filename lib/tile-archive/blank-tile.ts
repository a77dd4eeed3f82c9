import { edgeBytes, headerBytes, headerOffsets, nodeBytes, setCounts } from './tile-layout.ts'

/**
 * The header of a tile that has nothing but nodes without edges, when zeros follow it. To the engine each of its nodes
 * is a dead end: a search ends there, and a route passes by without a look at what else meets it there.
 *
 * @param size Of the tile, bytes.
 */
export function blankHeader(id: number, size: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeBigUInt64LE(BigInt(id))
  header.write('3', headerOffsets.version)
  // As many nodes as have room, so that each id is one. The engine takes the first edge of a node before it counts them.
  const nodeCount = Math.max(0, Math.floor((size - headerBytes - edgeBytes) / nodeBytes))
  setCounts(header, { nodeCount, edgeCount: 1 })
  const { restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize } =
    headerOffsets
  for (const end of [restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize])
    header.writeUInt32LE(size, end)
  return header
}
