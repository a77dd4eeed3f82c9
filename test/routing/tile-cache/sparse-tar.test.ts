import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TileArchive } from '#routing/tile-archive'
import { SparseTar } from '#routing/tile-cache'
import { truth } from '../../../demo-island/index.ts'
import { archived, builtTiles, openArchive, wholeTile } from '../../fixtures/tile-archives.ts'
import { bareEngine, scratch } from './engines.ts'

/** Consecutive calls, enough for each thread of the pool to run some. */
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
  /** Returns the distinct answers of the engine over all calls. */
  const outcomes = async (tar: SparseTar) => {
    const said = new Set<string>()
    for (let i = 0; i < callsOfAllThreads; i++)
      said.add(await bareEngine(tar.path).locate(locate).catch(String))
    return [...said]
  }

  test('occupies only the space of its tiles, and releases it', async () => {
    const tar = await newTar()
    const blocks = () => statSync(tar.path).blocks * 512
    const empty = blocks()
    expect(empty).toBeLessThan(20_000)
    await write(tar, ids)
    expect(blocks()).toBeGreaterThanOrEqual(tar.bytes)
    await tar.drop(0)
    expect([tar.bytes, tar.count, blocks()]).toEqual([0, 0, empty])
  })

  test('shows the engine each tile when it is written, and none after it is removed', async () => {
    const tar = await newTar()
    for (let round = 0; round < 3; round++) {
      for (const said of await outcomes(tar)) expect(said).toContain(noTile)
      await write(tar, ids)
      const answers = await outcomes(tar)
      expect(answers).toHaveLength(1)
      expect(JSON.parse(answers[0]!)[0].edges.length).toBeGreaterThan(0)
      expect(tar.findMissed()).toEqual([])
      await tar.drop(0)
    }
  })

  test('reports exactly the tiles that the engine requested', async () => {
    const tar = await newTar()
    expect(() => tar.findMissed()).toThrow('no thread has mapped')
    const looked: number[] = []
    while (looked.length < ids.length) {
      await outcomes(tar)
      const [missed, ...others] = tar.findMissed()!
      if (missed === undefined) break
      expect(others).toEqual([])
      expect(looked).not.toContain(missed)
      looked.push(missed)
      await write(tar, [missed])
    }
    expect(looked.length).toBeGreaterThan(0)
    expect(looked.length).toBeLessThan(ids.length)
  })

  describe('with blank tiles', () => {
    const [start, end] = [truth.routable[0]!, truth.routable[3]!]
    const route = JSON.stringify({ locations: [start, end], costing: 'auto' })
    const run = (tar: SparseTar) => bareEngine(tar.path).route(route).catch(String)
    /** Runs a call with blank tiles. @returns Its answer and the tiles that it missed. */
    const runWithBlanks = async (tar: SparseTar, blank: readonly number[]) => {
      let said = ''
      const missed = await tar.runWithBlanks(blank, async () => {
        said = await run(tar)
      })
      return { said, missed }
    }

    test('finds all tiles that a call needs in fewer runs than tiles, with a correct last answer', async () => {
      const [whole, tar] = [await newTar(), await newTar()]
      await write(whole, ids)
      let runs = 0
      let needed = 0
      for (;;) {
        const { said, missed } = await runWithBlanks(tar, ids)
        if (missed.length === 0) {
          expect(said).toBe(await run(whole))
          break
        }
        runs++
        needed += missed.length
        await write(tar, missed)
      }
      expect(needed).toBeGreaterThan(runs)
    })

    test('shows other calls holes again afterwards, whatever the call did', async () => {
      const tar = await newTar()
      const failing = tar.runWithBlanks(ids, async () => {
        throw new Error('no answer')
      })
      await expect(failing).rejects.toThrow('no answer')
      for (const said of await outcomes(tar)) expect(said).toContain(noTile)
      await write(tar, ids)
      expect(await outcomes(tar)).toHaveLength(1)
      expect(tar.findMissed()).toEqual([])
    })

    test('does not blank tiles that are complete or partly written', async () => {
      const [whole, tar] = [await newTar(), await newTar()]
      await write(whole, ids)
      const [coming, failed, ...others] = ids.toSorted((a, b) => (b & 7) - (a & 7))
      await write(tar, others)
      const begun = Buffer.from((await wholeTile(archive, failed!)).subarray(0, 1024))
      const broken = async function* () {
        yield begun
        throw new Error('the line broke')
      }
      await expect(tar.write(failed!, broken())).rejects.toThrow('the line broke')
      const half = Promise.withResolvers<void>()
      const rest = Promise.withResolvers<void>()
      const tile = await wholeTile(archive, coming!)
      const parts = async function* () {
        yield Buffer.from(tile.subarray(0, 1024))
        half.resolve()
        await rest.promise
        yield Buffer.from(tile.subarray(1024))
      }
      const writing = tar.write(coming!, parts())
      await half.promise
      await runWithBlanks(tar, ids)
      expect(tar.bytes).toBe(others.reduce((sum, id) => sum + archive.directory.readSize(id), 0))
      rest.resolve()
      await writing
      await write(tar, [failed!])
      expect(await run(tar)).toBe(await run(whole))
    })

    test('runs the call alone, without writes or other calls', async () => {
      const tar = await newTar()
      const ended: string[] = []
      const release = Promise.withResolvers<void>()
      const blank = tar.runWithBlanks(ids, async () => {
        await release.promise
        ended.push('with blanks')
      })
      const others = [
        write(tar, [ids[0]!]).then(() => ended.push('write')),
        tar.run(() => run(tar)).then(() => ended.push('run')),
      ]
      setTimeout(release.resolve, 50)
      await expect(blank).rejects.toThrow('no thread has mapped')
      await Promise.all(others)
      expect(ended[0]).toBe('with blanks')
      expect(ended.toSorted()).toEqual(['run', 'with blanks', 'write'])
    })

    test('counts their remains as space on disk, until the tiles come or go', async () => {
      const tar = await newTar()
      const blocks = () => statSync(tar.path).blocks * 512
      const empty = blocks()
      await runWithBlanks(tar, ids)
      expect(tar.bytes).toBe(ids.length * 4096)
      expect(blocks() - empty).toBeLessThanOrEqual(tar.bytes)
      await write(tar, ids)
      expect(tar.bytes).toBe(ids.reduce((sum, id) => sum + archive.directory.readSize(id), 0))
      await tar.drop(0)
      await runWithBlanks(tar, ids)
      await tar.drop(2)
      expect(tar.bytes).toBe(ids.filter((id) => (id & 7) < 2).length * 4096)
    })
  })

  test('reports missed tiles even when the file has been removed', async () => {
    const tar = await newTar()
    await outcomes(tar)
    const missed = tar.findMissed()
    expect(missed).toHaveLength(1)
    rmSync(tar.path)
    expect(tar.findMissed()).toEqual(missed)
  })

  test('keeps larger roads when smaller roads are removed', async () => {
    const tar = await newTar()
    await write(tar, ids)
    await tar.drop(2)
    expect(ids.filter((id) => tar.has(id))).toEqual(ids.filter((id) => (id & 7) < 2))
  })

  test('does not contain an incomplete tile', async () => {
    const tar = await newTar()
    const tile = await wholeTile(archive, ids[0]!)
    const short = async function* () {
      yield Buffer.from(tile.subarray(0, tile.length - 8))
    }
    await expect(tar.write(ids[0]!, short())).rejects.toThrow('bytes, not')
    expect([tar.has(ids[0]!), tar.bytes]).toEqual([false, 0])
  })
})
