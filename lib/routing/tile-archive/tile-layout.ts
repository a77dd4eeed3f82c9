/**
 * Where the parts of a tile of the engine are, format version 3. Specified by its sources (baldr/graphtileheader.h,
 * nodeinfo.h, nodetransition.h, directededge.h, edgeinfo.h) as little-endian bit fields.
 */
export const headerBytes = 272
export const nodeBytes = 32
const transitionBytes = 8
export const edgeBytes = 48

/** Fields of the header, bytes from its start. */
export const headerOffsets = {
  /** Two floats: longitude and latitude of the south-west corner. */
  corner: 8,
  /** Text of 16 bytes, ended by a 0. */
  version: 16,
  /** uint64: the largest changeset that the builder met. */
  datasetId: 32,
  /** 21 bits: nodes; 21 bits: edges. */
  counts: 40,
  /** 22 bits. */
  transitions: 48,
  /** uint64: of the extracts. */
  checksum: 88,
  /** uint32: where restrictions begin, forward ones first. */
  restrictions: 96,
  /** uint32 */
  backwardRestrictions: 100,
  /** uint32: where the information of edges begins, right after the restrictions. */
  edgeInfos: 104,
  /** uint32: where names begin. */
  texts: 108,
  /** uint32: the day of the build. */
  created: 112,
  /** uint32: where lanes and their connections begin. */
  lanes: 216,
  /** uint32: where speeds by the time of the week begin. */
  speeds: 220,
  /** uint32: the size of the tile, which the engine compares with that of the index. */
  tileSize: 224,
} as const

/** Of nodes and of edges in the header. */
const countBits = 21n
const maxCount = (1n << countBits) - 1n

/** The version of the builder in the header of a tile, for example `3.6.1`. */
export function tileVersion(header: Buffer): string {
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

/** By the header of a tile. Throws `Error` for tiles of another major version. */
export function tileLayout(header: Buffer): TileLayout {
  const version = tileVersion(header)
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

/** Writes how many nodes, up to 2^21 - 1, and edges a tile has into its header. */
export function setCounts(
  header: Buffer,
  { nodeCount, edgeCount }: Pick<TileLayout, 'nodeCount' | 'edgeCount'>,
): void {
  const nodes = BigInt(nodeCount) < maxCount ? BigInt(nodeCount) : maxCount
  header.writeBigUInt64LE(nodes | (BigInt(edgeCount) << countBits), headerOffsets.counts)
}

/** Whether an edge stands for several others, by its words of four bytes. */
export function isShortcut(words: Uint32Array, edge: number): boolean {
  return ((words[edge + 11]! >>> 28) & 1) === 1
}
