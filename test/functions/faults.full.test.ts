import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  copyBuild,
  makeBuildId,
  publish,
  readCurrentBuild,
  readManifest,
  rollback,
} from '#ground/dataset'
import { hashKey, makeKey, openAccounts } from '#platform/accounts'
import { openStorage, type Storage } from '#platform/storage'
import { truth } from '../../demo-island/index.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { type LoggedRequest, needsS3rver, startS3, type TestS3 } from '../fixtures/s3.ts'
import { FunctionEnvironment } from './environment.ts'

let s3: TestS3
let bucket: Storage
let home: string
let environment: FunctionEnvironment
let build: string
let caller: { accountId: string; keyId: string }

const tarKey = (of = build) => `datasets/demo/${of}/routing.tar`
const manifestKey = (of = build) => `datasets/demo/${of}/manifest.json`
const pointer = 'datasets/demo/current.json'

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
  Object.assign(process.env, s3.env)
  home = mkdtempSync(join(tmpdir(), 'cairn-faults-'))
  bucket = await openStorage(s3.env)
  const built = await openStorage({ CAIRN_HOME: inject('builtHome') })
  build = (await readCurrentBuild(built, 'demo'))!
  await copyBuild(built, bucket, 'demo', build)
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const key = makeKey()
  const { accountId } = await accounts.createAccount({ balance: 1_000_000 })
  const { keyId } = await accounts.addKey({
    accountId,
    keySha256: hashKey(key),
    hint: key.slice(-4),
  })
  caller = { accountId, keyId }
  accounts.close()
})
afterAll(async () => {
  await s3.stop()
  rmSync(home, { recursive: true })
})

beforeEach(async () => {
  await publish(bucket, 'demo', build)
  s3.requests.length = 0
  environment = new FunctionEnvironment({
    ...s3.env,
    CAIRN_HOME: home,
    REGION: 'demo',
    POWERTOOLS_METRICS_DISABLED: 'true',
    CAIRN_CHECK_RESPONSES: '1',
  })
})
afterEach(async () => {
  s3.faults.clear()
  await environment.stop()
})

const { from, to } = truth.lakesideRoad
const route = () =>
  environment.call('route', proxyEvent({ body: { locations: [from, to] }, caller }))
const health = async () => {
  const answer = await environment.call('health', proxyEvent({ method: 'GET', path: '/health' }))
  return { status: answer.statusCode, body: JSON.parse(answer.body), headers: answer.headers }
}
const servedBuild = async () => {
  environment.later(5_000)
  return (await health()).body.checks.engine.build
}
const balance = async () => {
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const account = await accounts.getAccount(caller.accountId)
  accounts.close()
  return account?.balance
}
const reading =
  (key: string) =>
  (request: LoggedRequest): boolean =>
    request.operation === 'GetObject' && request.key === key

function expectRoute(answer: APIGatewayProxyResult): void {
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'x-charged': '0.0007' } })
  expect(JSON.parse(answer.body).route.distance_meters).toBeGreaterThan(1000)
}

function expectUnavailable(answer: APIGatewayProxyResult): void {
  expect(answer).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '1', 'x-charged': '0.00' },
  })
  expect(JSON.parse(answer.body)).toEqual({
    error: 'service_unavailable',
    message: expect.stringMatching(/try again/i),
  })
}

/** Expects a call that fails without a charge, and a call that succeeds in the same process after `mend`. */
async function failsAndRecovers(mend: () => Promise<unknown> | unknown): Promise<void> {
  const before = (await balance())!
  expectUnavailable(await route())
  expect(await balance()).toBe(before)
  s3.faults.clear()
  await mend()
  expectRoute(await route())
  expect(await balance()).toBe(before - 700)
}

describe('a call during a transient fault of the store', () => {
  test.each([
    ['503 SlowDown', 'unavailable'],
    ['a slow first byte', 'slow-first-byte'],
    ['a body that ends half way', 'truncated-body'],
    ['a connection that breaks', 'reset'],
  ] as const)('succeeds despite %s', async (_, fault) => {
    for (const key of [pointer, manifestKey(), tarKey()]) s3.faults.next(1, fault, reading(key))
    expectRoute(await route())
    const faulty = s3.requests.filter(({ operation }) => operation === 'GetObject')
    expect(faulty.length).toBeGreaterThan(4)
  })
})

