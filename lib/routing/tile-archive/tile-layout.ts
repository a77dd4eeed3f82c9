/**
 * Layout of a tile of the engine, format version 3. Specified by the engine's sources (baldr/graphtileheader.h,
 * nodeinfo.h, nodetransition.h, directededge.h, edgeinfo.h) as little-endian bit fields.
 */
export const headerBytes = 272
export const nodeBytes = 32
const transitionBytes = 8
export const edgeBytes = 48

/** Fields of the header, as byte offsets from its start. */
export const headerOffsets = {
  /** Two floats: longitude and latitude of the south-west corner. */
  corner: 8,
  /** Text of 16 bytes, ended by a 0. */
  version: 16,
  /** uint64: the largest changeset in the builder's input. */
  datasetId: 32,
  /** 21 bits: nodes; 21 bits: edges. */
  counts: 40,
  /** 22 bits. */
  transitions: 48,
  /** uint64: checksum of the extracts. */
  checksum: 88,
  /** uint32: start of the restrictions, forward ones first. */
  restrictions: 96,
  /** uint32: start of the backward restrictions. */
  backwardRestrictions: 100,
  /** uint32: start of the information about edges, right after the restrictions. */
  edgeInfos: 104,
  /** uint32: start of the names. */
  texts: 108,
  /** uint32: the day of the build. */
  created: 112,
  /** uint32: start of the lanes and their connections. */
  lanes: 216,
  /** uint32: start of the speeds by the time of the week. */
  speeds: 220,
  /** uint32: the size of the tile, which the engine compares with the size in the index. */
  tileSize: 224,
} as const

/** Number of bits of the node count and of the edge count in the header. */
const countBits = 21n
const maxCount = (1n << countBits) - 1n

/** Returns the version of the builder from the header of a tile, for example `3.6.1`. */
export function readTileVersion(header: Buffer): string {
  const { version } = headerOffsets
  return header.toString('latin1', version, version + 16).split('\0', 1)[0]!
}

export interface TileLayout {
  nodeCount: number
  edgeCount: number
  // Offsets in the tile, bytes.
  firstNode: number
  firstEdge: number
  edgeInfos: number
}

/** Computes the layout of a tile from its header. Throws `Error` for tiles of another major version. */
export function readTileLayout(header: Buffer): TileLayout {
  const version = readTileVersion(header)
  if (!version.startsWith('3.')) throw new Error(`tiles are of version ${version}, not 3`)
  const counts = header.readBigUInt64LE(headerOffsets.counts)
  const nodeCount = Number(counts & maxCount)
  const edgeCount = Number((counts >> countBits) & maxCount)
  const transitionCount = header.readUInt32LE(headerOffsets.transitions) & 0x3fffff
  const firstTransition = headerBytes + nodeCount * nodeBytes
  return {
    nodeCount,
    edgeCount,
    firstNode: headerBytes,
    firstEdge: firstTransition + transitionCount * transitionBytes,
    edgeInfos: header.readUInt32LE(headerOffsets.edgeInfos),
  }
}

/** Writes the number of nodes, up to 2^21 - 1, and of edges into the header of a tile. */
export function setCounts(
  header: Buffer,
  { nodeCount, edgeCount }: Pick<TileLayout, 'nodeCount' | 'edgeCount'>,
): void {
  const nodes = BigInt(nodeCount) < maxCount ? BigInt(nodeCount) : maxCount
  header.writeBigUInt64LE(nodes | (BigInt(edgeCount) << countBits), headerOffsets.counts)
}

/** Returns whether an edge stands for several others, according to its words of four bytes. */
export function isShortcut(words: Uint32Array, edge: number): boolean {
  return ((words[edge + 11]! >>> 28) & 1) === 1
}
