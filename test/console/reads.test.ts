import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleStores, runConsoleAction } from '#console'
import type { AccountStore } from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import { openKey } from '../contract/accounts-fixtures.ts'
import { startDynalite, tableName } from '../fixtures/dynamodb.ts'

const table = tableName('accounts')
const accountCount = 40
let dynalite: Awaited<ReturnType<typeof startDynalite>>
let accounts: AccountStore
/** Number of open requests to the table, and its maximum. */
const requests = { open: 0, most: 0 }

beforeAll(async () => {
  dynalite = await startDynalite()
  await dynalite.createTable(table)
  const client = dynalite.connect()
  client.middlewareStack.add(
    (next) => async (args) => {
      requests.open++
      requests.most = Math.max(requests.most, requests.open)
      // The delay of a remote table, so that requests overlap if they can.
      await new Promise((resolve) => setTimeout(resolve, 5))
      return await next(args).finally(() => requests.open--)
    },
    { step: 'initialize', name: 'countRequests' },
  )
  accounts = openTableAccounts({ table, client })
})
afterAll(() => {
  accounts.close()
  return dynalite.stop()
})

test('the list of accounts reads several accounts at a time, not all, and keeps their order', async () => {
  const ids: string[] = []
  for (let i = 0; i < accountCount; i++) {
    const accountId = `account-${String(i).padStart(2, '0')}`
    ids.push(accountId)
    await accounts.createAccount({ accountId, balance: 0 })
    await openKey(accounts, accountId)
  }
  requests.most = 0
  const stores: ConsoleStores = {
    accounts,
    place: 'a test',
    jobs: { list: () => Promise.reject(new Error('no jobs are listed')) },
  }
  const call = { action: 'accounts', body: '{}' }
  const answer = (await runConsoleAction(call, async () => stores)) as {
    accounts: { account_id: string; keys: number; active_keys: number }[]
  }
  expect(answer.accounts.map(({ account_id }) => account_id)).toEqual(ids)
  for (const { keys, active_keys } of answer.accounts) expect([keys, active_keys]).toEqual([1, 1])
  expect(requests.most).toBe(16)
})
