import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectDem } from '../../../region/elevation/index.ts'
import { type HeightAt, rewrite, type TiffShape, writeHgt, writeTiff } from '../rasters.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-dem-'))
})
afterAll(() => rm(folder, { recursive: true }))

const hills: HeightAt = (lat, lon) =>
  1500 + 700 * Math.sin(60 * (lat - 46)) + 600 * Math.cos(50 * (lon - 9))
const shape: TiffShape = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
const inspect = (path: string) => inspectDem([path], folder)

async function tiff(
  name: string,
  change: Partial<TiffShape> = {},
  heightAt: HeightAt = hills,
): Promise<string> {
  return await writeTiff(folder, name, { ...shape, ...change }, heightAt)
}

describe('a GeoTIFF of elevation', () => {
  test('is accepted without a warning when it is sound', async () => {
    const [source] = await inspect(await tiff('fine.tif'))
    expect(source!.warnings).toEqual([])
  })

  test.each([1, 7, 12, 15, 24])(
    'is refused when its header states %i bits per sample',
    async (bits) => {
      const path = await tiff('odd.tif', { tags: [[258, 'short', [bits]]] })
      await expect(inspect(path)).rejects.toThrow(
        `odd.tif is not elevation: its header says that a sample has ${bits} bits, and 8, 16, 32 or 64 are understood;`,
      )
    },
  )

  test('is refused when it is packed and its header states another number of bits', async () => {
    const packed = await rewrite('translate', await tiff('plain.tif'), join(folder, 'lzw'), [
      '-co',
      'COMPRESS=LZW',
    ])
    const bytes = await readFile(packed)
    const directory = bytes.readUInt32LE(4)
    for (let i = 0; i < bytes.readUInt16LE(directory); i++) {
      const entry = directory + 2 + 12 * i
      if (bytes.readUInt16LE(entry) === 258) bytes.writeUInt16LE(7, entry + 8)
    }
    const path = join(folder, 'lzw7.tif')
    await writeFile(path, bytes)
    await expect(inspect(path)).rejects.toThrow('lzw7.tif is not elevation: its header says that')
    // Without the change, the file is sound.
    expect((await inspect(packed))[0]!.warnings).toEqual([])
  })

  test.each<[string, Partial<TiffShape>, string]>([
    [
      'samples that are not numbers',
      { tags: [[339, 'short', [4]]] },
      'samples are no numbers (sample format 4)',
    ],
    ['samples of complex numbers', { tags: [[339, 'short', [5]]] }, 'samples are no numbers'],
    ['colours from a table', { tags: [[262, 'short', [3]]] }, 'it is a picture'],
    ['rows from the south', { tags: [[274, 'short', [4]]] }, '(orientation 4)'],
    ['three bands', { bands: 3 }, 'it has 3 bands, an elevation file has one'],
  ])('is refused with %s', async (_, change, sentence) => {
    const reading = inspect(await tiff('other.tif', change))
    await expect(reading).rejects.toThrow(/^other\.tif is not elevation: /)
    await expect(inspect(join(folder, 'other.tif'))).rejects.toThrow(sentence)
  })

  test('is refused without a position, whatever its coordinate system', async () => {
    const path = await tiff('nowhere.tif', {
      tags: [
        [33550, 'double', []],
        [33922, 'double', []],
      ],
    })
    await expect(inspect(path)).rejects.toThrow('nowhere.tif does not say where it lies')
  })

  test.each([0, -1])('is refused when its heights are scaled by %d', async (scale) => {
    const xml = `<GDALMetadata><Item name="SCALE" sample="0" role="scale">${scale}</Item><Item name="OFFSET" sample="0" role="offset">0</Item></GDALMetadata>\0`
    const path = await tiff('scaled.tif', { tags: [[42112, 'text', [...Buffer.from(xml)]]] })
    await expect(inspect(path)).rejects.toThrow(
      `scaled.tif cannot be read: its heights are samples times ${scale} plus 0`,
    )
  })

  test('is refused when the bytes of its heights are swapped', async () => {
    const turned: HeightAt = (lat, lon) => {
      const height = Math.round(hills(lat, lon))
      return (((height & 0xff) << 24) >> 16) | (height >> 8)
    }
    await expect(inspect(await tiff('turned.tif', {}, turned))).rejects.toThrow(
      'turned.tif is not elevation: the bytes of its heights are turned',
    )
  })

  test('is refused when its heights are in random order', async () => {
    let state = 1
    const noise: HeightAt = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return 200 + ((state >>> 16) % 1000)
    }
    await expect(inspect(await tiff('noise.tif', {}, noise))).rejects.toThrow(
      'noise.tif is not elevation: its heights jump from sample to sample',
    )
  })

  test('is refused when its heights exceed all land, as in decimetres', async () => {
    const decimetres: HeightAt = (lat, lon) => 10 * hills(lat, lon)
    await expect(inspect(await tiff('decimetres.tif', {}, decimetres))).rejects.toThrow(
      /^decimetres\.tif is not elevation: \d+ % of its heights are below -500 or above 9000 m; declare its unit/,
    )
  })

  test('causes a warning when it has an undeclared value for missing data', async () => {
    const withGap: HeightAt = (lat, lon) => (lon > 9.08 ? -9999 : hills(lat, lon))
    const [source] = await inspect(await tiff('gap.tif', {}, withGap))
    expect(source!.warnings).toEqual([expect.stringMatching(/^gap\.tif has samples of -9999/)])
  })

  test('causes a warning when it has 8 bits, since it may be a hill shade', async () => {
    const low: HeightAt = (lat, lon) => 120 + 60 * Math.sin(60 * (lat + lon))
    const path = await rewrite('translate', await tiff('low.tif', {}, low), join(folder, 'byte'), [
      '-ot',
      'Byte',
      '-a_nodata',
      '0',
    ])
    const [source] = await inspect(path)
    expect(source!.warnings).toEqual([expect.stringContaining('make sure that it is no picture')])
  })

  test('causes a warning when its samples are kilometres apart', async () => {
    const far = { step: 0.05, columns: 40, rows: 40 }
    const wide: HeightAt = (lat, lon) => 1000 + 100 * (lat - 45) + 80 * (lon - 9)
    const [source] = await inspect(await tiff('coarse.tif', far, wide))
    expect(source!.warnings).toEqual([
      'coarse.tif has a sample every 6 km: too few for climbs and grades.',
    ])
  })
})

describe('an HGT tile', () => {
  test('is refused when its size does not match its name', async () => {
    const path = await writeHgt(folder, 'N46E009.SRTMGL1.hgt', [46, 9], hills)
    await expect(inspect(path)).rejects.toThrow(
      'N46E009.SRTMGL1.hgt is of 3601 x 3601 samples by its name, and has 1201 x 1201',
    )
  })

  test('causes a warning when it has no heights', async () => {
    const path = await writeHgt(folder, 'N46E010.hgt', [46, 10], () => -32768)
    const [source] = await inspect(path)
    expect(source!.warnings).toEqual([
      'N46E010.hgt has no heights: all of its samples stand for no data.',
    ])
  })
})
