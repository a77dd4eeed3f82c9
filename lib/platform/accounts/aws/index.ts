import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { makeClient } from '#platform/stores/dynamodb'
import type { AccountStore, Ledger } from '../port.ts'
import { AccountItems } from './accounts.ts'
import { Balances } from './balances.ts'
import { ExpiredHolds } from './expired-holds.ts'
import { TableHolds } from './holds.ts'
import { TableIdempotency } from './idempotency.ts'
import { Keyring } from './keyring.ts'
import { KeyItems } from './keys.ts'
import { TableLedger } from './ledger.ts'
import { Moves } from './moves.ts'
import { Rates } from './rates.ts'

export interface TableOptions {
  table: string
  /** Replaces the client configured by the environment, for tests. */
  client?: DynamoDBDocumentClient
}

/** Opens the accounts of a deployment in one DynamoDB table; its layout is in `aws/table.ts`. */
export function openTableAccounts({ table, client = makeClient() }: TableOptions): AccountStore {
  const accounts = new AccountItems(table, client)
  const ledger = new TableLedger(table, client)
  const expired = new ExpiredHolds(accounts)
  const moves = new Moves(accounts, ledger)
  const balances = new Balances(accounts, moves, expired)
  const idempotency = new TableIdempotency(table, client, { accounts, moves })
  const holds = new TableHolds(accounts, expired)
  const keyring = new Keyring(accounts, new KeyItems(table, client))
  const rates = new Rates(table, client)
  return {
    authenticate: (keySha256) => keyring.authenticate(keySha256),
    charge: async (charge, isDue, kept) => {
      if (!kept) return await balances.charge(charge, isDue)
      try {
        const moved = await balances.charge(charge, isDue)
        await idempotency.keepCharged(kept)
        return moved
      } catch (error) {
        idempotency.noteUndecided(kept.call, error)
        throw error
      }
    },
    idempotency,
    admit: (request) => rates.admit(request),
    hold: (hold) => holds.hold(hold),
    capture: (capture) => holds.capture(capture),
    release: (release) => holds.capture({ ...release, amount: 0 }),
    holds: (accountId) => holds.list(accountId),
    releaseExpired: (accountId) => expired.releaseAll(accountId),
    createAccount: (options) => balances.create(options),
    getAccount: (accountId) => balances.get(accountId),
    addKey: (options) => keyring.add(options),
    listKeys: (accountId) => keyring.list(accountId),
    keyState: (key) => keyring.state(key),
    setKeyState: (keyId, state) => keyring.setState(keyId, state),
    deleteKey: (keyId) => keyring.delete(keyId),
    topUp: (accountId, amount) => balances.topUp(accountId, amount),
    setLimit: (accountId, limit) => balances.setLimit(accountId, limit),
    setGrant: (accountId, grant, granted) => balances.setGrant(accountId, grant, granted),
    ledger: (accountId) => ledger.read(accountId),
    close: () => client.destroy(),
  }
}

/** Opens the ledger of the same table for writing, for the function on its stream. */
export function openTableLedger({ table, client = makeClient() }: TableOptions): Ledger {
  return new TableLedger(table, client)
}
export { makeClient } from '#platform/stores/dynamodb'
export { computeDigest } from './move-updates.ts'
export { makeClosingMark } from './snapshot.ts'
