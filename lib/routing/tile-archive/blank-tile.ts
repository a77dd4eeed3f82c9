import { cornerOf } from './tile-id.ts'
import { edgeBytes, headerBytes, headerOffsets, nodeBytes, setCounts } from './tile-layout.ts'

/** The number of an edge among those of its node has seven bits (baldr/directededge.h, `opp_index`). */
const maxEdgesOfNode = 128

/**
 * The header of a tile without roads, when zeros follow it. Its nodes have no edges and allow nobody: a search ends
 * there, and a route that passes one finds nothing that meets it.
 *
 * @param size Of the tile, bytes.
 */
export function blankHeader(id: number, size: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  const { lat, lon } = cornerOf(id)
  header.writeBigUInt64LE(BigInt(id))
  header.writeFloatLE(lon, headerOffsets.corner)
  header.writeFloatLE(lat, headerOffsets.corner + 4)
  header.write('3', headerOffsets.version)
  // All zeros, too: the engine reads the edge behind a number before it asks for how many there are.
  const edgeCount = maxEdgesOfNode
  // As many as have room, so that the tile has a node for each id that other tiles refer to.
  const nodeCount = Math.floor((size - headerBytes - edgeCount * edgeBytes) / nodeBytes)
  setCounts(header, { nodeCount: Math.max(0, nodeCount), edgeCount })
  const { restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize } =
    headerOffsets
  for (const end of [restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize])
    header.writeUInt32LE(size, end)
  return header
}
