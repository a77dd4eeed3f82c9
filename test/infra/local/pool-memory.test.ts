import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { hashKey, makeKey, openAccounts } from '#platform/accounts'
import { WorkerPool } from '../../../infra/local/pool.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { homeOver } from '../../fixtures/server.ts'

let pool: WorkerPool | undefined
afterEach(() => pool?.kill())

/** Starts a pool of one worker, which holds 300 MB more some seconds after its start, with a function to call it. */
async function growingPool(maxWorkerBytes: number, growAfterSeconds = 8) {
  const home = homeOver(inject('builtHome'))
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const key = makeKey()
  const { accountId } = await accounts.createAccount({ balance: 1_000_000_000 })
  await accounts.addKey({ accountId, keySha256: hashKey(key), hint: key.slice(-4) })
  accounts.close()
  const preload = pathToFileURL(resolve('test/fixtures/grow-memory.mjs')).href
  const lines: string[] = []
  const environment = {
    ...process.env,
    CAIRN_HOME: home,
    REGION: 'demo',
    CAIRN_TEST_GROW_AFTER: String(growAfterSeconds),
    NODE_OPTIONS: `--import ${preload}`,
  }
  pool = new WorkerPool({ size: 1, environment, maxWorkerBytes, log: (line) => lines.push(line) })
  await pool.start()
  const call = async () => {
    const event = proxyEvent({ method: 'GET', path: '/v1/geocoding/parse', query: { text: ['a'] } })
    event.multiValueHeaders = { 'x-api-key': [key] }
    const options = {
      call: { account: key, heavy: false },
      body: Buffer.alloc(0),
      hungUp: new AbortController().signal,
    }
    return (await pool!.call('geocoding/parse', event, options)).statusCode
  }
  return { pool, lines, call }
}

describe('a worker over its memory limit', () => {
  test('is replaced by another, while every call is answered', async () => {
    const { pool, lines, call } = await growingPool(300_000_000)
    const statuses = new Set<number>()
    const until = Date.now() + 60_000
    while (pool.replacedCount === 0 && Date.now() < until) {
      for (const status of await Promise.all(Array.from({ length: 8 }, call))) statuses.add(status)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    for (const status of await Promise.all(Array.from({ length: 8 }, call))) statuses.add(status)
    expect(pool.replacedCount).toBe(1)
    expect([...statuses]).toEqual([200])
    expect(lines[0]).toMatch(/^A worker holds \d+ MB, over the limit of 300 MB: it is replaced$/)
    expect(lines).toHaveLength(1)
  }, 120_000)

  test('stays when it held that much from the start', async () => {
    const { pool, lines, call } = await growingPool(1, Number.POSITIVE_INFINITY)
    for (let i = 0; i < 20; i++) {
      expect(await call()).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(pool.replacedCount).toBe(0)
    expect(lines).toEqual([])
  }, 60_000)
})
