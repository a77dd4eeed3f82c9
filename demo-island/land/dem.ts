import { deflateSync } from 'node:zlib'
import { bounds, toPoint } from '../plane/frame.ts'
import type { IslandPoint } from '../plane/geometry.ts'

const secondsPerDegree = 3_600
const tileSize = 256
const noData = -9_999

/** Elevation grid: one sample per whole arc-second, rows from north to south. */
export interface DemRaster {
  columns: number
  rows: number
  heights: Float32Array
}

/** Samples the land at every whole arc-second of the region's bounds. */
export function sampleGrid(heightMeters: (point: IslandPoint) => number): DemRaster {
  const columns = Math.round((bounds.maxLon - bounds.minLon) * secondsPerDegree) + 1
  const rows = Math.round((bounds.maxLat - bounds.minLat) * secondsPerDegree) + 1
  const heights = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const lat = bounds.maxLat - row / secondsPerDegree
      const lon = bounds.minLon + column / secondsPerDegree
      // Sixteenths of a metre are finer than any use, and compress well.
      heights[row * columns + column] = Math.round(heightMeters(toPoint(lat, lon)) * 16) / 16
    }
  }
  return { columns, rows, heights }
}

function halveGrid({ columns, rows, heights }: DemRaster): DemRaster {
  const half = { columns: Math.ceil(columns / 2), rows: Math.ceil(rows / 2) }
  const out = new Float32Array(half.columns * half.rows)
  for (let row = 0; row < half.rows; row++) {
    for (let column = 0; column < half.columns; column++) {
      let sum = 0
      for (const [dr, dc] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const) {
        const r = Math.min(rows - 1, 2 * row + dr)
        const c = Math.min(columns - 1, 2 * column + dc)
        sum += heights[r * columns + c]!
      }
      out[row * half.columns + column] = sum / 4
    }
  }
  return { ...half, heights: out }
}

function encodeTiles({ columns, rows, heights }: DemRaster): Buffer[] {
  const list: Buffer[] = []
  for (let top = 0; top < rows; top += tileSize) {
    for (let left = 0; left < columns; left += tileSize) {
      const tile = new Float32Array(tileSize * tileSize).fill(noData)
      for (let row = 0; row < Math.min(tileSize, rows - top); row++) {
        const start = (top + row) * columns + left
        const width = Math.min(tileSize, columns - left)
        tile.set(heights.subarray(start, start + width), row * tileSize)
      }
      list.push(deflateSync(new Uint8Array(tile.buffer), { level: 6 }))
    }
  }
  return list
}

type FieldType = 'ascii' | 'short' | 'long' | 'double'
const typeCodes = { ascii: 2, short: 3, long: 4, double: 12 }
const typeBytes = { ascii: 1, short: 2, long: 4, double: 8 }

interface TiffField {
  tag: number
  type: FieldType
  values: number[]
}

function listFields(
  grid: DemRaster,
  level: number,
  offsets: number[],
  sizes: number[],
): TiffField[] {
  const step = 1 / secondsPerDegree
  const fields: TiffField[] = [
    { tag: 254, type: 'long', values: [level === 0 ? 0 : 1] },
    { tag: 256, type: 'long', values: [grid.columns] },
    { tag: 257, type: 'long', values: [grid.rows] },
    { tag: 258, type: 'short', values: [32] },
    { tag: 259, type: 'short', values: [8] },
    { tag: 262, type: 'short', values: [1] },
    { tag: 277, type: 'short', values: [1] },
    { tag: 284, type: 'short', values: [1] },
    { tag: 322, type: 'short', values: [tileSize] },
    { tag: 323, type: 'short', values: [tileSize] },
    { tag: 324, type: 'long', values: offsets },
    { tag: 325, type: 'long', values: sizes },
    { tag: 339, type: 'short', values: [3] },
  ]
  if (level === 0) {
    // Pixels are areas whose middles lie on whole arc-seconds, so the corner is half a pixel outside.
    const corner = [bounds.minLon - step / 2, bounds.maxLat + step / 2]
    fields.push({ tag: 33550, type: 'double', values: [step, step, 0] })
    fields.push({ tag: 33922, type: 'double', values: [0, 0, 0, corner[0]!, corner[1]!, 0] })
    // GeoTIFF keys: model type geographic, raster type PixelIsArea, EPSG:4326.
    const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]
    fields.push({ tag: 34735, type: 'short', values: keys })
  }
  fields.push({ tag: 42113, type: 'ascii', values: [...Buffer.from(`${noData}\0`)] })
  return fields
}

function encodeDirectory(fields: TiffField[], at: number, next: number): Buffer {
  const table = Buffer.alloc(2 + fields.length * 12 + 4)
  const extra: Buffer[] = []
  let extraAt = at + table.length
  table.writeUInt16LE(fields.length, 0)
  fields.forEach(({ tag, type, values }, i) => {
    const entry = 2 + i * 12
    table.writeUInt16LE(tag, entry)
    table.writeUInt16LE(typeCodes[type], entry + 2)
    table.writeUInt32LE(values.length, entry + 4)
    const size = values.length * typeBytes[type]
    const data = Buffer.alloc(Math.max(4, size + (size % 2)))
    values.forEach((value, j) => {
      const where = j * typeBytes[type]
      if (type === 'ascii') data.writeUInt8(value, where)
      else if (type === 'short') data.writeUInt16LE(value, where)
      else if (type === 'long') data.writeUInt32LE(value, where)
      else data.writeDoubleLE(value, where)
    })
    if (size <= 4) data.copy(table, entry + 8, 0, 4)
    else {
      table.writeUInt32LE(extraAt, entry + 8)
      extra.push(data)
      extraAt += data.length
    }
  })
  table.writeUInt32LE(next, table.length - 4)
  return Buffer.concat([table, ...extra])
}

/**
 * Encodes the grid as a cloud-optimised GeoTIFF: EPSG:4326, 32-bit floats in metres, DEFLATE tiles of 256, overviews
 * at half and quarter size, all directories before all data and the smallest image's tiles first. Layout:
 * https://docs.ogc.org/is/21-026/21-026.html
 */
export function encodeDem(grid: DemRaster): Buffer {
  const half = halveGrid(grid)
  const images = [grid, half, halveGrid(half)].map((image) => ({ image, data: encodeTiles(image) }))
  const blank = images.map(({ image, data }, level) => {
    const zeros = data.map(() => 0)
    return encodeDirectory(listFields(image, level, zeros, zeros), 0, 0).length
  })
  const starts: number[] = []
  blank.reduce((at, length) => {
    starts.push(at)
    return at + length
  }, 8)
  let dataAt = starts[2]! + blank[2]!
  const offsets: number[][] = images.map(() => [])
  for (const level of [2, 1, 0]) {
    for (const tile of images[level]!.data) {
      offsets[level]!.push(dataAt)
      dataAt += tile.length
    }
  }
  const head = Buffer.alloc(8)
  head.write('II', 0, 'latin1')
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(starts[0]!, 4)
  const directories = images.map(({ image, data }, level) => {
    const sizes = data.map((tile) => tile.length)
    return encodeDirectory(
      listFields(image, level, offsets[level]!, sizes),
      starts[level]!,
      starts[level + 1] ?? 0,
    )
  })
  return Buffer.concat([head, ...directories, ...[2, 1, 0].flatMap((level) => images[level]!.data)])
}
