/**
 * Where the parts of a tile of the engine are, format version 3. Specified by its sources (baldr/graphtileheader.h,
 * nodeinfo.h, nodetransition.h, directededge.h, edgeinfo.h) as little-endian bit fields.
 */
export const headerBytes = 272
export const nodeBytes = 32
export const transitionBytes = 8
export const edgeBytes = 48

/** Fields of the header, bytes from its start. */
export const headerOffsets = {
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
  /** uint32: where the information of edges begins, right after the restrictions. */
  edgeInfos: 104,
  /** uint32: the day of the build. */
  created: 112,
  /** uint32: the size of the tile, which the engine compares with that of the index. */
  tileSize: 224,
} as const

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
  firstTransition: number
  firstEdge: number
  edgeInfos: number
}

/** By the header of a tile. Throws `Error` for tiles of another major version. */
export function tileLayout(header: Buffer): TileLayout {
  const version = tileVersion(header)
  if (!version.startsWith('3.')) throw new Error(`tiles are of version ${version}, not 3`)
  const counts = header.readBigUInt64LE(headerOffsets.counts)
  const nodeCount = Number(counts & 0x1fffffn)
  const edgeCount = Number((counts >> 21n) & 0x1fffffn)
  const transitionCount = header.readUInt32LE(headerOffsets.transitions) & 0x3fffff
  const firstTransition = headerBytes + nodeCount * nodeBytes
  return {
    ...{ nodeCount, edgeCount },
    firstNode: headerBytes,
    firstTransition,
    firstEdge: firstTransition + transitionCount * transitionBytes,
    edgeInfos: header.readUInt32LE(headerOffsets.edgeInfos),
  }
}

/** Whether an edge stands for several others, by its words of four bytes. */
export function isShortcut(words: Uint32Array, edge: number): boolean {
  return ((words[edge + 11]! >>> 28) & 1) === 1
}
