import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { JobsClient } from '../fixtures/jobs-client.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

const csv = [
  'id;street;town;note',
  '1;Via Pegna 5;Pradetta;',
  '2;Nowhereatall 99;Qzxvw;"two\nlines"',
  '3;;;empty',
  '4;Via Runcalet 34;Nevrin;=1+1',
  '',
].join('\n')

let server: TestServer
let jobs: JobsClient
let accountId: string
let others: JobsClient

beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_JOB_PROCESSES: '1' })
  const created = await server.newKey('5.00')
  accountId = created.account_id
  jobs = new JobsClient(server.url, created.key)
  others = new JobsClient(server.url, (await server.newKey('5.00')).key)
})

afterAll(async () => {
  await server.stop()
})

async function balanceUsd(): Promise<number> {
  return Number((await jobs.call('GET')).headers.get('x-balance'))
}

describe('a job over HTTP', () => {
  test('returns every row in order with all its columns and its place', async () => {
    const before = await balanceUsd()
    const job = await jobs.run(csv)
    expect(job).toMatchObject({
      state: 'succeeded',
      counts: { total: 4, matched: 2, unmatched: 1, failed: 1 },
      progress: 1,
      charged_usd: '0.0006',
    })
    const text = await jobs.result(job)
    expect(createHash('sha256').update(text).digest('hex')).toBe(job.result!.sha256)
    expect(Buffer.byteLength(text)).toBe(job.result!.bytes)
    const rows = parse(text, { columns: true, delimiter: ';' }) as Record<string, string>[]
    expect(rows.map(({ id, street, town, note }) => [id, street, town, note])).toEqual([
      ['1', 'Via Pegna 5', 'Pradetta', ''],
      ['2', 'Nowhereatall 99', 'Qzxvw', 'two\nlines'],
      ['3', '', '', 'empty'],
      ['4', 'Via Runcalet 34', 'Nevrin', '=1+1'],
    ])
    const search = await fetch(
      `${server.url}/v1/geocoding/structured-search?address=Via+Pegna+5&locality=Pradetta&size=1`,
      { headers: { 'x-api-key': (await server.newKey('1.00')).key } },
    )
    const [place] = ((await search.json()) as { results: { label: string }[] }).results
    expect(rows[0]!.label).toBe(place!.label)
    expect(rows.map(({ lat }) => lat !== '')).toEqual([true, false, false, true])
    expect(rows[2]!.error).toContain('bad_request')
    expect(before - (await balanceUsd())).toBeCloseTo(0.0006, 6)
  })

  test('is charged once, as one row of the ledger; polling adds no row', async () => {
    const rows = (await server.keys('ledger', accountId)) as unknown as { operation?: string }[]
    const ofJobs = rows.filter(({ operation }) => operation?.startsWith('geocoding/jobs'))
    expect(ofJobs).toHaveLength(1)
  })

  test('returns its result as JSONL or GeoJSON', async () => {
    const jsonl = await jobs.result(await jobs.run(csv, { output: 'jsonl' }))
    const records = jsonl
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records.map(({ id }) => String(id))).toEqual(['1', '2', '3', '4'])
    const geojson = JSON.parse(await jobs.result(await jobs.run(csv, { output: 'geojson' })))
    expect(geojson.type).toBe('FeatureCollection')
    expect(
      geojson.features.map(({ geometry }: { geometry: unknown }) => geometry !== null),
    ).toEqual([true, false, false, true])
  })

  test('fails with the number of the faulty line, and costs nothing', async () => {
    const before = await balanceUsd()
    const job = await jobs.run('address\n"Via Pegna 5\n')
    expect(job).toMatchObject({ state: 'failed', error: { line: 2 }, charged_usd: '0.00' })
    expect(await balanceUsd()).toBe(before)
  })

  test('waits for a top-up, then continues by itself', async () => {
    const poor = await server.newKey('0.0002')
    const client = new JobsClient(server.url, poor.key)
    const created = await client.create()
    expect(await client.upload(created, csv)).toBeLessThan(300)
    const waiting = await client.reached(created.job_id, ['payment_required'])
    expect(waiting.error?.error).toBe('payment_required')
    await server.keys('topup', poor.account_id, '1.00')
    expect((await client.ended(created.job_id)).state).toBe('succeeded')
  }, 60_000)

  test('needs a balance for at least one row; an account may have 100 jobs that await their upload', async () => {
    const poor = await server.newKey('0.0001')
    const refused = await new JobsClient(server.url, poor.key).call('POST', '', {})
    expect(refused.status).toBe(402)
    expect(refused.json.error).toBe('payment_required')
    await server.keys('topup', poor.account_id, '0.0001')
    const calls = Array.from({ length: 150 }, () =>
      new JobsClient(server.url, poor.key).call('POST', '', {}),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
    const over = answers.filter(({ status }) => status === 429)
    expect(over).toHaveLength(50)
    expect(over[0]!.json.message).toMatch(/^100 jobs await their upload/)
    expect(Number(over[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    const [first] = answers.filter(({ status }) => status === 201)
    const client = new JobsClient(server.url, poor.key)
    await client.call('DELETE', `/${first!.json.job_id}`)
    // The link of the cancelled job lasts for the rest of the hour.
    expect((await client.call('POST', '', {})).status).toBe(429)
  })

  test('fails when its key is suspended, and costs nothing', async () => {
    const own = await server.newKey('5.00')
    const client = new JobsClient(server.url, own.key)
    const created = await client.create()
    await server.keys('suspend', own.key_id)
    expect(await client.upload(created, csv)).toBeLessThan(300)
    const other = await server.keys('create', '--account', own.account_id, '--balance', '1.00')
    const holder = new JobsClient(server.url, other.key!)
    const job = await holder.ended(created.job_id)
    expect(job).toMatchObject({
      state: 'failed',
      error: { error: 'forbidden', message: expect.stringContaining('API key is suspended') },
      charged_usd: '0.00',
    })
    expect((await holder.call('GET')).headers.get('x-balance')).toBe('6.00')
  })

  test('can be cancelled, and refuses an upload afterwards', async () => {
    const created = await jobs.create()
    const cancelled = await jobs.call('DELETE', `/${created.job_id}`)
    expect(cancelled.json).toMatchObject({ job_id: created.job_id, state: 'cancelled' })
    expect(await jobs.upload(created, csv)).toBe(403)
    expect((await jobs.call('DELETE', `/${created.job_id}`)).json.state).toBe('cancelled')
    expect((await jobs.show(created.job_id)).counts.total).toBe(0)
  })
})

describe('the jobs of an account', () => {
  test('are listed newest first, a page at a time', async () => {
    const made = [await jobs.create(), await jobs.create(), await jobs.create()]
    const first = (await jobs.call('GET', '?limit=2')).json
    expect(first.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([
      made[2]!.job_id,
      made[1]!.job_id,
    ])
    const second = (await jobs.call('GET', `?limit=1&before=${first.next}`)).json
    expect(second.jobs[0].job_id).toBe(made[0]!.job_id)
  })

  test('are unknown to other accounts', async () => {
    const { job_id } = await jobs.create()
    for (const method of ['GET', 'DELETE']) {
      const answer = await others.call(method, `/${job_id}`)
      expect(answer.status).toBe(404)
      expect(answer.json.error).toBe('not_found')
    }
    expect((await jobs.show(job_id)).state).toBe('awaiting_upload')
    expect(JSON.stringify((await others.call('GET')).json)).not.toContain(job_id)
  })

  test.each(['job_0', '..%2F..%2Faccounts.db', '%00', 'x'.repeat(90)])(
    'do not include a job with the malformed id %s',
    async (jobId) => {
      const { status } = await jobs.call('GET', `/${jobId}`)
      expect([400, 404]).toContain(status)
    },
  )
})

describe('a request for a job', () => {
  test.each([
    [{ format: 'xlsx' }, 'format'],
    [{ output: 'shp' }, 'output'],
    [{ columns: { place: 'a' } }, 'columns'],
    [{ columns: { text: 'a', street: 'b' } }, 'columns.text'],
    [{ options: { country: 'Narnia' } }, 'options.country'],
    [{ options: { size: 6 } }, 'options.size'],
    [{ options: { place_types: 'planet' } }, 'options.place_types.0'],
  ])('%j is refused with the name of the faulty field', async (request, path) => {
    const { status, json } = await jobs.call('POST', '', request)
    expect(status).toBe(400)
    expect(json.details[0].path).toBe(path)
  })
})

describe('an upload', () => {
  test('is refused with another key, policy or signature', async () => {
    const created = await jobs.create()
    const other = await others.create()
    const { fields = {} } = created.upload
    for (const [name, value] of Object.entries(fields)) {
      const forged = { ...fields, [name]: other.upload.fields?.[name] ?? `${value}x` }
      if (forged[name] === value) continue
      expect(await jobs.upload(created, csv, forged)).toBeGreaterThanOrEqual(400)
    }
    expect((await jobs.show(created.job_id)).state).toBe('awaiting_upload')
  })
})

describe('a file in the folder of an account', () => {
  test('is geocoded with the options in the request beside it', async () => {
    const folder = join(server.home, 'jobs/in', accountId)
    mkdirSync(folder, { recursive: true })
    const request = { columns: { address: 'street', locality: 'town' }, output: 'geojson' }
    writeFileSync(join(folder, 'shops.csv.job.json'), JSON.stringify(request))
    writeFileSync(join(folder, '.shops.csv'), csv)
    renameSync(join(folder, '.shops.csv'), join(folder, 'shops.csv'))
    let found: { job_id: string } | undefined
    for (let i = 0; i < 300 && !found; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const { json } = await jobs.call('GET')
      found = json.jobs.find(({ file }: { file?: string }) => file === 'shops.csv')
    }
    const job = await jobs.ended(found!.job_id)
    expect(job).toMatchObject({ state: 'succeeded', counts: { total: 4, matched: 2 } })
    expect(JSON.parse(await jobs.result(job)).features).toHaveLength(4)
  }, 60_000)
})
