import { type Band, bands } from '#ground/landscape'
import type { PixelGrid } from '../../elevation/index.ts'

/** Pixels along a side of a tile. */
export const tileSide = 256

type Type = 'text' | 'short' | 'long' | 'double' | 'long8'

const types = {
  text: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
  long8: { code: 16, bytes: 8 },
} as const

type Tag = [tag: number, type: Type, values: readonly number[]]

/** Offset and size of each tile in the file, in row order. */
export interface TilePlaces {
  offsets: readonly number[]
  byteCounts: readonly number[]
}

/**
 * Builds the header of a tiled GeoTIFF with all bands: EPSG:4326, area-registered, pixel-interleaved, DEFLATE with
 * horizontal differencing (TIFF 6.0; BigTIFF where the tiles might exceed 4 GB; OGC GeoTIFF 1.1). The header comes
 * before the tiles, and its size depends on the grid alone.
 */
export function buildTiffHeader(grid: PixelGrid, { offsets, byteCounts }: TilePlaces): Buffer {
  const isBig = needsBigTiff(grid)
  const perBand = <T>(value: T): T[] => bands.map(() => value)
  // Version 1.1.0 and 3 keys: model geographic, raster pixel-is-area, EPSG:4326.
  const geoKeys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]
  const offsetType: Type = isBig ? 'long8' : 'long'
  const tags: Tag[] = [
    // ImageWidth, ImageLength, BitsPerSample, Compression DEFLATE
    [256, 'long', [grid.width]],
    [257, 'long', [grid.height]],
    [258, 'short', perBand(8)],
    [259, 'short', [8]],
    // PhotometricInterpretation BlackIsZero, SamplesPerPixel, PlanarConfiguration chunky, Predictor
    [262, 'short', [1]],
    [277, 'short', [bands.length]],
    [284, 'short', [1]],
    [317, 'short', [2]],
    // TileWidth, TileLength, TileOffsets, TileByteCounts
    [322, 'short', [tileSide]],
    [323, 'short', [tileSide]],
    [324, offsetType, offsets],
    [325, 'long', byteCounts],
    // ExtraSamples unspecified, SampleFormat unsigned
    [338, 'short', perBand(0).slice(1)],
    [339, 'short', perBand(1)],
    // ModelPixelScale, ModelTiepoint, GeoKeyDirectory, GDAL_METADATA
    [33550, 'double', [grid.stepLon, grid.stepLat, 0]],
    [33922, 'double', [0, 0, 0, grid.west, grid.north, 0]],
    [34735, 'short', geoKeys],
    [42112, 'text', [...Buffer.from(`${formatBandNames()}\0`)]],
  ]
  return isBig ? buildBigTiff(tags) : buildClassicTiff(tags)
}

/** Returns the names of the bands in GDAL's metadata. */
function formatBandNames(): string {
  const item = (band: Band, i: number): string =>
    `<Item name="DESCRIPTION" sample="${i}" role="description">${band}</Item>`
  return `<GDALMetadata>${bands.map(item).join('')}</GDALMetadata>`
}

function needsBigTiff({ width, height }: PixelGrid): boolean {
  return width * height * bands.length > 4e9
}

function buildClassicTiff(tags: readonly Tag[]): Buffer {
  const head = Buffer.alloc(8 + 2 + 12 * tags.length + 4)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(tags.length, 8)
  return withEntries(head, tags, { first: 10, entry: 12, inline: 4 })
}

function buildBigTiff(tags: readonly Tag[]): Buffer {
  const head = Buffer.alloc(16 + 8 + 20 * tags.length + 8)
  head.write('II+\0', 'latin1')
  head.writeUInt16LE(8, 4)
  head.writeBigUInt64LE(16n, 8)
  head.writeBigUInt64LE(BigInt(tags.length), 16)
  return withEntries(head, tags, { first: 24, entry: 20, inline: 8 })
}

/**
 * Writes the directory's entries: the first at `first`, each of `entry` bytes with a count and a value of
 * `inline` bytes. Longer values follow the directory.
 */
function withEntries(
  head: Buffer,
  tags: readonly Tag[],
  { first, entry, inline }: { first: number; entry: number; inline: 4 | 8 },
): Buffer {
  const parts = [head]
  let end = head.length
  for (const [i, [tag, type, values]] of tags.entries()) {
    const at = first + i * entry
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(types[type].code, at + 2)
    writeWide(head, values.length, at + 4, inline)
    const bytes = encodeValues(type, values)
    if (bytes.length <= inline) {
      bytes.copy(head, at + 4 + inline)
      continue
    }
    writeWide(head, end, at + 4 + inline, inline)
    parts.push(bytes)
    end += bytes.length
  }
  return Buffer.concat(parts)
}

function writeWide(into: Buffer, value: number, at: number, width: 4 | 8): void {
  if (width === 4) into.writeUInt32LE(value, at)
  else into.writeBigUInt64LE(BigInt(value), at)
}

/** Encodes values; more than 8 bytes are padded to a multiple of 8. */
function encodeValues(type: Type, values: readonly number[]): Buffer {
  const { bytes: width } = types[type]
  const size = width * values.length
  const bytes = Buffer.alloc(size <= 8 ? size : Math.ceil(size / 8) * 8)
  for (const [i, value] of values.entries()) {
    if (type === 'text') bytes[i] = value
    else if (type === 'short') bytes.writeUInt16LE(value, 2 * i)
    else if (type === 'double') bytes.writeDoubleLE(value, 8 * i)
    else writeWide(bytes, value, width * i, type === 'long' ? 4 : 8)
  }
  return bytes
}
