import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeResultKey, merge, plan, work } from '#places/jobs'
import { ApiError } from '#platform/errors'
import {
  chunksOf,
  drop,
  failing,
  type JobBench,
  jobBench,
  outcomeOf,
  run,
  upload,
} from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await jobBench(await gazetteerOf(towns))
})
afterAll(() => bench.close())

const addresses = 'address,note\n"Rue du Moulin 3, Brumeville",a\nqwxz,b\n,c\n'

describe('a run of plan, work, merge and finish', () => {
  test('returns a CSV with the places of its rows, and charges the answered rows', async () => {
    const before = (await bench.accounts.getAccount(bench.accountId))!.balance
    const start = await upload(bench, addresses)
    expect(await run(bench.context, start)).toBe('succeeded')
    const { job, result, account } = await outcomeOf(bench, start.id)
    expect(result?.split('\n')).toEqual([
      'address,note,lat,lng,label,confidence,place_type,match_type,id,error',
      '"Rue du Moulin 3, Brumeville",a,45.1,5.10025,"3 Rue du Moulin, 26310 Brumeville, France",1,address,exact,moulin/3,',
      'qwxz,b,,,,,,,,',
      ',c,,,,,,,,bad_request: The row has nothing to search for.',
      '',
    ])
    expect(job).toMatchObject({
      state: 'succeeded',
      counts: { matched: 1, unmatched: 1, failed: 1 },
      totalRows: 3,
      charged: 400,
      result: { key: makeResultKey(start.id, `${start.id.jobId}.csv`), bytes: result!.length },
    })
    expect(account).toMatchObject({ balance: before - 400, held: 0 })
  })

  test('leaves nothing but the input and the result', async () => {
    const start = await upload(bench, addresses)
    await run(bench.context, start)
    const keys: string[] = []
    for await (const { key } of bench.files.list('jobs/')) keys.push(key)
    expect(keys.filter((key) => key.includes(start.id.jobId))).toEqual([
      start.key,
      makeResultKey(start.id, `${start.id.jobId}.csv`),
    ])
  })

  test('takes a dropped file, with the request beside it', async () => {
    await drop(bench, 'Kunden März.csv.job.json', '{"output": "jsonl", "options": {"lang": "de"}}')
    const start = await drop(bench, 'Kunden März.csv', 'Ort\nBrumeville\n')
    expect(await run(bench.context, start)).toBe('succeeded')
    const [newest] = await bench.jobs.list(bench.accountId, { limit: 1 })
    const { result, job } = await outcomeOf(bench, newest!)
    expect(job).toMatchObject({ keyId: bench.keyId, inputKey: start.key })
    expect(job.result?.key).toBe(makeResultKey(newest!, 'Kunden März-geocoded.jsonl'))
    expect(JSON.parse(result!)).toMatchObject({
      Ort: 'Brumeville',
      label: expect.stringContaining('Nebelstadt'),
    })
  })

  test('waits while too many jobs of the account hold their price', async () => {
    const start = await upload(bench, addresses)
    const accounts = failing(bench.accounts, 'hold', new ApiError('too_many_requests'))
    expect(await run({ ...bench.context, accounts }, start)).toBe('payment_required')
    expect(await run(bench.context, start)).toBe('succeeded')
  })

  test('happens once, however often the event arrives', async () => {
    const { key } = await drop(bench, 'thrice.csv', addresses)
    const before = await bench.jobs.list(bench.accountId, { limit: 1000 })
    const statuses = await Promise.all(
      ['a', 'b', 'c'].map((executionId) => run(bench.context, { key, executionId })),
    )
    expect(statuses.toSorted()).toEqual(['ended', 'ended', 'succeeded'])
    expect(await bench.jobs.list(bench.accountId, { limit: 1000 })).toHaveLength(before.length + 1)
  })

  test('waits for payment and then continues from its plan', async () => {
    const poor = await jobBench((await bench.context.openPlaces('', ''))[0]!, { balance: 500 })
    const start = await upload(poor, addresses)
    expect(await run(poor.context, start)).toBe('payment_required')
    expect((await poor.jobs.get(start.id))!).toMatchObject({
      state: 'payment_required',
      totalRows: 3,
    })
    await poor.accounts.topUp(poor.accountId, 100)
    expect(await run(poor.context, start)).toBe('succeeded')
    expect(await poor.accounts.getAccount(poor.accountId)).toMatchObject({ balance: 200, held: 0 })
    poor.close()
  })

  test.each(['before work', 'before merge'])(
    'costs nothing when it is cancelled %s',
    async (when) => {
      const start = await upload(bench, addresses)
      const { accountId } = bench
      const before = (await bench.accounts.getAccount(accountId))!.balance
      const planned = await plan(start, bench.context)
      if (planned.status !== 'running') throw new Error(planned.status)
      const [chunk] = await chunksOf(bench.context, planned.chunksKey)
      const cancel = () =>
        bench.jobs.transition({
          ...start.id,
          from: ['running'],
          to: 'cancelled',
          unlessCommitted: true,
        })
      if (when === 'before work') await cancel()
      const worked = await work({ ...start.id, chunk: chunk! }, bench.context)
      const held = (await bench.accounts.getAccount(accountId))!.held
      expect(held).toBe(when === 'before work' ? 0 : 600)
      if (when === 'before merge') await cancel()
      expect([worked, await merge(start.id, bench.context)]).toEqual([
        { status: when === 'before work' ? 'ended' : 'done' },
        { status: 'ended' },
      ])
      expect(await bench.accounts.getAccount(accountId)).toMatchObject({ balance: before, held: 0 })
    },
  )

  test.each(['jobs/in/nobody/a.csv', 'jobs/in/a b/a.csv', 'jobs/in/a.csv', 'jobs/elsewhere/a.csv'])(
    'ends at once for %s, because no account could pay for it',
    async (key) => {
      await bench.files.put(key, addresses)
      expect(await plan({ key, executionId: 'x' }, bench.context)).toEqual({ status: 'ended' })
    },
  )
})
