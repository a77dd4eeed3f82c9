import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBuilds, type Manifest, readPointer, verify } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
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

/** Starts a build in its own process and kills it when its folder contains these files. */
async function killWhenThere(
  files: readonly string[],
  args: readonly string[],
  extract = osm,
): Promise<string> {
  const command = ['cli/region.ts', 'build', name, '--osm', extract, ...args]
  const env = { ...process.env, CAIRN_HOME: home }
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' })
  const end = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  for (;;) {
    expect(child.exitCode).toBe(null)
    for (const build of await readdir(work).catch(() => [])) {
      if (!files.every((file) => existsSync(join(work, build, file)))) continue
      child.kill('SIGKILL')
      expect(await end).toBe('SIGKILL')
      return build
    }
    await sleep(1)
  }
}

/** Lists the process ids of the engine's builders that run in a folder or below. */
function buildersIn(folder: string): number[] {
  const told = (pid: string, what: string): string => {
    try {
      return readlinkSync(`/proc/${pid}/${what}`)
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => told(name, 'cwd').startsWith(folder) && /valhalla/.test(told(name, 'exe')))
    .map(Number)
}

/** Stops the processes so that they do not end by themselves. @returns Whether there was one. */
function areStopped(pids: readonly number[]): boolean {
  try {
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    return pids.length > 0
  } catch {
    return false
  }
}

/** Builds again. @returns The stages that ran, and the steps that existed when the build began. */
async function buildAgain(request: { workers: number; parts?: number; osm?: string[] }) {
  const stages = new Set<string>()
  let found: string[] = []
  const manifest = await buildRegion({
    name,
    osm: [osm],
    dem: [],
    storage,
    home,
    ...request,
    progress: ({ stage }) => {
      stages.add(stage)
      const [build] = readdirSync(work)
      if (stage === 'Resuming a killed build') found = readdirSync(join(work, build!))
    },
  })
  return { manifest, stages, found }
}

describe('a build that is killed', { timeout }, () => {
  test('leaves the published build when threads were working; the next build leaves nothing of it', async () => {
    const killed = await killWhenThere(['places/indexing'], ['--workers', '3'])
    expect(await readdir(work)).toEqual([killed])
    await expectPublishedUnchanged()
    const { manifest } = await buildAgain({ workers: 3 })
    expect(hashes(manifest)).toEqual(hashes(published))
    expect(await readdir(work)).toEqual([])
    expect(await readdir(join(home, 'data/datasets', name))).not.toContain(killed)
    published = manifest
  })

  test('is resumed after its road graph, with the same files', async () => {
    await killWhenThere(['roads.done.json'], ['--workers', '1'])
    const { manifest, stages, found } = await buildAgain({ workers: 1 })
    expect(found).toEqual(expect.arrayContaining(['roads', 'roads.done.json', 'owner.json']))
    expect(stages).toContain('Resuming a killed build')
    expect(stages).not.toContain('Building the road graph')
    expect(hashes(manifest)).toEqual(hashes(published))
    expect(manifest.warnings).toEqual(published.warnings)
    expect(await readdir(work)).toEqual([])
    published = manifest
  })

  test('is not resumed with other inputs', async () => {
    await killWhenThere(['roads.done.json'], ['--workers', '1'])
    await utimes(osm, new Date(), new Date())
    const { manifest, stages } = await buildAgain({ workers: 1 })
    expect(stages).not.toContain('Resuming a killed build')
    expect(hashes(manifest)).toEqual(hashes(published))
    published = manifest
  })

  test.runIf(process.platform === 'linux')(
    'leaves an engine builder, which the next build ends',
    async () => {
      do {
        await rm(work, { recursive: true })
        await killWhenThere(['roads/tiles/tile_manifest.json'], ['--workers', '1'])
      } while (!areStopped(buildersIn(work)))
      const shell = spawn('sleep', ['60'], { cwd: join(work, (await readdir(work))[0]!) })
      let running: number[] | undefined
      const manifest = await buildRegion({
        name,
        osm: [osm],
        dem: [],
        storage,
        home,
        workers: 1,
        progress: () => {
          running ??= buildersIn(work)
        },
      })
      expect(running).toEqual([])
      expect(shell.exitCode).toBe(null)
      expect(shell.kill()).toBe(true)
      expect(hashes(manifest)).toEqual(hashes(published))
      expect(await readdir(work)).toEqual([])
      published = manifest
    },
  )

  test('is resumed with the finished parts when it was killed between parts', async () => {
    const wide = join(home, 'inputs', 'wide.osm.pbf')
    const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.42, max_lon: 9.42 }
    await writeFile(wide, tinyOsm({ ...roadNet(46.02, 9.02, 30, 0.01), bounds }))
    const whole = await buildRegion({ name, osm: [wide], dem: [], storage, home, workers: 1 })
    await killWhenThere(['part-1-of-2.done.json'], ['--workers', '1', '--parts', '2'], wide)
    const { manifest, found } = await buildAgain({ osm: [wide], workers: 1, parts: 2 })
    expect(found).toContain('part-1-of-2.done.json')
    expect(hashes(manifest)).toEqual(hashes(whole))
    expect(await readdir(work)).toEqual([])
    published = manifest
  })
})

describe('a build on threads', { timeout }, () => {
  test.each([
    { stage: 'Indexing places', step: 'places' },
    { stage: 'Drawing the map', step: 'map' },
  ])('reports that $stage failed and leaves nothing', async ({ stage, step }) => {
    const before = await listBuilds(storage, name)
    const build = buildRegion({
      name,
      osm: [osm],
      dem: [],
      storage,
      home,
      workers: 3,
      // A folder blocks the path of the file that the thread will write.
      progress: ({ stage, fraction }) => {
        if (stage !== 'Checking the inputs' || fraction < 1) return
        for (const build of readdirSync(work)) mkdirSync(join(work, build, `${step}.new`))
      },
    })
    await expect(build).rejects.toThrow(`The build of net.osm.pbf failed at "${stage}"`)
    expect(await readdir(work)).toEqual([])
    expect(await listBuilds(storage, name)).toEqual(before)
    await verify(storage, name, published.build)
  })
})
