import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finish, type JobContext, makeUploadKey, plan } from '#places/jobs'
import { freePlanBytes } from '#places/jobs/schemas'
import { type JobBench, jobBench, pricePerRow, upload } from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
afterEach(() => bench.close())

const rowBytes = 4096
const row = `${'x'.repeat(rowBytes - 1)}\n`
/** Number of rows in a file twice as large as the part that is read before payment. */
const fileRows = (2 * freePlanBytes) / rowBytes
const file = `city\n${row.repeat(fileRows)}`

/** Returns a context that counts the bytes of input read by its steps. */
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

/** Bytes of the block with the limit, the next block, one read ahead and the head of the file: under 8 MB each. */
const slackBytes = 4 * 8 * 1024 ** 2

describe('a plan whose price is not yet held', () => {
  beforeEach(async () => {
    bench = await jobBench(await gazetteerOf(towns), { balance: 10 * pricePerRow })
  })

  test('reads a large file only until its rows exceed the balance, and continues after a top-up', async () => {
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

  test('does not read a large file without rows to its end for nothing', async () => {
    const start = await upload(bench, `city\n${'\n'.repeat(2 * freePlanBytes)}`)
    const { context, readBytes } = counting()
    expect((await plan(start, context)).status).toBe('payment_required')
    expect(readBytes()).toBeLessThanOrEqual(freePlanBytes + slackBytes)
  })

  test('counts all rows of a small file, so that its owner learns the price', async () => {
    const start = await upload(bench, `city\n${'Brumeville\n'.repeat(1000)}`)
    expect((await plan(start, bench.context)).status).toBe('payment_required')
    expect(await bench.jobs.get(start.id)).toMatchObject({ totalRows: 1000 })
  })
})

describe('an upload that no job will read', () => {
  beforeEach(async () => {
    bench = await jobBench(await gazetteerOf(towns))
  })

  test.each(['cancelled', 'failed'] as const)('is deleted when its job has %s', async (to) => {
    const start = await upload(bench, 'city\nBrumeville\n')
    await bench.jobs.transition({ ...start.id, from: ['awaiting_upload'], to })
    expect(await plan(start, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeUndefined()
  })

  test('is deleted when it replaces the file of a running job, which fails', async () => {
    const start = await upload(bench, 'city\nBrumeville\n')
    await plan(start, bench.context)
    const other = { key: start.key, executionId: 'other' }
    // An event that is delivered twice.
    expect(await plan(other, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeDefined()
    await bench.files.put(makeUploadKey(start.id), `city\n${'Brumeville\n'.repeat(9)}`)
    expect(await plan(other, bench.context)).toEqual({ status: 'ended' })
    expect(await bench.files.head(start.key)).toBeUndefined()
    const failed = { ...start.id, executionId: start.executionId, failure: { error: 'Error' } }
    expect(await finish(failed, bench.context)).toEqual({ status: 'failed' })
  })
})
