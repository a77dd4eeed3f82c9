import { readSomeRoad, readTileFeatures, type TileFeatures } from './tile.ts'

/** Features of a tile besides its graph. Shapes are in microdegrees, latitude first. */
export interface TileSummary extends TileFeatures {
  /** Shape of any road; undefined in a tile without one. */
  road: number[] | undefined
}

/** Summarises a tile of the engine. Throws `Error` for tiles of another major version. */
export function summarizeTile(tile: Buffer): TileSummary {
  return { ...readTileFeatures(tile), road: readSomeRoad(tile) }
}

/**
 * Encodes a summary as bytes: five lists of shapes (structures, ferries, tracks, gates, the road) of little-endian
 * int32. A list is its number of shapes, then the shapes; a shape is its number of values, the first position, and
 * differences.
 */
export function encodeSummary(summary: TileSummary): Buffer {
  const { structures, ferries, tracks, gates, road } = summary
  const words: number[] = []
  for (const shapes of [structures, ferries, tracks, gates, road ? [road] : []]) {
    words.push(shapes.length)
    for (const shape of shapes) {
      words.push(shape.length)
      for (const [i, value] of shape.entries()) words.push(value - (i < 2 ? 0 : shape[i - 2]!))
    }
  }
  const bytes = Buffer.alloc(words.length * 4)
  for (const [i, word] of words.entries()) bytes.writeInt32LE(word, i * 4)
  return bytes
}

/** Decodes a summary. Throws `RangeError` when the bytes end too soon. */
export function decodeSummary(bytes: Buffer): TileSummary {
  let at = 0
  const next = () => bytes.readInt32LE(4 * at++)
  const list = (): number[][] => {
    const shapes: number[][] = []
    for (let left = next(); left > 0; left--) {
      const shape: number[] = []
      for (let values = next(); values > 0; values--) shape.push((shape.at(-2) ?? 0) + next())
      shapes.push(shape)
    }
    return shapes
  }
  const [structures, ferries, tracks, gates, roads] = [list(), list(), list(), list(), list()]
  return { structures, ferries, tracks, gates: gates as [number, number][], road: roads[0] }
}

/** Summary of a tile that does not exist. */
export const emptySummary: TileSummary = {
  structures: [],
  ferries: [],
  tracks: [],
  gates: [],
  road: undefined,
}
