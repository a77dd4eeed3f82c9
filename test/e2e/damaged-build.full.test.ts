import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeBuildId, readCurrentBuild } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { truth } from '../../demo-island/index.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'

const home = mkdtempSync(join(tmpdir(), 'cairn-damaged-build-'))
const datasets = join(home, 'data/datasets/demo')
let build: string

beforeAll(async () => {
  const built = inject('builtHome')
  cpSync(join(built, 'data/datasets/demo'), datasets, { recursive: true })
  build = (await readCurrentBuild(await openStorage({ CAIRN_HOME: home }), 'demo'))!
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const pathOf = (file: string, of = build) => join(datasets, of, file)

/** Changes one bit of a file, in place or in a new file, and keeps its times. */
function flip(path: string, how: 'in place' | 'replaced'): void {
  const { atime, mtime, size } = statSync(path)
  const bytes = readFileSync(path)
  bytes[size >> 1]! ^= 8
  if (how === 'in place') writeFileSync(path, bytes)
  else {
    writeFileSync(`${path}.new`, bytes)
    renameSync(`${path}.new`, path)
  }
  utimesSync(path, atime, mtime)
}

describe('a server whose files change', () => {
  let server: TestServer
  let key: string
  let account: string
  beforeAll(async () => {
    server = await startServer(home, { CAIRN_WORKERS: '1' })
    const created = await server.newKey('50.00')
    ;({ key, account_id: account } = created)
  })
  afterAll(async () => {
    await server.stop()
  })

  const { from, to } = truth.lakesideRoad
  const calls = {
    'routing.tar': () =>
      server.post('/v1/routing/route', { locations: [from, to] }, { 'x-api-key': key }),
    'terrain.tif': () =>
      server.post('/v1/routing/elevation', { shape: [truth.peak] }, { 'x-api-key': key }),
  }
  const health = async () => (await fetch(`${server.url}/health`)).status
  const spent = async () =>
    (await server.keys('ledger', account)) as unknown as readonly { amount_usd: string }[]

  test.each([
    ['routing.tar', 'is cut short', (path: string) => truncateSync(path, statSync(path).size >> 1)],
    ['routing.tar', 'is changed in place', (path: string) => flip(path, 'in place')],
    ['terrain.tif', 'is replaced', (path: string) => flip(path, 'replaced')],
  ] as const)(
    '%s that %s causes 503, and the same answer as before once it is restored',
    async (file, _, harm) => {
      const whole = readFileSync(pathOf(file))
      const before = await calls[file]()
      expect(before.status).toBe(200)
      const rows = (await spent()).length
      harm(pathOf(file))
      const damaged = await calls[file]()
      expect(damaged.status).toBe(503)
      expect(damaged.json.error).toBe('service_unavailable')
      expect(await health()).toBe(503)
      expect((await spent()).length).toBe(rows)
      await expect.poll(() => server.output(), { timeout: 20_000 }).toContain(`${file} of build`)

      writeFileSync(pathOf(file), whole)
      // The process with the damaged file never answers again: until its replacement, all answers are 503.
      const answers: number[] = []
      await expect
        .poll(
          async () => {
            const { status, json } = await calls[file]()
            if (status === 200) expect(json).toEqual(before.json)
            answers.push(status)
            return status
          },
          { timeout: 30_000, interval: 100 },
        )
        .toBe(200)
      expect(new Set(answers)).toEqual(new Set([503, 200]))
      await expect.poll(health, { timeout: 20_000 }).toBe(200)
      expect((await calls[file]()).json).toEqual(before.json)
    },
    90_000,
  )
})

describe('the start of a server', () => {
  const start = () =>
    new Promise<{ code: number | null; error: string }>((resolve) => {
      const child = spawn(process.execPath, ['infra/local/main.ts'], {
        env: { ...process.env, CAIRN_HOME: home, PORT: '0', REGION: 'demo' },
      })
      let error = ''
      child.stderr.on('data', (data) => {
        error += data
      })
      child.once('exit', (code) => resolve({ code, error }))
    })

  test.each(['features.tif', 'manifest.json'])(
    'reports a damaged %s and the remedy, and exits with 1',
    async (file) => {
      const whole = readFileSync(pathOf(file))
      flip(pathOf(file), 'in place')
      const { code, error } = await start()
      writeFileSync(pathOf(file), whole)
      const named = file === 'manifest.json' ? 'manifest' : file
      expect(error).toMatch(
        new RegExp(`^(The )?${named} of build ${build} of region demo is damaged`),
      )
      expect(error).toMatch(/npx cairn-cli region (rollback|publish) demo/)
      expect(error.trim().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    },
    60_000,
  )

  test('serves the earlier build after a rollback from a damaged one', async () => {
    const next = makeBuildId(new Date())
    cpSync(join(datasets, build), join(datasets, next), { recursive: true })
    const manifest = pathOf('manifest.json', next)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(build, next))
    const region = (...args: string[]) =>
      execFileSync(process.execPath, ['cli/region.ts', ...args], {
        env: { ...process.env, CAIRN_HOME: home },
      }).toString()
    region('publish', 'demo', next)
    flip(pathOf('routing.tar', next), 'replaced')
    expect((await start()).code).toBe(1)
    expect(region('rollback', 'demo')).toContain(build)
    const server = await startServer(home, { CAIRN_WORKERS: '1' })
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ build })
    await server.stop()
  }, 60_000)
})
