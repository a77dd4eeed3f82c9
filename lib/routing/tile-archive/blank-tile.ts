import { findCorner } from './tile-id.ts'
import { edgeBytes, headerBytes, headerOffsets, nodeBytes, setCounts } from './tile-layout.ts'

/**
 * Maximum number of edges of a node: an edge's number among them has seven bits (baldr/directededge.h, `opp_index`).
 */
const maxEdgesOfNode = 128

/**
 * Builds the header of a tile without roads; zeros must follow it. Its nodes have no edges and allow no access, so a
 * search ends there, and a route that passes one finds nothing that meets it.
 *
 * @param size Size of the tile, bytes.
 */
export function buildBlankHeader(id: number, size: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  const { lat, lon } = findCorner(id)
  header.writeBigUInt64LE(BigInt(id))
  header.writeFloatLE(lon, headerOffsets.corner)
  header.writeFloatLE(lat, headerOffsets.corner + 4)
  header.write('3', headerOffsets.version)
  // All zeros, too: the engine reads the edge at an index before it checks how many edges exist.
  const edgeCount = maxEdgesOfNode
  // Fills the remaining space, so that the tile has a node for each id that other tiles refer to.
  const nodeCount = Math.floor((size - headerBytes - edgeCount * edgeBytes) / nodeBytes)
  setCounts(header, { nodeCount: Math.max(0, nodeCount), edgeCount })
  const { restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize } =
    headerOffsets
  for (const end of [restrictions, backwardRestrictions, edgeInfos, texts, lanes, speeds, tileSize])
    header.writeUInt32LE(size, end)
  return header
}
