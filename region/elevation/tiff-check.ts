import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RegionError } from '../errors.ts'

/** Maximum width and height: more than the arc-seconds around the Earth and the metres across a country. */
const maxSide = 2_000_000
/** Maximum size of a block, because GDAL holds several at once. */
const maxBlockBytes = 256 * 1024 * 1024
const maxTags = 4096

/** Bytes of a value by the type of its field: the types of TIFF 6.0, and three more of BigTIFF. */
const typeBytes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  photometric: 262,
  orientation: 274,
  format: 339,
} as const

export const tiffMagics = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']

/**
 * Checks the structure of a TIFF before it is decoded: its first image is complete, of a plausible size, and
 * its blocks lie within the file.
 *
 * @param path A file that begins with one of `tiffMagics`.
 * @throws RegionError that names the fault.
 */
export async function assertSoundTiff(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY)
  try {
    const { size } = await file.stat()
    const tiff = await TiffReader.open(file, size)
    const fault = tiff ? await findFault(tiff, size) : 'its header points outside of it'
    if (fault)
      throw new RegionError(
        `${basename(path)} is damaged or cut off: ${fault}; get the file again, or rewrite it with: gdal_translate -of COG ${basename(path)} rewritten.tif`,
      )
  } finally {
    await file.close()
  }
}

/** Bits per sample that all readers of elevation interpret alike. */
const knownBits: readonly number[] = [8, 16, 32, 64]

/** Sample formats: whole numbers without and with a sign, and floating point. */
const knownFormats: readonly number[] = [1, 2, 3]

/** Photometric interpretations of pictures: three colour bands, and colours from a table. */
const pictures: readonly number[] = [2, 3]

/**
 * Checks that the samples of a TIFF are stored as heights. Where the header declares another size or kind of sample
 * than the file contains, readers return heights of any size, without an error.
 *
 * @param path A sound TIFF, see {@link assertSoundTiff}.
 * @throws RegionError that names the unusual property and the remedy.
 */
export async function assertHeightSamples(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY)
  try {
    const { size } = await file.stat()
    const tiff = await TiffReader.open(file, size)
    const fault = tiff && (await findSampleFault(tiff))
    if (fault) throw new RegionError(`${basename(path)} is not elevation: ${fault}`)
  } finally {
    await file.close()
  }
}

async function findSampleFault(tiff: TiffReader): Promise<string | undefined> {
  const values = async (tag: number, fallback: number): Promise<readonly number[]> => [
    ...((await tiff.values(tag)) ?? [fallback]),
  ]
  const bits = await values(tags.bits, 1)
  const odd = bits.find((each) => !knownBits.includes(each))
  if (odd !== undefined)
    return `its header says that a sample has ${odd} bits, and 8, 16, 32 or 64 are understood; get it again, or rewrite it with: gdal_translate -ot Int16 -co NBITS=16 FILE rewritten.tif`
  const [format = 1] = await values(tags.format, 1)
  if (!knownFormats.includes(format))
    return `its header says that samples are no numbers (sample format ${format}); convert it to Int16 or Float32`
  if (format === 3 && bits[0] === 8)
    return 'its header says that samples are floating point of 8 bits; get it again'
  const [photometric = 1] = await values(tags.photometric, 1)
  if (pictures.includes(photometric))
    return 'it is a picture, with colours in place of heights; get the heights themselves'
  const [orientation = 1] = await values(tags.orientation, 1)
  if (orientation !== 1)
    return `its header says that its rows or columns run in another direction (orientation ${orientation}), which programs ignore; rewrite it with: gdal_translate FILE rewritten.tif, and compare a height that you know`
  return undefined
}

/** Throws a RegionError if a file is not a TIFF, or is damaged. */
export async function assertTiff(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY)
  const magic = await readAt(file, 0, 4).finally(() => file.close())
  if (!tiffMagics.includes(magic.toString('latin1')))
    throw new RegionError(`${basename(path)} is not a GeoTIFF.`)
  await assertSoundTiff(path)
}

