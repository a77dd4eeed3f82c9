import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import { homeOver, startServer, type TestServer, workersOf } from '../fixtures/server.ts'
import { withCampaigns } from '../setup/suite.ts'

const path = '/v1/routing/route'
const body = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }

let server: TestServer

beforeEach(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
})

afterEach(() => {
  server.process.kill('SIGKILL')
})

test.skipIf(process.platform !== 'linux')(
  'answers 503 without a charge when SIGSEGV kills the worker, and answers the next call',
  async () => {
    const own = await server.newKey('1.00')
    const call = () => server.post(path, body, { 'x-api-key': own.key })
    expect((await call()).status).toBe(200)

    const [worker] = workersOf(server.process.pid!)
    // Frozen, the worker cannot answer before it is killed: the call is under way when it dies.
    process.kill(worker!, 'SIGSTOP')
    const lost = call()
    await sleep(100)
    process.kill(worker!, 'SIGSEGV')
    process.kill(worker!, 'SIGCONT')
    const answer = await lost
    expect(answer.status).toBe(503)
    expect(answer.json.error).toBe('service_unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')

    expect((await call()).status).toBe(200)
    const ledger = (await server.keys('ledger', own.account_id)) as unknown as { kind: string }[]
    const charges = ledger.filter((row) => row.kind === 'charge')
    expect(charges).toHaveLength(2)
  },
)

test('repeats the answer that was lost with its server, and charges it once', async () => {
  const own = await server.newKey('1.00')
  const headers = { 'x-api-key': own.key, 'idempotency-key': 'lost-with-its-server' }
  const charged = await server.post(path, body, headers)
  expect(charged.headers.get('x-charged')).toBe('0.0007')
  process.kill(server.process.pid!, 'SIGKILL')
  server = await startServer(server.home, { CAIRN_WORKERS: '1' })
  const again = await server.post(path, body, headers)
  expect(again.text).toBe(charged.text)
  expect(again.headers.get('x-idempotent-replay')).toBe('true')
  expect(again.headers.get('x-charged')).toBe('0.00')
  expect(again.headers.get('x-balance')).toBe('0.9993')
})

test.skipIf(process.platform !== 'linux')(
  'frees the idempotency key for the next call at once when the worker is killed',
  async () => {
    const own = await server.newKey('1.00')
    const headers = { 'x-api-key': own.key, 'idempotency-key': 'killed' }
    const slow = { ...body, alternates: 3 }
    const [worker] = workersOf(server.process.pid!)
    process.kill(worker!, 'SIGSTOP')
    const lost = server.post(path, slow, headers)
    await sleep(100)
    process.kill(worker!, 'SIGKILL')
    expect((await lost).status).toBe(503)
    const next = await server.post(path, slow, headers)
    expect(next.status).toBe(200)
    expect(next.headers.get('x-charged')).toBe('0.0007')
  },
)

test('finishes the call in flight after SIGTERM, and exits with 0', async () => {
  const own = await server.newKey('1.00')
  const [worker] = workersOf(server.process.pid!)
  process.kill(worker!, 'SIGSTOP')
  const call = server.post(path, body, { 'x-api-key': own.key })
  await sleep(100)
  const stopped = server.stop()
  await sleep(100)
  process.kill(worker!, 'SIGCONT')
  expect((await call).status).toBe(200)
  expect(await stopped).toBe(0)
})

describe.runIf(withCampaigns)('signals and hang-ups', () => {
  test('npm start passes SIGTERM on to the server and exits with 0', async () => {
    const npm = await startServer(homeOver(inject('builtHome')), {}, ['npm', 'start'])
    expect(await npm.stop()).toBe(0)
    await expect(fetch(`${npm.url}/health`)).rejects.toThrow()
  })

  test('SIGTERM to the whole process group still lets the call in flight finish', async () => {
    const own = await server.newKey('1.00')
    const [worker] = workersOf(server.process.pid!)
    process.kill(worker!, 'SIGSTOP')
    const call = server.post(path, body, { 'x-api-key': own.key })
    await sleep(100)
    const stopped = server.stop('group')
    process.kill(server.process.pid!, 'SIGTERM')
    await sleep(100)
    process.kill(worker!, 'SIGCONT')
    expect((await call).status).toBe(200)
    expect(await stopped).toBe(0)
  })

  test('a supervisor killed by SIGKILL leaves no worker behind', async () => {
    const workers = workersOf(server.process.pid!)
    expect(workers).toHaveLength(1)
    server.process.kill('SIGKILL')
    const alive = () =>
      workers.filter((pid) => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      })
    await expect.poll(alive, { timeout: 10_000 }).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')(
    'calls in flight are not charged when the supervisor is killed',
    async () => {
      const own = await server.newKey('1.00')
      const [worker] = workersOf(server.process.pid!)
      process.kill(worker!, 'SIGSTOP')
      const headers = { 'x-api-key': own.key }
      const lost = Array.from({ length: 40 }, () =>
        fetch(`${server.url}/v1/geocoding/parse?text=Via+Runcalet+34`, { headers }).catch(
          () => 'lost',
        ),
      )
      await sleep(500)
      server.process.kill('SIGKILL')
      await Promise.all(lost)
      process.kill(worker!, 'SIGCONT')
      await expect.poll(() => workersOf(1).includes(worker!), { timeout: 10_000 }).toBe(false)
      await sleep(500)
      const ledger = (await server.keys('ledger', own.account_id)) as unknown as { kind: string }[]
      expect(ledger.filter((row) => row.kind === 'charge')).toEqual([])
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'a caller that hangs up before the answer is ready is not charged',
    async () => {
      const own = await server.newKey('1.00')
      const [worker] = workersOf(server.process.pid!)
      process.kill(worker!, 'SIGSTOP')
      const caller = new AbortController()
      const headers = { 'x-api-key': own.key }
      const url = `${server.url}/v1/geocoding/parse?text=Via+Runcalet+34`
      const lost = fetch(url, { headers, signal: caller.signal }).catch(() => 'gone')
      await sleep(300)
      caller.abort()
      await lost
      await sleep(300)
      process.kill(worker!, 'SIGCONT')
      expect((await fetch(url, { headers })).status).toBe(200)
      const ledger = (await server.keys('ledger', own.account_id)) as unknown as { kind: string }[]
      expect(ledger.filter((row) => row.kind === 'charge')).toHaveLength(1)
    },
  )
})
