import { beforeAll, expect, test, vi } from 'vitest'
import { openAccounts } from '#platform/accounts'
import { unavailable } from '#platform/errors'
import { aiQuery } from '../../../functions/ai/query/contract.ts'
import { ledgerOf } from '../../contract/accounts-fixtures.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

vi.mock('../../../functions/routing/region-engine.ts', () => ({
  regionEngine: () => Promise.reject(unavailable(new Error('no tiles'))),
}))

let caller: Awaited<ReturnType<typeof newCaller>>
beforeAll(async () => {
  caller = await newCaller(100_000)
})

async function ask(query: string) {
  const event = proxyEvent({ body: { query }, caller })
  const { statusCode, headers } = await (await handlerOf(aiQuery))(event)
  return [statusCode, headers?.['x-charged']]
}

test('without the engine, a route is refused with 503 at no cost, and a search is answered', async () => {
  expect(await ask('Drive from Lagrin to Pradetta')).toEqual([503, '0.00'])
  expect(await ask('Where is Lagrin?')).toEqual([200, '0.0033'])
  const rows = await ledgerOf(await openAccounts(), caller.accountId!)
  expect(rows.filter(({ amount }) => amount < 0).map(({ amount }) => amount)).toEqual([-3_300])
})