describe('a lasting fault of the store', () => {
  test.each([
    ['503 SlowDown for the pointer', 'unavailable', () => pointer],
    ['503 SlowDown for the manifest', 'unavailable', manifestKey],
    ['503 SlowDown for the tiles', 'unavailable', tarKey],
    ['tiles that end half way', 'truncated-body', tarKey],
    ['tiles with one other byte', 'corrupted-body', tarKey],
    ['access denied', 'forbidden', tarKey],
    ['no answer', 'never-answers', () => pointer],
  ] as const)('causes 503 without a charge until it ends: %s', async (_, fault, key) => {
    s3.faults.next(100, fault, reading(key()))
    await failsAndRecovers(() => {})
  })

  test('causes 503 without a charge while nothing is published', async () => {
    await bucket.delete(pointer)
    await failsAndRecovers(() => publish(bucket, 'demo', build))
  })

  test.each([
    ['a damaged pointer', () => pointer, '{"build":'],
    ['a damaged manifest', manifestKey, '{"name":"demo"}'],
    ['tiles of another size', tarKey, 'x'],
  ])('causes 503 without a charge until it ends: %s', async (_, key, body) => {
    const { bytes } = await bucket.get(key())
    await bucket.put(key(), body)
    await failsAndRecovers(() => bucket.put(key(), bytes))
  })

  test('causes 503 without a charge while tiles are missing', async () => {
    const { bytes } = await bucket.get(tarKey())
    await bucket.delete(tarKey())
    await failsAndRecovers(() => bucket.put(tarKey(), bytes))
  })

  test('causes 503 without a charge when tiles are replaced during the download', async () => {
    const { bytes } = await bucket.get(tarKey())
    s3.requests.length = 0
    // Both the read and its hedge arrive after the store has replaced the object.
    s3.faults.next(2, 'slow-first-byte', reading(tarKey()))
    const before = await balance()
    const answer = route()
    await expect
      .poll(() => s3.requests.filter(reading(tarKey())).length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    await bucket.put(tarKey(), Buffer.from(bytes).fill(0, 600, 700))
    expectUnavailable(await answer)
    expect(await balance()).toBe(before)
    expect(s3.requests.filter(reading(tarKey())).map(({ status }) => status)).toContain(412)
    await bucket.put(tarKey(), bytes)
    expectRoute(await route())
  })
})

describe('a process that has downloaded its tiles', () => {
  test('answers while the bucket is unavailable', async () => {
    expectRoute(await route())
    s3.faults.next(1000, 'unavailable')
    for (let i = 0; i < 3; i++) {
      environment.later(30_000)
      expectRoute(await route())
    }
  })

  test('does not fetch them again after a restart on the same disk', async () => {
    expectRoute(await route())
    expect(s3.requests.filter(reading(tarKey()))).not.toEqual([])
    s3.requests.length = 0
    await environment.restart()
    expectRoute(await route())
    expect(s3.requests.filter(reading(tarKey()))).toEqual([])
    expect(readdirSync(join(environment.folder, 'cairn'))).toHaveLength(1)
  })
})

describe('publishing', () => {
  /** Publishes a copy of the build under another id. With `sha256`, its tiles do not match its manifest. */
  async function anotherBuild(sha256?: string): Promise<string> {
    const id = makeBuildId()
    const manifest = await readManifest(bucket, 'demo', build)
    for (const { name } of manifest.files) {
      const { bytes } = await bucket.get(`datasets/demo/${build}/${name}`)
      await bucket.put(`datasets/demo/${id}/${name}`, bytes)
    }
    const files = manifest.files.map((file) =>
      file.name === 'routing.tar' && sha256 ? { ...file, sha256 } : file,
    )
    await bucket.put(manifestKey(id), JSON.stringify({ ...manifest, build: id, files }))
    return id
  }

  test('takes effect within 30 s, as does a rollback, without a failed call', async () => {
    expectRoute(await route())
    const next = await anotherBuild()
    await publish(bucket, 'demo', next)
    expectRoute(await route())
    expect(await servedBuild()).toBe(build)
    environment.later(30_000)
    expectRoute(await route())
    expect(await servedBuild()).toBe(next)
    await rollback(bucket, 'demo')
    environment.later(30_000)
    expectRoute(await route())
    expect(await servedBuild()).toBe(build)
  })

  test('leaves the earlier build serving when the new one is damaged, with one line in the log', async () => {
    expectRoute(await route())
    const broken = await anotherBuild('0'.repeat(64))
    await publish(bucket, 'demo', broken)
    for (let i = 0; i < 3; i++) {
      environment.later(30_000)
      expectRoute(await route())
    }
    expect(await servedBuild()).toBe(build)
    expect(environment.log.match(/a published build is not served/g)).toHaveLength(1)
    expect(environment.log).toContain('another SHA-256')
    await rollback(bucket, 'demo')
  })
})

describe('health', () => {
  test('is 200 with the served build when all checks succeed', async () => {
    const { status, body, headers } = await health()
    const check = { status: 'ok', milliseconds: expect.any(Number) }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'ok',
        region: 'demo',
        build,
        attribution: expect.any(String),
        checks: { accounts: check, dataset: { ...check, build }, engine: { ...check, build } },
      },
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  test('reports an incomplete data set while the engine still serves', async () => {
    expectRoute(await route())
    const { bytes } = await bucket.get(`datasets/demo/${build}/terrain.tif`)
    await bucket.delete(`datasets/demo/${build}/terrain.tif`)
    const { status, body } = await health()
    await bucket.put(`datasets/demo/${build}/terrain.tif`, bytes)
    expect({ status, body }).toMatchObject({
      status: 503,
      body: {
        status: 'unavailable',
        build,
        checks: {
          accounts: { status: 'ok' },
          dataset: { status: 'unavailable' },
          engine: { status: 'ok', build },
        },
      },
    })
    expect(environment.log).toContain('lacks terrain.tif')
    environment.later(5_000)
    expect((await health()).status).toBe(200)
  })

  test('is 503 without a store, with the reason only in the log', async () => {
    s3.faults.next(1000, 'forbidden')
    const { status, body } = await health()
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        region: 'demo',
        build: null,
        checks: {
          accounts: { status: 'ok', milliseconds: expect.any(Number) },
          dataset: { status: 'unavailable', milliseconds: expect.any(Number) },
          engine: { status: 'unavailable', milliseconds: expect.any(Number) },
        },
      },
    })
    expect(environment.log).toContain('health check failed')
  })
})
