import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PbfWriter } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameUnpacked, OsmSource } from '../../../region/osm/index.ts'
import { drawMap } from '../osm-order.ts'
import { differences } from '../tiny-osm.ts'

/** Encodes a block with one group of nodes in columns, in units of 100 nanodegrees. */
function denseBlock(ids: readonly number[], lats: readonly number[], lons: readonly number[]) {
  const dense = new PbfWriter()
  dense.writePackedSVarint(1, differences(ids))
  dense.writePackedSVarint(8, differences(lats))
  dense.writePackedSVarint(9, differences(lons))
  const group = new PbfWriter()
  group.writeBytesField(2, dense.finish())
  const block = new PbfWriter()
  block.writeBytesField(1, new Uint8Array())
  block.writeBytesField(2, group.finish())
  return Buffer.concat(frameUnpacked(block.finish()))
}

describe('nodes in columns', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-dense-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const read = async (...blocks: Buffer[]): Promise<number[][]> => {
    const path = join(folder, `${Math.random()}.osm.pbf`)
    await writeFile(path, Buffer.concat([drawMap([]), ...blocks]))
    const nodes: number[][] = []
    await new OsmSource([path]).visit({ node: (id, lat, lon) => void nodes.push([id, lat, lon]) })
    return nodes
  }
  /** Ids beyond 2^32, positions on both hemispheres, differences of one to six bytes. */
  const columns = (count: number) => {
    const places = Array.from({ length: count }, (_, i) => i)
    return {
      ids: places.map((i) => 5_000_000_000 + i * (i % 97 === 0 ? 30_011 : 3)),
      lats: places.map((i) => ((i * 7_919_033) % 1_800_000_000) - 900_000_000),
      lons: places.map((i) => (i % 5 === 0 ? -1_799_999_999 : i - 100)),
    }
  }

  test.each([1, 4095, 4096, 4097, 8192, 20_000])(
    'are all read from a group of %i',
    async (count) => {
      const { ids, lats, lons } = columns(count)
      const expected = ids.map((id, i) => [id, lats[i]! / 1e7, lons[i]! / 1e7])
      // Each group begins at 0 again.
      expect(await read(denseBlock(ids, lats, lons), denseBlock(ids, lats, lons))).toEqual([
        ...expected,
        ...expected,
      ])
    },
  )

  test.each([0, 1, 2])(
    'are reported as damaged where column %i ends within a number',
    async (column) => {
      const columns = [
        [1, 2],
        [10, 20],
        [30, 40],
      ] as const
      const block = denseBlock(...columns)
      // Each last difference is one byte; each column follows after its tag and its length.
      const ends = [...columns.keys()].map((i) => block.length - 4 * (columns.length - 1 - i) - 1)
      block[ends[column]!]! |= 0x80
      await expect(read(block)).rejects.toThrow(/is damaged in the block at byte \d+/)
    },
  )

  test.each([100, 4096, 5000])(
    'are reported as damaged when columns differ in length, %i nodes',
    async (count) => {
      const { ids, lats, lons } = columns(count)
      const shorter = (column: number[]) => column.slice(0, -1)
      for (const block of [
        denseBlock(shorter(ids), lats, lons),
        denseBlock(ids, shorter(lats), lons),
        denseBlock(ids, lats, shorter(lons)),
      ])
        await expect(read(block)).rejects.toThrow(/is damaged in the block at byte \d+/)
    },
  )
})
