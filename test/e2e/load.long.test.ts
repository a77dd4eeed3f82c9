import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { parseUsd } from '#platform/accounts'
import { openLocalAccounts } from '#platform/accounts/local'
import { operations } from '../../functions/operations.ts'
import { readBooks } from '../fixtures/campaign/books.ts'
import { type Customer, newCustomer } from '../fixtures/campaign/customers.ts'
import { latencyTable, quantile, sendLoad } from '../fixtures/campaign/load.ts'
import { type RecordedCall, recordedCall } from '../fixtures/campaign/recorded-call.ts'
import { generatedCalls } from '../fixtures/generated-calls.ts'
import { greedyCalls } from '../fixtures/greedy-calls.ts'
import { homeOver, startServer } from '../fixtures/server.ts'

const requests = Number(process.env.CAIRN_LOAD_REQUESTS ?? 50_000)
/** Concurrent expensive calls; 0 measures without the greedy account. */
const greed = Number(process.env.CAIRN_LOAD_GREED ?? 2)
const seed = Number(process.env.CAIRN_LOAD_SEED ?? Date.now() % 1_000_000)
/** Limit of the 99th percentile, ms; without it, the figure is printed but not checked. */
const maxP99Ms = process.env.CAIRN_LOAD_MAX_P99_MS
const healthyCallers = 6

/** Sends the most expensive legal requests, one after the other, until the signal. */
async function keepAsking(url: string, account: Customer, first: number, ended: AbortSignal) {
  const calls = greedyCalls(seed)
  const made: RecordedCall[] = []
  for (let i = first; !ended.aborted; i++) {
    made.push(await recordedCall(url, calls[i % calls.length]!, { account }))
  }
  return made
}

test(
  `${requests} generated requests beside a greedy account get valid answers, and every 200 is charged once`,
  async () => {
    const home = homeOver(inject('builtHome'))
    const accounts = openLocalAccounts(join(home, 'accounts.db'))
    const customers: Customer[] = []
    for (let i = 0; i < healthyCallers; i++) {
      customers.push(await newCustomer(accounts, `healthy-${i}`, 1_000_000_000))
    }
    const greedy = await newCustomer(accounts, 'greedy', 100_000_000_000)
    accounts.close()
    const generated = generatedCalls(seed)
    const calls = Array.from({ length: requests }, () => generated.next().value)
    const server = await startServer(home)

    const ended = new AbortController()
    const asking = Array.from({ length: greed }, (_, i) =>
      keepAsking(server.url, greedy, 3 * i, ended.signal),
    )
    const from = performance.now()
    const { answers, errors, timeouts } = await sendLoad({ url: server.url, calls, customers })
    const seconds = (performance.now() - from) / 1000
    ended.abort()
    const dear = (await Promise.all(asking)).flat()
    await server.stop()

    const dearTimes = dear.map(({ operation, startedAt, endedAt }) => ({
      operation,
      milliseconds: endedAt - startedAt,
    }))
    console.log(
      `seed ${seed}, ${greed} greedy callers, ${seconds.toFixed(0)} s, connections failed: ${errors}\n` +
        `healthy callers ${JSON.stringify(byStatus(answers))}\n${latencyTable(answers)}\n` +
        `greedy account ${JSON.stringify(byStatus(dear))}\n${latencyTable(dearTimes)}`,
    )
    expect.soft(timeouts).toBe(0)
    expect.soft(answers.length).toBeGreaterThan(0.999 * requests)
    expect.soft(answers.filter(({ status }) => status >= 500).map(({ fault }) => fault)).toEqual([])
    const excused = [503, 504]
    expect
      .soft(dear.filter(({ status }) => status! >= 500 && !excused.includes(status!)))
      .toEqual([])
    for (const { id } of operations) {
      expect.soft(answers.filter(isPaid).some(({ operation }) => operation === id)).toBe(true)
    }

    const { ledger, faults } = readBooks(home)
    expect.soft(faults).toEqual([])
    const paid = [...answers, ...dear].filter(isPaid)
    const charges = ledger.filter(({ kind }) => kind === 'charge')
    const told = paid.map((answer) => entry(answer, parseUsd(answer.charged!)))
    expect.soft(charges.map((row) => entry(row, -row.amount)).sort()).toEqual(told.sort())
    if (maxP99Ms) expect.soft(quantile(answers, 0.99)).toBeLessThan(Number(maxP99Ms))
  },
  3 * 3_600_000,
)

const isPaid = ({ status }: { status?: number }) => status === 200

const entry = (of: { accountId: string; requestId?: string | undefined }, amount: number) =>
  `${of.accountId} ${of.requestId} ${amount}`

function byStatus(answers: readonly { status?: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[String(status)] = (counts[String(status)] ?? 0) + 1
  return counts
}
