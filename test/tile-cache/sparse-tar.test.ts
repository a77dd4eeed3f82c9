import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import type { TileArchive } from '../../lib/tile-archive/index.ts'
import { SparseTar } from '../../lib/tile-cache/index.ts'
import { archived, builtTiles, openArchive, wholeTile } from '../fixtures/tile-archives.ts'
import { bareEngine, scratch } from './engines.ts'

/** Calls one after the other, so many that each thread of the pool has some. */
const callsOfAllThreads = 24

const locate = JSON.stringify({ locations: [truth.routable[0]], costing: 'auto', verbose: true })
const noTile = 'Mismatch in end offset = 0 vs raw tile data size = '

describe('a sparse tar', () => {
  let archive: TileArchive
  let ids: number[]
  beforeAll(async () => {
    archive = openArchive(await archived(await builtTiles('demo')))
    ids = [...archive.directory.ids]
  })
  const newTar = () => SparseTar.create(join(scratch(), 'routing.tar'), archive.directory)
  const write = async (tar: SparseTar, written: readonly number[]) => {
    for (const id of written) await tar.write(id, archive.tile(id))
  }
  /** What the engine says, once for each call. */
  const outcomes = async (tar: SparseTar) => {
    const said = new Set<string>()
    for (let i = 0; i < callsOfAllThreads; i++)
      said.add(await bareEngine(tar.path).locate(locate).catch(String))
    return [...said]
  }

  test('takes no more room than its tiles, and gives it back', async () => {
    const tar = await newTar()
    const blocks = () => statSync(tar.path).blocks * 512
    const empty = blocks()
    expect(empty).toBeLessThan(20_000)
    await write(tar, ids)
    expect(blocks()).toBeGreaterThanOrEqual(tar.bytes)
    await tar.drop(0)
    expect([tar.bytes, tar.ids, blocks()]).toEqual([0, [], empty])
  })

  test('shows the engine each tile when it is written, and no tile any more when it is removed', async () => {
    const tar = await newTar()
    for (let round = 0; round < 3; round++) {
      for (const said of await outcomes(tar)) expect(said).toContain(noTile)
      await write(tar, ids)
      const answers = await outcomes(tar)
      expect(answers).toHaveLength(1)
      expect(JSON.parse(answers[0]!)[0].edges.length).toBeGreaterThan(0)
      expect(tar.missed()).toEqual([])
      await tar.drop(0)
    }
  })

  test('tells which tiles the engine looked for, and no others', async () => {
    const tar = await newTar()
    expect(() => tar.missed()).toThrow('no thread has mapped')
    const looked: number[] = []
    while (looked.length < ids.length) {
      await outcomes(tar)
      const [missed, ...others] = tar.missed()!
      if (missed === undefined) break
      expect(others).toEqual([])
      expect(looked).not.toContain(missed)
      looked.push(missed)
      await write(tar, [missed])
    }
    expect(looked.length).toBeGreaterThan(0)
    expect(looked.length).toBeLessThan(ids.length)
  })

  test('tells it also when somebody has removed the file', async () => {
    const tar = await newTar()
    await outcomes(tar)
    const missed = tar.missed()
    expect(missed).toHaveLength(1)
    rmSync(tar.path)
    expect(tar.missed()).toEqual(missed)
  })

  test('keeps larger roads when the smaller ones go', async () => {
    const tar = await newTar()
    await write(tar, ids)
    await tar.drop(2)
    expect(tar.ids.sort()).toEqual(ids.filter((id) => (id & 7) < 2).sort())
  })

  test('has no tile whose parts are not all there', async () => {
    const tar = await newTar()
    const tile = await wholeTile(archive, ids[0]!)
    const short = async function* () {
      yield Buffer.from(tile.subarray(0, tile.length - 8))
    }
    await expect(tar.write(ids[0]!, short())).rejects.toThrow('bytes, not')
    expect([tar.has(ids[0]!), tar.bytes]).toEqual([false, 0])
  })
})
