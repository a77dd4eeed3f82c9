import { afterAll, beforeAll, describe } from 'vitest'
import { openTableAccounts } from '../../lib/accounts/aws.ts'
import { accountsContract } from '../contract/accounts.ts'
import { startDynalite, withStream } from './table.ts'

describe('the accounts table', () => {
  const table = 'accounts'
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
  })
  afterAll(() => dynalite.stop())

  const open = async () => {
    const client = withStream(dynalite.connect(), dynalite.connect(), table)
    return openTableAccounts({ table, client })
  }
  accountsContract({ open, runs: 20 })
})
