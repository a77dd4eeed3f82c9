import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUploadKey, plan, work } from '#places/jobs'
import { chunksOf, type JobBench, jobBench, upload } from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await jobBench(await gazetteerOf(towns), { balance: 1_000_000_000_000 })
})
afterAll(() => bench.close())

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Returns the bytes in use without garbage. Other tests of this process leave garbage that is not yet collected. */
function bytesInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Yields text of about this many bytes, a block at a time. */
function* blocks(header: string, row: (i: number) => string, bytes: number): Generator<Buffer> {
  yield Buffer.from(header)
  for (let [i, written] = [0, 0]; written < bytes; ) {
    let block = ''
    while (block.length < 1_000_000) block += row(i++)
    yield Buffer.from(block)
    written += block.length
  }
}

test.each([
  ['CSV', 'n;city;note\n', (i: number) => `${i};"Brumeville";"he said ""${i}"", and left"\r\n`],
  ['JSON Lines', '', (i: number) => `{"n":${i},"city":"Brumeville","note":"he said ${i}"}\n`],
])(
  'plans and works on a file of 200 MB of %s in less than 100 MB of memory',
  async (_, header, row) => {
    const start = await upload(bench, '-')
    await bench.files.put(makeUploadKey(start.id), Readable.from(blocks(header, row, 200_000_000)))
    const before = bytesInUse()
    let peak = before
    const timer = setInterval(() => (peak = Math.max(peak, bytesInUse())), 1000)
    const planned = await plan(start, bench.context)
    if (planned.status !== 'running')
      throw new Error(JSON.stringify(await bench.jobs.get(start.id)))
    const chunks = await chunksOf(bench.context, planned.chunksKey)
    await work({ ...start.id, chunk: chunks[0]! }, bench.context)
    await work({ ...start.id, chunk: chunks.at(-1)! }, bench.context)
    clearInterval(timer)
    const job = (await bench.jobs.get(start.id))!
    expect(job.totalRows).toBe(chunks.reduce((sum, chunk) => sum + chunk.rows, 0))
    const worked = chunks[0]!.rows + chunks.at(-1)!.rows
    expect(job.counts).toEqual({ matched: worked, unmatched: 0, failed: 0 })
    expect((peak - before) / 1e6).toBeLessThan(100)
  },
  120_000,
)

test('lets timers run while it reads a large file', async () => {
  const start = await upload(bench, '-')
  const body = Readable.from(blocks('city\n', () => 'Brumeville\n', 50_000_000))
  await bench.files.put(makeUploadKey(start.id), body)
  if (!body.closed) await once(body, 'close')
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await plan(start, bench.context)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
}, 60_000)
