import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { JobCreated, JobStatus } from '#places/jobs/schemas'
import { maxBatchItems } from '#places/search/schemas'
import { openStorage } from '#platform/storage'
import { buildDemo } from '../demo-island/index.ts'
import { pricePerRow } from '../functions/jobs/price.ts'
import { buildRegion } from '../region/index.ts'
import { mappedAddresses } from '../test/fixtures/addresses.ts'
import { type CustomerRow, customerRows, customersCsv } from '../test/fixtures/job-rows.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'
import { homeOver, startServer, type TestServer, workersOf } from '../test/fixtures/server.ts'
import { benchHome } from './region.ts'
import { formatTable } from './statistics.ts'

const rowCount = Number(process.env.ROWS ?? 100_000)
const batchRows = Math.min(rowCount, 20_000)
const singleRows = Math.min(rowCount, 3000)

/**
 * Measures a job of 100,000 rows through the local event path, uploaded and downloaded over HTTP: rows per second on
 * one core, against the same rows by the batch endpoint and by single searches, one call at a time, also on one core.
 * Reports whether all rows are present in order and the charge is exact.
 */
export async function runJobsBenchmark(): Promise<void> {
  for (const { region, addresses } of await loadBenchAddresses()) {
    await measureRegion(region, customerRows(addresses, rowCount))
  }
}

async function measureRegion(region: string, rows: readonly CustomerRow[]): Promise<void> {
  const server = await startServer(homeOver(resolve(benchHome)), {
    REGION: region,
    CAIRN_WORKERS: '1',
    CAIRN_JOB_PROCESSES: '1',
    CAIRN_CHECK_RESPONSES: '0',
  })
  try {
    const { key } = await server.newKey('1000.00')
    const job = await measureJob(server, key, rows)
    const batch = await measureRowsPerSecond(rows.slice(0, batchRows), maxBatchItems, (items) =>
      server.post(
        '/v1/geocoding/batch',
        { items: items.map(({ address }) => ({ text: address })) },
        { 'x-api-key': key },
      ),
    )
    const single = await measureRowsPerSecond(rows.slice(0, singleRows), 1, ([row]) =>
      fetch(
        `${server.url}/v1/geocoding/search?size=1&text=${encodeURIComponent(row!.address || '?')}`,
        { headers: { 'x-api-key': key } },
      ).then((answer) => answer.text()),
    )
    const row = (name: string, perSecond: number) => [
      name,
      `${perSecond.toFixed(0)} rows/s`,
      `${(job.rowsPerSecond / perSecond).toFixed(2)} x`,
    ]
    console.log(`jobs: ${rows.length} rows of ${region}, 5 % broken, one process for each`)
    console.log(
      formatTable([
        ['', 'on one core', 'job against it'],
        row('job', job.rowsPerSecond),
        row(`batch endpoint, ${maxBatchItems} items a call`, batch),
        row('single searches', single),
      ]),
    )
    for (const line of job.findings) console.log(line)
    console.log()
  } finally {
    await server.stop()
  }
}

/** Returns Andorra and Helsinki with their mapped addresses if the extracts are available, else the demo island. */
async function loadBenchAddresses() {
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const regions = []
  for (const name of ['andorra', 'helsinki']) {
    const osm = realRegion(`${name}/${name}.osm.pbf`)
    if (osm === undefined) continue
    await buildRegion({ name, osm: [osm], dem: [], storage, home: benchHome })
    regions.push({ region: name, addresses: await mappedAddresses(osm) })
  }
  if (regions.length > 0) return regions
  const { name } = await buildDemo({ storage, home: benchHome })
  return [{ region: name, addresses: [{ street: 'Via Pegna', number: '5', lat: 0, lon: 0 }] }]
}

async function measureJob(server: TestServer, key: string, rows: readonly CustomerRow[]) {
  const csv = customersCsv(rows)
  const created = (await server.post('/v1/geocoding/jobs', {}, { 'x-api-key': key }))
    .json as JobCreated
  const before = await readBalance(server, key)
  const form = new FormData()
  for (const [name, value] of Object.entries(created.upload.fields ?? {})) form.append(name, value)
  form.append('file', new Blob([csv]))
  const uploadedAt = performance.now()
  await fetch(created.upload.url, { method: 'POST', body: form })
  let status: JobStatus
  let peakBytes = 0
  do {
    await sleep(100)
    peakBytes = Math.max(peakBytes, readPeakMemory(server.process.pid!))
    const answer = await fetch(`${server.url}/v1/geocoding/jobs/${created.job_id}`, {
      headers: { 'x-api-key': key },
    })
    status = (await answer.json()) as JobStatus
  } while (!['succeeded', 'failed', 'cancelled'].includes(status.state))
  const seconds = (performance.now() - uploadedAt) / 1000
  if (!status.result) throw new Error(`the job ended as ${JSON.stringify(status)}`)
  const result = await (await fetch(status.result.url)).text()
  const output: { customer: string }[] = parse(result, { columns: true })
  const { counts, charged_usd } = status
  const charged = Math.round((before - (await readBalance(server, key))) * 1e6)
  const due = (counts.matched + counts.unmatched) * pricePerRow
  const inOrder =
    output.length === rows.length &&
    output.every(({ customer }, i) => Number(customer) === rows[i]!.customer)
  return {
    rowsPerSecond: rows.length / seconds,
    findings: [
      `upload to result: ${seconds.toFixed(1)} s; ${JSON.stringify(counts)}`,
      `every row in its order: ${inOrder ? 'yes' : 'NO'}`,
      `charged ${charged_usd} USD, balance moved by ${charged} micro-dollars, due ${due}: ${charged === due ? 'exact' : 'WRONG'}`,
      `largest process: ${(peakBytes / 1e6).toFixed(0)} MB (budget 512)`,
    ],
  }
}

async function readBalance(server: TestServer, key: string): Promise<number> {
  const answer = await fetch(`${server.url}/v1/geocoding/jobs?limit=1`, {
    headers: { 'x-api-key': key },
  })
  return Number(answer.headers.get('x-balance'))
}

/** Returns the peak resident bytes of the largest child of a process, from Linux's `/proc`. */
function readPeakMemory(pid: number): number {
  const peaks = workersOf(pid).map((child) => {
    try {
      const status = readFileSync(`/proc/${child}/status`, 'utf8')
      return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    } catch {
      return 0
    }
  })
  return Math.max(0, ...peaks)
}

async function measureRowsPerSecond(
  rows: readonly CustomerRow[],
  size: number,
  call: (rows: readonly CustomerRow[]) => Promise<unknown>,
): Promise<number> {
  const from = performance.now()
  for (let start = 0; start < rows.length; start += size)
    await call(rows.slice(start, start + size))
  return rows.length / ((performance.now() - from) / 1000)
}
