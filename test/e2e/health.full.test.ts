import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
})
afterAll(() => server.stop())

const health = async () => {
  const response = await fetch(`${server.url}/health`)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** Lists the child processes of a process, from `/proc` on Linux. */
function childrenOf(parent: number): number[] {
  const parentOf = (pid: string): number => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
    } catch {
      return 0
    }
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => parentOf(pid) === parent).map(Number)
}

test('health reports the checks of a worker and the number of workers', async () => {
  const { status, body, headers } = await health()
  const check = { status: 'ok', milliseconds: expect.any(Number) }
  const build = expect.any(String)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      status: 'ok',
      region: 'demo',
      build,
      attribution: expect.any(String),
      workers: 1,
      checks: {
        accounts: check,
        dataset: { ...check, build },
        engine: { ...check, build },
        disk: check,
      },
    },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test.skipIf(process.platform !== 'linux')(
  'health answers 503 while a worker hangs, and 200 when it continues',
  async () => {
    const [worker] = childrenOf(server.process.pid!)
    process.kill(worker!, 'SIGSTOP')
    const { status, body } = await health()
    process.kill(worker!, 'SIGCONT')
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'unavailable', region: 'demo', build: expect.any(String), workers: 1 },
    })
    await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe(200)
  },
)

test.skipIf(process.platform !== 'linux')(
  'health answers 503 while the disk is full, and 200 afterwards',
  async () => {
    symlinkSync('/dev/full', join(server.home, '.disk-probe'))
    const full = await health()
    expect(full.status).toBe(503)
    expect(full.body).toMatchObject({
      status: 'unavailable',
      checks: { accounts: { status: 'ok' }, disk: { status: 'unavailable' } },
    })
    expect(await health()).toMatchObject({
      status: 200,
      body: { checks: { disk: { status: 'ok' } } },
    })
  },
)
