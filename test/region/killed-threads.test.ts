import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBuilds, type Manifest, readPointer, verify } from '../../lib/dataset/index.ts'
import { LocalStorage } from '../../lib/storage/index.ts'
import { buildRegion } from '../../region/index.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

const timeout = 120_000
const name = 'kept'
let home: string
let work: string
let storage: LocalStorage
let osm: string
let published: Manifest

const hashes = ({ files }: Manifest) => files.map(({ name, sha256 }) => `${name} ${sha256}`)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-killed-'))
  work = join(home, 'work')
  storage = new LocalStorage(join(home, 'data'))
  await mkdir(join(home, 'inputs'))
  osm = join(home, 'inputs', 'net.osm.pbf')
  const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.22, max_lon: 9.22 }
  await writeFile(osm, tinyOsm({ ...roadNet(46.02, 9.02, 30, 0.005), bounds }))
  published = await buildRegion({ name, osm: [osm], dem: [], storage, home, workers: 1 })
}, timeout)
afterAll(() => rm(home, { recursive: true }))

async function expectPublishedUnchanged(): Promise<void> {
  expect((await readPointer(storage, name))?.build).toBe(published.build)
  expect(await listBuilds(storage, name)).toEqual([published.build])
  await verify(storage, name, published.build)
}

/** Starts a build on threads in a process of its own and kills it while the threads work. */
async function killWhileThreadsWork(): Promise<string> {
  const args = ['cli/region.ts', 'build', name, '--osm', osm, '--workers', '3']
  const env = { ...process.env, CAIRN_HOME: home }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const end = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  for (;;) {
    expect(child.exitCode).toBe(null)
    for (const build of await readdir(work).catch(() => [])) {
      const inside: string[] = await readdir(join(work, build)).catch(() => [])
      if (!inside.includes('indexing')) continue
      child.kill('SIGKILL')
      expect(await end).toBe('SIGKILL')
      return build
    }
    await sleep(5)
  }
}

describe('a build on threads', { timeout }, () => {
  test('that is killed leaves the published build, and scratch that the next build sweeps', async () => {
    const killed = await killWhileThreadsWork()
    expect(await readdir(work)).toEqual([killed])
    await expectPublishedUnchanged()

    let left: string[] = []
    const again = await buildRegion({
      ...{ name, osm: [osm], dem: [], storage, home, workers: 3 },
      progress: ({ stage, fraction }) => {
        if (stage === 'Checking the inputs' && fraction === 0) left = readdirSync(work)
      },
    })
    expect(left).toEqual([again.build])
    expect(hashes(again)).toEqual(hashes(published))
    expect(await readdir(work)).toEqual([])
    expect(await readdir(join(home, 'data/datasets', name))).not.toContain(killed)
    published = again
  })

  test.each([
    {
      stage: 'Indexing places',
      block: (folder: string) => writeFileSync(join(folder, 'indexing'), ''),
    },
    {
      stage: 'Drawing the map',
      block: (folder: string) => mkdirSync(join(folder, 'map.pmtiles.spool')),
    },
  ])('says that $stage failed and leaves nothing', async ({ stage, block }) => {
    const before = await listBuilds(storage, name)
    const build = buildRegion({
      ...{ name, osm: [osm], dem: [], storage, home, workers: 3 },
      // Something stands where the thread will write.
      progress: ({ stage, fraction }) => {
        if (stage !== 'Checking the inputs' || fraction < 1) return
        for (const build of readdirSync(work)) block(join(work, build))
      },
    })
    await expect(build).rejects.toThrow(`The build of net.osm.pbf failed at "${stage}"`)
    expect(await readdir(work)).toEqual([])
    expect(await listBuilds(storage, name)).toEqual(before)
    await verify(storage, name, published.build)
  })
})
