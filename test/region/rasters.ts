import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import type { Bounds } from '#ground/geo'
import {
  buildElevation,
  inspectDem,
  listNeededCells,
  runGdal,
} from '../../region/elevation/index.ts'

export type HeightAt = (lat: number, lon: number) => number

export const noData = -32768

/** Writes an HGT tile of a height function, with samples on the edges of the cell as the format places them. */
export async function writeHgt(
  folder: string,
  name: string,
  [south, west]: [number, number],
  heightAt: HeightAt,
  samples = 1201,
): Promise<string> {
  const bytes = Buffer.alloc(samples * samples * 2)
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++) {
      const lat = south + 1 - row / (samples - 1)
      const lon = west + column / (samples - 1)
      bytes.writeInt16BE(Math.round(heightAt(lat, lon)), (row * samples + column) * 2)
    }
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

export interface TiffShape {
  /** Latitude of the first sample, north-west. */
  north: number
  west: number
  /** Degrees between samples. */
  step: number
  columns: number
  rows: number
  /** Whether the file positions samples by their pixels' corners or by their centres. */
  registration?: 'area' | 'point'
  /** EPSG code; null omits the coordinate system. */
  crs?: number | null
  bands?: number
  /** Tags that replace the default tags, which match the samples. */
  tags?: TiffTag[]
}

/** Writes a small GeoTIFF of a height function; samples have the shape's positions in either registration. */
export async function writeTiff(
  folder: string,
  name: string,
  shape: TiffShape,
  heightAt: HeightAt,
): Promise<string> {
  const { north, west, step, columns, rows, registration = 'area', crs = 4326 } = shape
  const { bands = 1, tags = [] } = shape
  const samples = Buffer.alloc(columns * rows * bands * 2)
  for (let i = 0; i < samples.length / 2; i++) {
    const pixel = Math.floor(i / bands)
    const lat = north - Math.floor(pixel / columns) * step
    const lon = west + (pixel % columns) * step
    samples.writeInt16LE(Math.round(heightAt(lat, lon)), 2 * i)
  }
  const corner = registration === 'area' ? step / 2 : 0
  const keys = [1024, 0, 1, 2, 1025, 0, 1, registration === 'area' ? 1 : 2, 2048, 0, 1, crs ?? 0]
  const path = join(folder, name)
  await writeFile(
    path,
    tiff(
      samples,
      replaced(tags, [
        [256, 'short', [columns]],
        [257, 'short', [rows]],
        [258, 'short', Array(bands).fill(16)],
        [259, 'short', [1]],
        [262, 'short', [1]],
        [277, 'short', [bands]],
        [278, 'short', [rows]],
        [339, 'short', Array(bands).fill(2)],
        [33550, 'double', [step, step, 0]],
        [33922, 'double', [0, 0, 0, west - corner, north + corner, 0]],
        ...(crs === null ? [] : [[34735, 'short', [1, 1, 0, 3, ...keys]] as TiffTag]),
        [42113, 'text', [...Buffer.from(`${noData}\0`)]],
      ]),
    ),
  )
  return path
}

/** Replaces tags that have the same number; a tag without values removes it. */
function replaced(others: readonly TiffTag[], tags: readonly TiffTag[]): TiffTag[] {
  const numbers = new Set(others.map(([tag]) => tag))
  const kept = tags.filter(([tag]) => !numbers.has(tag))
  return [...kept, ...others.filter(([, , values]) => values.length > 0)]
}

export type TiffTag = [tag: number, type: 'short' | 'long' | 'double' | 'text', values: number[]]

