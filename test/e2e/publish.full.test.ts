import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeBuildId } from '#ground/dataset'
import { truth } from '../../demo-island/index.ts'
import { startServer, type TestServer, workersOf } from '../fixtures/server.ts'
import { withCampaigns } from '../setup/suite.ts'

const body = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }

let home: string
let server: TestServer
let key: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cairn-publish-'))
  cpSync(join(inject('builtHome'), 'data/datasets/demo'), join(home, 'data/datasets/demo'), {
    recursive: true,
  })
  server = await startServer(home)
  key = (await server.newKey('50.00')).key
})

afterAll(async () => {
  await server.stop()
})

const route = () => server.post('/v1/routing/route', body, { 'x-api-key': key })
const servedBuild = async () =>
  ((await (await fetch(`${server.url}/health`)).json()) as { build: string }).build
const region = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['cli/region.ts', ...args], {
    env: { ...process.env, CAIRN_HOME: home },
  })

/** Copies a build under another id; the tests only need the id to differ. */
function copyOfBuild(build: string): string {
  const folder = join(home, 'data/datasets/demo')
  const copy = makeBuildId(new Date())
  cpSync(join(folder, build), join(folder, copy), { recursive: true })
  const manifest = join(folder, copy, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(build, copy))
  return copy
}

test('a running server follows publish and rollback without losing a call', async () => {
  const first = await servedBuild()
  const second = copyOfBuild(first)
  const statuses: number[] = []
  let calling = true
  const caller = (async () => {
    while (calling) statuses.push((await route()).status)
  })()
  await region('publish', 'demo', second)
  await expect.poll(servedBuild, { timeout: 20_000, interval: 100 }).toBe(second)
  await region('rollback', 'demo')
  await expect.poll(servedBuild, { timeout: 20_000, interval: 100 }).toBe(first)
  calling = false
  await caller
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 60_000)

describe.runIf(withCampaigns)('a server with faults around a publish', () => {
  test.skipIf(process.platform !== 'linux')(
    'delivers an answer larger than the socket buffer from a worker that is being replaced',
    async () => {
      const own = await server.newKey('1.00')
      await server.keys('grant', 'predict', own.account_id)
      const { lat, lon: lng } = truth.towns.portSerrin
      const request = {
        profile: 'despondent',
        area: { type: 'circle', center: { lat, lng }, radius_m: 5_000 },
        params: { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true },
        format: 'geojson',
      }
      const first = await servedBuild()
      const second = copyOfBuild(first)
      const workers = workersOf(server.process.pid!)
      // The workers are frozen, so the order to stop comes while the call is in progress.
      for (const pid of workers) process.kill(pid, 'SIGSTOP')
      const call = server.post('/v1/predict', request, { 'x-api-key': own.key })
      await region('publish', 'demo', second)
      await expect.poll(() => server.output(), { timeout: 25_000 }).toContain(`build ${second}`)
      for (const pid of workers) process.kill(pid, 'SIGCONT')
      const answer = await call
      expect(answer.status).toBe(200)
      expect(answer.text.length).toBeGreaterThan(400_000)
      await region('rollback', 'demo')
      // The next test needs a settled server, without this switch.
      await expect.poll(servedBuild, { timeout: 25_000, interval: 100 }).toBe(first)
    },
    60_000,
  )

  test('keeps serving the earlier build when the new one is damaged', async () => {
    const first = await servedBuild()
    const broken = copyOfBuild(first)
    const tar = join(home, 'data/datasets/demo', broken, 'routing.tar')
    await region('publish', 'demo', broken)
    // The damage comes after the command's check and before the server's.
    writeFileSync(tar, Buffer.alloc(statSync(tar).size, 'x'))
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('Still serving')
    expect(server.output()).toContain(`routing.tar of build ${broken} of region demo is damaged`)
    expect(await servedBuild()).toBe(first)
    expect((await route()).status).toBe(200)
    await region('rollback', 'demo')
  }, 60_000)

  test('keeps serving the published build when SIGKILL ends a region build', async () => {
    const before = await servedBuild()
    const build = spawn(process.execPath, ['cli/region.ts', 'build', 'demo'], {
      env: { ...process.env, CAIRN_HOME: home },
    })
    let printed = ''
    build.stderr.on('data', (data) => {
      printed += data
    })
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('Checking the inputs')
    await sleep(500)
    build.kill('SIGKILL')
    await sleep(2500)
    expect(await servedBuild()).toBe(before)
    expect((await route()).status).toBe(200)
    const { stdout } = await region('list', '--json')
    expect(stdout).toContain(before)
  }, 90_000)
})
