import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountStore, hashKey, makeHint, makeKey } from '#platform/accounts'

const accountId = 'demo'
const openingBalance = 100_000_000

/**
 * Returns the key shown to a first-time user. It is created once per `$CAIRN_HOME` and kept there in a file that only
 * its owner can read, because the account store contains only its hash. A revoked or deleted demo key is replaced.
 */
export async function ensureDemoKey(home: string, accounts: AccountStore): Promise<string> {
  const file = join(home, 'demo-key')
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    const known = await accounts.authenticate(hashKey(kept))
    if (known && known.state !== 'revoked') return kept
  }
  if (!(await accounts.getAccount(accountId))) {
    await accounts.createAccount({ accountId, balance: openingBalance })
  }
  const key = makeKey()
  await accounts.addKey({ accountId, keySha256: hashKey(key), hint: makeHint(key) })
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}
