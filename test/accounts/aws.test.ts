import { afterAll, beforeAll, describe } from 'vitest'
import { openTableAccounts } from '../../lib/accounts/aws/index.ts'
import { accountsContract } from '../contract/accounts.ts'
import { startDynalite, tableName } from '../fixtures/dynamodb.ts'
import { cases } from '../setup/suite.ts'

describe('the accounts table', () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    dynalite.followLedger(table)
  })
  afterAll(() => dynalite.stop())

  const open = async () => openTableAccounts({ table, client: dynalite.connect() })
  accountsContract({ open, runs: cases({ quick: 6, full: 20 }) })
})
