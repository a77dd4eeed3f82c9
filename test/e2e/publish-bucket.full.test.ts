import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeBuildId, publish, readManifest } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { truth } from '../../demo-island/index.ts'
import { startS3, type TestS3 } from '../fixtures/s3.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'

const body = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }

let home: string
let s3: TestS3
let server: TestServer

/** Publishes the build of a home to the bucket by the command line. */
const publishFrom = async (folder: string, ...build: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['cli/region.ts', 'publish', 'demo', ...build, '--to', `s3://${s3.bucket}`, '--json'],
    { env: { ...process.env, ...s3.env, CAIRN_BUCKET: '', CAIRN_HOME: folder } },
  )
  return JSON.parse(stdout).build
}

beforeAll(async () => {
  s3 = await startS3()
  home = mkdtempSync(join(tmpdir(), 'cairn-bucket-'))
  await publishFrom(inject('builtHome'))
  server = await startServer(home, { ...s3.env, TMPDIR: home, CAIRN_WORKERS: '1' })
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

test('a server on a bucket switches to a published build without losing a call', async () => {
  const { key } = await server.newKey('50.00')
  const route = () => server.post('/v1/routing/route', body, { 'x-api-key': key })
  const servedBuild = async () =>
    ((await (await fetch(`${server.url}/health`)).json()) as { build: string }).build
  const first = await servedBuild()

  const other = mkdtempSync(join(tmpdir(), 'cairn-other-'))
  const datasets = join('data', 'datasets', 'demo')
  const next = makeBuildId()
  cpSync(join(inject('builtHome'), datasets, first), join(other, datasets, next), {
    recursive: true,
  })
  const local = await openStorage({ CAIRN_HOME: other })
  const manifest = await readManifest(await openStorage(s3.env), 'demo', first)
  await local.put(
    `datasets/demo/${next}/manifest.json`,
    JSON.stringify({ ...manifest, build: next }),
  )
  await publish(local, 'demo', next)

  const statuses: number[] = []
  let calling = true
  const caller = (async () => {
    while (calling) statuses.push((await route()).status)
  })()
  expect(await publishFrom(other)).toBe(next)
  await expect.poll(servedBuild, { timeout: 20_000, interval: 100 }).toBe(next)
  calling = false
  await caller
  expect(statuses.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 60_000)
