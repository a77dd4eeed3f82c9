import { edgeBytes, isShortcut, nodeBytes, readTileLayout } from './tile-layout.ts'

/** Types of nodes and uses of edges (baldr/graphconstants.h, `NodeType` and `Use`). */
const gateNode = 1
const trackUse = 3
const ferryUses = [41, 42]

export interface TileFeatures {
  /** Shapes of bridges, tunnels and ferries, microdegrees, latitude first. */
  structures: number[][]
  /** Shapes of the ferries among the structures. */
  ferries: number[][]
  /** Shapes of farm and forest tracks. */
  tracks: number[][]
  /** Positions of gates, microdegrees: latitude, longitude. */
  gates: [number, number][]
}

/**
 * Reads bridges, tunnels, ferries, tracks and gates of a tile. An edge between two tiles is in both; both directions
 * of an edge share one shape. Throws `Error` for tiles of another major version.
 */
export function readTileFeatures(tile: Buffer): TileFeatures {
  const { words, nodeCount, edgeCount, nodeAt, edgeAt, readInfoOffset } = readWordLayout(tile)
  const structures = new Map<number, number[]>()
  const tracks = new Map<number, number[]>()
  const ferries = new Map<number, number[]>()
  for (let index = 0; index < edgeCount; index++) {
    const edge = edgeAt(index)
    if (isShortcut(words, edge)) continue
    const info = readInfoOffset(edge)
    const add = (shapes: Map<number, number[]>) => {
      if (!shapes.has(info)) shapes.set(info, readShape(tile, info))
    }
    if (isStructure(words, edge)) add(structures)
    if (readUse(words, edge) === trackUse) add(tracks)
    if (isFerry(words, edge)) add(ferries)
  }

  const gates: [number, number][] = []
  for (let index = 0; index < nodeCount; index++) {
    const node = nodeAt(index)
    if (((words[node + 3]! >>> 21) & 0xf) !== gateNode) continue
    const edge = edgeAt(words[node + 2]! & 0x1fffff)
    // The node's position has seven digits, but the end of an edge is rounded like a route.
    const shape = readShape(tile, readInfoOffset(edge))
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
 * Reads the shape of a road of a tile, microdegrees, latitude first; undefined in a tile without roads. Throws the
 * errors of {@link readTileFeatures}.
 */
export function readSomeRoad(tile: Buffer): number[] | undefined {
  const { words, edgeCount, edgeAt, readInfoOffset } = readWordLayout(tile)
  for (let index = 0; index < edgeCount; index++) {
    const edge = edgeAt(index)
    if (!isShortcut(words, edge) && !isStructure(words, edge))
      return readShape(tile, readInfoOffset(edge))
  }
  return undefined
}

/** Returns the layout of a tile, in words of four bytes. */
function readWordLayout(tile: Buffer) {
  const { nodeCount, edgeCount, firstNode, firstEdge, edgeInfos } = readTileLayout(tile)
  const words = new Uint32Array(tile.buffer, tile.byteOffset, Math.floor(tile.length / 4))
  return {
    words,
    nodeCount,
    edgeCount,
    nodeAt: (index: number) => (firstNode + index * nodeBytes) / 4,
    edgeAt: (index: number) => (firstEdge + index * edgeBytes) / 4,
    readInfoOffset: (edge: number) => edgeInfos + (words[edge + 2]! & 0x1ffffff),
  }
}

function readUse(words: Uint32Array, edge: number): number {
  return (words[edge + 5]! >>> 8) & 0x3f
}

function isStructure(words: Uint32Array, edge: number): boolean {
  const isTunnel = (words[edge + 7]! >>> 17) & 1
  const isBridge = (words[edge + 7]! >>> 18) & 1
  return isTunnel === 1 || isBridge === 1 || isFerry(words, edge)
}

function isFerry(words: Uint32Array, edge: number): boolean {
  return ferryUses.includes(readUse(words, edge))
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
