/**
 * The part of the engine's graph tile format, version 3, that holds bridges, tunnels, ferries, tracks and gates.
 * Specified by its sources (graphtileheader.h, nodeinfo.h, directededge.h, edgeinfo.h) as little-endian
 * bit fields; shapes are varints of microdegrees, exactly equal to the shape of a route.
 */
const headerBytes = 272
/** In the header: the size of the tile, uint32, which the engine compares with that of the index. */
export const tileSizeOffset = 224
const nodeWords = 32 / 4
const transitionWords = 8 / 4
const edgeWords = 48 / 4
const gateNode = 1
const trackUse = 3
const ferryUses = [41, 42]

export interface TileFeatures {
  /** Shapes of bridges, tunnels and ferries, microdegrees, latitude first. */
  structures: number[][]
  /** Those of the ferries. */
  ferries: number[][]
  /** Shapes of tracks, as farms and forests have them. */
  tracks: number[][]
  /** Positions of gates, microdegrees: latitude, longitude. */
  gates: [number, number][]
}

/**
 * Reads bridges, tunnels, ferries, tracks and gates of a tile. An edge between two tiles is in both; both
 * directions of an edge share one shape. Throws `Error` for tiles of another major version.
 */
export function readTileFeatures(tile: Buffer): TileFeatures {
  const { words, nodeCount, edgeCount, firstNode, edgeAt, infoOf } = layoutOf(tile)
  const structures = new Map<number, number[]>()
  const tracks = new Map<number, number[]>()
  const ferries = new Map<number, number[]>()
  for (let index = 0; index < edgeCount; index++) {
    const edge = edgeAt(index)
    if (isShortcut(words, edge)) continue
    const info = infoOf(edge)
    const add = (shapes: Map<number, number[]>) => {
      if (!shapes.has(info)) shapes.set(info, readShape(tile, info))
    }
    if (isStructure(words, edge)) add(structures)
    if (useOf(words, edge) === trackUse) add(tracks)
    if (isFerry(words, edge)) add(ferries)
  }

  const gates: [number, number][] = []
  for (let index = 0; index < nodeCount; index++) {
    const node = firstNode + index * nodeWords
    if (((words[node + 3]! >>> 21) & 0xf) !== gateNode) continue
    const edge = edgeAt(words[node + 2]! & 0x1fffff)
    // The node's position has seven digits; the end of an edge is rounded like a route.
    const shape = readShape(tile, infoOf(edge))
    const forward = (words[edge + 1]! >>> 29) & 1
    const [lat, lon] = forward ? shape : shape.slice(-2)
    gates.push([lat!, lon!])
  }
  return {
    structures: [...structures.values()],
    ferries: [...ferries.values()],
    tracks: [...tracks.values()],
    gates,
  }
}

/**
 * The shape of a road of a tile, microdegrees, latitude first; undefined in a tile without any. Throws
 * as {@link readTileFeatures}.
 */
export function readSomeRoad(tile: Buffer): number[] | undefined {
  const { words, edgeCount, edgeAt, infoOf } = layoutOf(tile)
  for (let index = 0; index < edgeCount; index++) {
    const edge = edgeAt(index)
    if (!isShortcut(words, edge) && !isStructure(words, edge)) return readShape(tile, infoOf(edge))
  }
  return undefined
}

/** Offsets of the parts of a tile. */
function layoutOf(tile: Buffer) {
  const words = new Uint32Array(tile.buffer, tile.byteOffset, Math.floor(tile.length / 4))
  const version = tile.toString('latin1', 16, 32).split('\0')[0]!
  if (!version.startsWith('3.')) throw new Error(`tiles are of version ${version}, not 3`)
  const nodeCount = bits(words, 10, 0, 21)
  const edgeCount = bits(words, 10, 21, 21)
  const transitionCount = words[12]! & 0x3fffff
  const edgeInfos = words[26]!
  const firstNode = headerBytes / 4
  const firstEdge = firstNode + nodeCount * nodeWords + transitionCount * transitionWords
  return {
    words,
    nodeCount,
    edgeCount,
    firstNode,
    edgeAt: (index: number) => firstEdge + index * edgeWords,
    infoOf: (edge: number) => edgeInfos + (words[edge + 2]! & 0x1ffffff),
  }
}

function isShortcut(words: Uint32Array, edge: number): boolean {
  return ((words[edge + 11]! >>> 28) & 1) === 1
}

function useOf(words: Uint32Array, edge: number): number {
  return (words[edge + 5]! >>> 8) & 0x3f
}

function isStructure(words: Uint32Array, edge: number): boolean {
  const isTunnel = (words[edge + 7]! >>> 17) & 1
  const isBridge = (words[edge + 7]! >>> 18) & 1
  return isTunnel === 1 || isBridge === 1 || isFerry(words, edge)
}

function isFerry(words: Uint32Array, edge: number): boolean {
  return ferryUses.includes(useOf(words, edge))
}

/** Bits of a 64-bit field whose low word is at `word`. */
function bits(words: Uint32Array, word: number, from: number, count: number): number {
  const value = (BigInt(words[word + 1]!) << 32n) | BigInt(words[word]!)
  return Number((value >> BigInt(from)) & ((1n << BigInt(count)) - 1n))
}

function readShape(tile: Buffer, info: number): number[] {
  const counts = tile.readUInt32LE(info + 8)
  const nameCount = counts & 0xf
  const size = (counts >>> 4) & 0xffff
  const from = info + 12 + nameCount * 4
  const shape: number[] = []
  let at = from
  while (at < from + size) {
    let value = 0
    let shift = 0
    let byte: number
    do {
      byte = tile[at++]!
      value |= (byte & 0x7f) << shift
      shift += 7
    } while (byte & 0x80)
    const delta = value & 1 ? ~(value >>> 1) : value >>> 1
    shape.push((shape.at(-2) ?? 0) + delta)
  }
  return shape
}
