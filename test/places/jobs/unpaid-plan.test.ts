import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finish, type JobContext, makeUploadKey, plan } from '#places/jobs'
import { freePlanBytes } from '#places/jobs/schemas'
import { type JobBench, jobBench, pricePerRow, upload } from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
afterEach(() => bench.close())

const rowBytes = 4096
const row = `${'x'.repeat(rowBytes - 1)}\n`
/** Rows of a file that is twice as large as what is read before it is paid. */
const fileRows = (2 * freePlanBytes) / rowBytes
const file = `city\n${row.repeat(fileRows)}`

/** The context, and the bytes of the input that its steps read. */
function counting(): { context: JobContext; readBytes(): number } {
  let bytes = 0
  const files = new Proxy(bench.files, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'get') return value.bind(target)
      return async (...given: Parameters<typeof target.get>) => {
        const read = await target.get(...given)
        if (given[0].startsWith('jobs/in/')) bytes += read.bytes.length
        return read
      }
    },
  })
  return { context: { ...bench.context, files }, readBytes: () => bytes }
}

/** The block in which the limit lies, the next one, one that is read ahead, and the head of the file: under 8 MB each. */
const slackBytes = 4 * 8 * 1024 ** 2

describe('before its price is held', () => {
  beforeEach(async () => {
    bench = await jobBench(await gazetteerOf(towns), { balance: 10 * pricePerRow })
  })

  test('a large file is read as far as the balance covers its rows, and on after a top-up', async () => {
    const start = await upload(bench, file)
    const first = counting()
    expect((await plan(start, first.context)).status).toBe('payment_required')
    expect(first.readBytes()).toBeLessThanOrEqual(freePlanBytes + slackBytes)
    const waiting = await bench.jobs.get(start.id)
    expect(waiting).toMatchObject({ state: 'payment_required' })
    expect(waiting!.totalRows).toBeGreaterThan(10)
    expect(waiting!.chunkCount).toBeUndefined()

    const again = counting()
    expect((await plan(start, again.context)).status).toBe('payment_required')
    expect(again.readBytes()).toBe(0)

    await bench.accounts.topUp(bench.accountId, fileRows * pricePerRow)
    expect((await plan(start, bench.context)).status).toBe('running')
    expect(await bench.jobs.get(start.id)).toMatchObject({ totalRows: fileRows })
    expect((await bench.accounts.getAccount(bench.accountId))!.held).toBe(fileRows * pricePerRow)
  })

  test('a large file without rows is not read to its end for nothing', async () => {
    const start = await upload(bench, `city\n${'\n'.repeat(2 * freePlanBytes)}`)
    const { context, readBytes } = counting()
    expect((await plan(start, context)).status).toBe('payment_required')
    expect(readBytes()).toBeLessThanOrEqual(freePlanBytes + slackBytes)
  })

  test('a small file is counted whole, so that its owner learns the price', async () => {
    const start = await upload(bench, `city\n${'Brumeville\n'.repeat(1000)}`)
    expect((await plan(start, bench.context)).status).toBe('payment_required')
    expect(await bench.jobs.get(start.id)).toMatchObject({ totalRows: 1000 })
  })
})

describe('an upload that no job reads', () => {
  beforeEach(async () => {
    bench = await jobBench(await gazetteerOf(towns))
  })

  test.each(['cancelled', 'failed'] as const)('is deleted when its job has %s', async (to) => {
    const start = await upload(bench, 'city\nBrumeville\n')
    await bench.jobs.transition({ ...start.id, from: ['awaiting_upload'], to })
    expect(await plan(start, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeUndefined()
  })

  test('is deleted when it replaces the file of a job that runs, which fails', async () => {
    const start = await upload(bench, 'city\nBrumeville\n')
    await plan(start, bench.context)
    const other = { key: start.key, executionId: 'other' }
    // An event that comes twice.
    expect(await plan(other, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeDefined()
    await bench.files.put(makeUploadKey(start.id), `city\n${'Brumeville\n'.repeat(9)}`)
    expect(await plan(other, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeUndefined()
    const failed = { ...start.id, executionId: start.executionId, failure: { error: 'Error' } }
    expect(await finish(failed, bench.context)).toEqual({ status: 'failed' })
  })
})
