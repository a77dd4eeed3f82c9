import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { openLocalAccounts } from '#platform/accounts/local'
import { accountsContract } from '../../contract/accounts.ts'
import { runs } from '../../setup/suite.ts'

describe('the accounts file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  accountsContract({
    open: async () => openLocalAccounts(join(folder, 'accounts.db')),
    runs: runs(100),
  })
})
