import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  type AccountStore,
  keyHint,
  keySha256,
  type LedgerRow,
  newKey,
} from '../../lib/accounts/index.ts'

export interface ContractOptions {
  /** Opens another handle on the same store: another process, another warm function. */
  open(): Promise<AccountStore>
  /** Runs of each property. */
  runs: number
}

export const price = 700

/** An account with one key, as `npm run keys -- create` makes it. */
export async function openAccount(store: AccountStore, balance: number) {
  const { accountId } = await store.createAccount({ balance })
  return { accountId, ...(await openKey(store, accountId)) }
}

export async function openKey(store: AccountStore, accountId: string) {
  const key = newKey()
  const sha256 = keySha256(key)
  const hint = keyHint(key)
  const { keyId } = await store.addKey({ accountId, keySha256: sha256, hint })
  return { keyId, sha256, hint }
}

export async function ledgerOf(store: AccountStore, accountId: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = []
  for await (const row of store.ledger(accountId)) rows.push(row)
  return rows
}

/** The ledger explains the balance: rows in order without gaps, each following from the one before. */
export async function expectBalancedLedger(store: AccountStore, accountId: string) {
  const rows = await ledgerOf(store, accountId)
  let balance = 0
  for (const [index, row] of rows.entries()) {
    expect(row.sequence).toBe(index + 1)
    expect(row.kind === 'credit' ? row.amount > 0 : row.amount <= 0).toBe(true)
    balance += row.amount
    expect(row.balanceAfter).toBe(balance)
    expect(balance).toBeGreaterThanOrEqual(0)
  }
  expect((await store.getAccount(accountId))?.balance).toBe(balance)
  return rows
}

/** Charges an account; every charge is a request of its own unless it is told otherwise. */
export function charge(
  store: AccountStore,
  { accountId, keyId }: { accountId: string; keyId: string },
  amount = price,
  requestId: string = randomUUID(),
) {
  return store.charge({ accountId, keyId, requestId, operation: 'routing/route', amount })
}

/** The error of a key that may not pay. */
export const refused = (message: string) => ({ code: 'forbidden', message })
