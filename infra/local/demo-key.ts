import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountStore, keyHint, keySha256, newKey } from '#platform/accounts'

const accountId = 'demo'
const openingBalance = 100_000_000

/**
 * The key shown to a first-time user. It is created once per `$CAIRN_HOME` and kept there in a file readable
 * by its owner only, because the account store has only its hash. A revoked or deleted demo key is replaced.
 */
export async function demoKey(home: string, accounts: AccountStore): Promise<string> {
  const file = join(home, 'demo-key')
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    const known = await accounts.authenticate(keySha256(kept))
    if (known && known.state !== 'revoked') return kept
  }
  if (!(await accounts.getAccount(accountId))) {
    await accounts.createAccount({ accountId, balance: openingBalance })
  }
  const key = newKey()
  await accounts.addKey({ accountId, keySha256: keySha256(key), hint: keyHint(key) })
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}
