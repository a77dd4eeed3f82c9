import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

describe('rate limits of keys on the local server', () => {
  let server: TestServer
  beforeAll(async () => {
    // The rate is so slow that no token returns while the test runs.
    server = await startServer(homeOver(inject('builtHome')), {
      CAIRN_REQUESTS_PER_KEY: '0.002',
      CAIRN_BURST_PER_KEY: '10',
      CAIRN_WORKERS: '2',
    })
  })
  afterAll(() => server.process.kill('SIGKILL'))

  const call = (key: string, text = 'Via+Runcalet+34') =>
    fetch(`${server.url}/v1/geocoding/parse?text=${text}`, { headers: { 'x-api-key': key } })

  test('refuse calls beyond the burst with 429 and retry-after, without a charge', async () => {
    const own = await server.newKey('1.00')
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(own.key)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(20).fill(429)])
    const refused = answers.find(({ status }) => status === 429)!
    const body = (await refused.json()) as { retry_after_seconds: number }
    expect(body).toEqual({
      error: 'too_many_requests',
      message: expect.any(String),
      retry_after_seconds: expect.any(Number),
    })
    expect(refused.headers.get('retry-after')).toBe(String(body.retry_after_seconds))
    expect(body.retry_after_seconds).toBeGreaterThan(400)
    const ledger = (await server.keys('ledger', own.account_id)) as unknown as { kind: string }[]
    expect(ledger.filter(({ kind }) => kind === 'charge')).toHaveLength(10)
  })

  test('count requests refused with 400 as well, and leave other keys unaffected', async () => {
    const own = await server.newKey('1.00')
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await call(own.key, '')).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const other = await server.newKey('1.00')
    expect((await call(other.key)).status).toBe(200)
  })

  test('follow the limit of an account as soon as it is set', async () => {
    const own = await server.newKey('1.00')
    await server.keys('limit', own.account_id, '1000', '--burst', '1000')
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(own.key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  })
})