async function findFault(tiff: TiffReader, fileBytes: number): Promise<string | undefined> {
  const firstValue = async (tag: number, fallback: number): Promise<number> =>
    (await tiff.values(tag))?.[0] ?? fallback
  const width = await firstValue(tags.width, 0)
  const height = await firstValue(tags.height, 0)
  if (!(width > 0 && height > 0)) return 'it has no size'
  if (width > maxSide || height > maxSide) return `it has ${width} x ${height} samples`
  const isTiled = tiff.has(tags.tileWidth)
  const blockWidth = isTiled ? await firstValue(tags.tileWidth, 0) : width
  const blockHeight = isTiled
    ? await firstValue(tags.tileHeight, 0)
    : Math.min(height, await firstValue(tags.rowsPerStrip, height))
  if (!(blockWidth > 0 && blockHeight > 0)) return 'its tiles have no size'
  const samples = await firstValue(tags.samples, 1)
  const isPlanar = (await firstValue(tags.planes, 1)) === 2
  const bits = await firstValue(tags.bits, 1)
  const blockBytes = (blockWidth * blockHeight * (isPlanar ? 1 : samples) * bits) / 8
  const isPacked = (await firstValue(tags.compression, 1)) !== 1
  if ((isPacked || isTiled) && blockBytes > maxBlockBytes)
    return `its tiles or strips unpack to ${Math.round(blockBytes / 1e6)} MB each`
  const across = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight)
  const blocks = across * (isPlanar ? samples : 1)
  const offsets = await tiff.values(isTiled ? tags.tileOffsets : tags.stripOffsets)
  const bytes = await tiff.values(isTiled ? tags.tileBytes : tags.stripBytes)
  if (offsets?.length !== blocks || bytes?.length !== blocks)
    return `it does not list its ${blocks} tiles or strips`
  for (let i = 0; i < blocks; i++)
    if (bytes[i]! > 0 && offsets[i]! + bytes[i]! > fileBytes)
      return `it ends after ${fileBytes} bytes, before its data do`
  if (!isPacked && !isTiled && bytes.reduce((sum, bytes) => sum + bytes, 0) * 8 < width * height)
    return 'it has less data than samples'
  return undefined
}

interface Field {
  type: number
  count: number
  /** Offset of its values in the file. */
  at: number
}

/** Fields of the first image of a TIFF; values are read on demand. */
class TiffReader {
  readonly #file: FileHandle
  readonly #isLittle: boolean
  readonly #fields: ReadonlyMap<number, Field>

  private constructor(file: FileHandle, isLittle: boolean, fields: ReadonlyMap<number, Field>) {
    this.#file = file
    this.#isLittle = isLittle
    this.#fields = fields
  }

  /** Reads the fields. Returns undefined if the header or a field points outside the file. */
  static async open(file: FileHandle, size: number): Promise<TiffReader | undefined> {
    const head = await readAt(file, 0, Math.min(16, size))
    if (head.length < 16) return undefined
    const isLittle = head[0] === 0x49
    const isBig = head[isLittle ? 2 : 3] === 43
    const directory = Number(
      isBig
        ? readNumber64(head, 8, isLittle)
        : isLittle
          ? head.readUInt32LE(4)
          : head.readUInt32BE(4),
    )
    const countBytes = isBig ? 8 : 2
    const entryBytes = isBig ? 20 : 12
    if (directory < 8 || directory + countBytes > size) return undefined
    const countField = await readAt(file, directory, countBytes)
    const count = isBig
      ? readNumber64(countField, 0, isLittle)
      : isLittle
        ? countField.readUInt16LE(0)
        : countField.readUInt16BE(0)
    const from = directory + countBytes
    if (count < 1 || count > maxTags || from + count * entryBytes > size) return undefined
    const entries = await readAt(file, from, count * entryBytes)
    const fields = new Map<number, Field>()
    for (let i = 0; i < count; i++) {
      const at = i * entryBytes
      const short = (at: number) => (isLittle ? entries.readUInt16LE(at) : entries.readUInt16BE(at))
      const long = (at: number) => (isLittle ? entries.readUInt32LE(at) : entries.readUInt32BE(at))
      const type = short(at + 2)
      const values = isBig ? readNumber64(entries, at + 4, isLittle) : long(at + 4)
      const inline = isBig ? 8 : 4
      const bytes = (typeBytes[type] ?? 0) * values
      const valueAt = at + (isBig ? 12 : 8)
      const place =
        bytes <= inline
          ? from + valueAt
          : isBig
            ? readNumber64(entries, valueAt, isLittle)
            : long(valueAt)
      if (place + bytes > size) return undefined
      fields.set(short(at), { type, count: values, at: place })
    }
    return new TiffReader(file, isLittle, fields)
  }

  has(tag: number): boolean {
    return this.#fields.has(tag)
  }

  /** Reads the integers of a field. Returns undefined if the field is missing or of another type. */
  async values(tag: number): Promise<Float64Array | undefined> {
    const field = this.#fields.get(tag)
    const width = field && { 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }[field.type]
    if (!field || !width) return undefined
    const bytes = await readAt(this.#file, field.at, field.count * width)
    if (bytes.length < field.count * width) return undefined
    return Float64Array.from({ length: field.count }, (_, i) => {
      if (width === 8) return readNumber64(bytes, i * 8, this.#isLittle)
      return this.#isLittle
        ? bytes.readUIntLE(i * width, width)
        : bytes.readUIntBE(i * width, width)
    })
  }
}

function readNumber64(bytes: Buffer, at: number, isLittle: boolean): number {
  return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
