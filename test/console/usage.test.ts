import { describe, expect, test } from 'vitest'
import { summarizeLedger } from '#console'
import type { LedgerRow } from '#platform/accounts'

const now = new Date('2026-03-31T12:00:00Z')

async function* charges(...moves: [at: string, operation: string, amount: number][]) {
  let sequence = 0
  for (const [at, operation, amount] of moves) {
    sequence++
    const kind = amount < 0 ? 'charge' : 'credit'
    const row = { accountId: 'a', sequence, kind, amount, balanceAfter: 0, at } as const
    yield (kind === 'charge' ? { ...row, operation } : row) satisfies LedgerRow
  }
}

describe('the use of an account', () => {
  test('is summed by day and operation', async () => {
    const { usage } = await summarizeLedger(
      charges(
        ['2026-03-30T23:59:59Z', 'routing/route', -700],
        ['2026-03-30T10:00:00Z', 'routing/route', -700],
        ['2026-03-30T10:00:00Z', 'predict', -20_000],
        ['2026-03-31T00:00:00Z', 'routing/route', -700],
        ['2026-03-31T01:00:00Z', '', 5_000_000],
      ),
      now,
    )
    expect(usage).toEqual([
      { day: '2026-03-30', operation: 'routing/route', calls: 2, charged_usd: '0.0014' },
      { day: '2026-03-30', operation: 'predict', calls: 1, charged_usd: '0.02' },
      { day: '2026-03-31', operation: 'routing/route', calls: 1, charged_usd: '0.0007' },
    ])
  })

  test('covers 30 days, and today is the last', async () => {
    const summary = await summarizeLedger(
      charges(
        ['2026-03-01T23:59:59Z', 'routing/route', -700],
        ['2026-03-02T00:00:00Z', 'routing/route', -700],
      ),
      now,
    )
    expect(summary).toMatchObject({ first_day: '2026-03-02', last_day: '2026-03-31' })
    expect(summary.usage.map(({ day }) => day)).toEqual(['2026-03-02'])
  })

  test('includes the newest 100 rows, newest first, however many there are', async () => {
    const moves = Array.from({ length: 1234 }, (): [string, string, number] => [
      '2026-03-30T10:00:00Z',
      'routing/route',
      -1,
    ])
    const summary = await summarizeLedger(charges(...moves), now)
    expect(summary.ledger.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 100 }, (_, i) => 1234 - i),
    )
    expect(summary.ledger_rows).toBe(1234)
    expect(summary.usage).toMatchObject([{ calls: 1234, charged_usd: '0.001234' }])
  })

  test('leaves turns of the event loop to other work meanwhile', async () => {
    const moves = Array.from({ length: 2000 }, (): [string, string, number] => [
      '2026-03-30T10:00:00Z',
      'a',
      -1,
    ])
    let turns = 0
    const count = setInterval(() => turns++, 0)
    const immediate = () => setImmediate(() => turns++)
    immediate()
    await summarizeLedger(charges(...moves), now)
    clearInterval(count)
    expect(turns).toBeGreaterThan(0)
  })
})
