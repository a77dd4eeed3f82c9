import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '#platform/accounts'
import { computePrice } from '#platform/api'
import { operations } from '../../functions/operations.ts'
import { ledgerOf } from '../contract/accounts-fixtures.ts'
import { needsDynalite, startDynalite } from '../fixtures/dynamodb.ts'
import { placesOf, proxyEvent } from '../fixtures/event.ts'
import { handlerOf, newCaller } from '../fixtures/handler.ts'
import { cases } from '../setup/suite.ts'

/**
 * Callers can choose the gateway's request id (header `x-amzn-RequestId`), so nothing may depend on it. The test runs
 * the real handlers over both account stores, with one gateway id for all calls.
 */
const ids = ['geocoding/parse', 'geocoding/search', 'routing/locate', 'routing/route', 'predict']
const calls = cases({ quick: 100, full: 1000 })
const parallel = 25

describe.each(['file', 'table'] as const)('many calls under one gateway id (%s)', (kind) => {
  if (kind === 'table') needsDynalite()
  const stops: (() => void)[] = []
  beforeAll(async () => {
    if (kind === 'file') return
    const dynalite = await startDynalite()
    await dynalite.createTable('charging')
    dynalite.followLedger('charging')
    Object.assign(process.env, dynalite.env, { CAIRN_TABLE: 'charging' })
    stops.push(() => {
      dynalite.stop()
      for (const name of [...Object.keys(dynalite.env), 'CAIRN_TABLE']) delete process.env[name]
    })
  })
  afterEach(async () => {
    ;(await openAccounts()).close()
    for (const stop of stops) stop()
  })

  test('are charged separately, each at its own price', { timeout: 240_000 }, async () => {
    const start = 1_000_000_000
    const caller = await newCaller(start)
    const accounts = await openAccounts()
    await accounts.setGrant(caller.accountId!, 'predict', true)
    const called = await Promise.all(
      ids.map(async (id) => {
        const operation = operations.find((candidate) => candidate.id === id)!
        const input = operation.examples[0]!.request
        const event = () =>
          proxyEvent({
            ...placesOf(operation, input),
            caller: { ...caller, grants: ['predict'] },
            requestId: 'chosen by the caller',
          })
        return { handler: await handlerOf(operation), price: computePrice(operation), event }
      }),
    )
    // Mostly the cheapest operation, because an attacker would try to pay for an expensive call with a cheap one.
    const plan = Array.from({ length: calls }, (_, i) => called[i % 50 < 5 ? i % 50 : 0]!)
    let spent = 0
    const answered = new Set<string>()
    const work = plan.values()
    const worker = async () => {
      for (const { handler, price, event } of work) {
        const { statusCode, headers } = await handler(event())
        expect(statusCode).toBe(200)
        expect(Number(headers!['x-charged']) * 1e6).toBeCloseTo(price)
        answered.add(String(headers!['x-request-id']))
        spent += price
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))

    expect(answered.size).toBe(calls)
    const rows = await ledgerOf(accounts, caller.accountId!)
    const charged = rows.filter(({ kind }) => kind === 'charge')
    expect(new Set(charged.map(({ requestId }) => requestId))).toEqual(answered)
    expect((await accounts.getAccount(caller.accountId!))!.balance).toBe(start - spent)
  })
})