const tiffTypes = { text: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const

/** Encodes a TIFF file of one uncompressed strip, little endian: header, samples, long values, tags. */
function tiff(samples: Buffer, tags: TiffTag[]): Buffer {
  const strip: TiffTag[] = [
    [273, 'long', [8]],
    [279, 'long', [samples.length]],
  ]
  const sorted = [...tags, ...strip].sort(([a], [b]) => a - b)
  const directory = Buffer.alloc(2 + 12 * sorted.length + 4)
  directory.writeUInt16LE(sorted.length, 0)
  const longValues: Buffer[] = []
  let position = 8 + samples.length
  for (const [i, [tag, type, values]] of sorted.entries()) {
    const [code, size] = tiffTypes[type]
    const bytes = Buffer.alloc(Math.max(4, values.length * size))
    for (const [k, value] of values.entries()) {
      if (type === 'text') bytes.writeUInt8(value, k)
      else if (type === 'short') bytes.writeUInt16LE(value, 2 * k)
      else if (type === 'long') bytes.writeUInt32LE(value, 4 * k)
      else bytes.writeDoubleLE(value, 8 * k)
    }
    const entry = 2 + 12 * i
    directory.writeUInt16LE(tag, entry)
    directory.writeUInt16LE(code, entry + 2)
    directory.writeUInt32LE(values.length, entry + 4)
    if (bytes.length === 4) bytes.copy(directory, entry + 8)
    else {
      directory.writeUInt32LE(position, entry + 8)
      longValues.push(bytes)
      position += bytes.length
    }
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(position, 4)
  return Buffer.concat([header, samples, ...longValues, directory])
}

/** Rewrites a raster with GDAL into another GeoTIFF. */
export async function rewrite(
  program: 'translate' | 'warp',
  input: string,
  output: string,
  options: string[],
): Promise<string> {
  await runGdal([{ program, input, output, options: ['-of', 'GTiff', ...options] }])
  return `${output}.tif`
}

export interface Built {
  warp: Awaited<ReturnType<typeof buildElevation>>
  /** Height of `terrain.tif` at a point, bilinear; undefined next to a gap or outside. */
  terrainAt(lat: number, lon: number): number | undefined
  /** Height of the engine's tile at a whole arc-second of a cell. */
  engineAt(cell: string, row: number, column: number): number
  cells: string[]
  terrain: { type: string; width: number; height: number; tileWidth: number; overviews: number }
}

/**
 * Converts elevation files as the build does and reads the results back with an independent reader.
 *
 * @param roads Bounds of the tiles for the engine; without them it gets none.
 */
export async function build(paths: string[], folder: string, roads?: Bounds): Promise<Built> {
  const sources = await inspectDem(paths, folder)
  const boxes = sources.map(({ grid }) => ({
    min_lat: grid.north - grid.height * grid.stepLat,
    min_lon: grid.west,
    max_lat: grid.north,
    max_lon: grid.west + grid.width * grid.stepLon,
  }))
  const cells = listNeededCells(roads ? [roads] : [], boxes)
  const warp = await buildElevation({ sources, cells, folder, onProgress: () => {} })
  const tiff = await fromFile(warp.terrainPath)
  const image = await tiff.getImage()
  const [values] = (await image.readRasters()) as unknown as [Int16Array | Float32Array]
  const [west, north] = image.getOrigin() as [number, number]
  const [stepLon, stepLat] = image.getResolution() as [number, number]
  const width = image.getWidth()
  const height = image.getHeight()
  const names = cells.map(({ lat, lon }) => {
    const ns = `${lat < 0 ? 'S' : 'N'}${String(Math.abs(lat)).padStart(2, '0')}`
    return `${ns}/${ns}${lon < 0 ? 'W' : 'E'}${String(Math.abs(lon)).padStart(3, '0')}`
  })
  const engine = new Map(
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(warp.engineFolder, `${name}.hgt`))
        return [name.split('/')[1]!, bytes] as const
      }),
    ),
  )
  await tiff.close()
  return {
    warp,
    cells: [...engine.keys()],
    terrain: {
      type: values.constructor.name,
      width,
      height,
      tileWidth: image.getTileWidth(),
      overviews: (await (await fromFile(warp.terrainPath)).getImageCount()) - 1,
    },
    terrainAt(lat, lon) {
      const x = (lon - west) / stepLon - 0.5
      const y = (lat - north) / stepLat - 0.5
      const column = Math.min(Math.max(Math.floor(x + 1e-9), 0), width - 2)
      const row = Math.min(Math.max(Math.floor(y + 1e-9), 0), height - 2)
      const at = (r: number, c: number): number => values[r * width + c]!
      const [u, v] = [x - column, y - row]
      const corners: [height: number, weight: number][] = [
        [at(row, column), (1 - u) * (1 - v)],
        [at(row, column + 1), u * (1 - v)],
        [at(row + 1, column), (1 - u) * v],
        [at(row + 1, column + 1), u * v],
      ]
      const counted = corners.filter(([, weight]) => weight > 1e-6)
      if (counted.some(([height]) => height === noData)) return undefined
      return counted.reduce((sum, [height, weight]) => sum + height * weight, 0)
    },
    engineAt: (cell, row, column) => engine.get(cell)!.readInt16BE((row * 3601 + column) * 2),
  }
}
