import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  type AccountStore,
  type Hold,
  hashKey,
  type LedgerRow,
  makeHint,
  makeKey,
} from '#platform/accounts'

export interface ContractOptions {
  /** Opens another handle on the same store, as another process or another warm function does. */
  open(): Promise<AccountStore>
  /** Number of runs of each property. */
  runs: number
  /** Omits or shortens tests that take hundreds of calls: for a store whose calls take milliseconds. */
  fewCalls?: boolean
}

export const price = 700

/** Opens an account with one key, as `npm run keys -- create` does. */
export async function openAccount(store: AccountStore, balance: number) {
  const { accountId } = await store.createAccount({ balance })
  return { accountId, ...(await openKey(store, accountId)) }
}

export async function openKey(store: AccountStore, accountId: string) {
  const key = makeKey()
  const sha256 = hashKey(key)
  const hint = makeHint(key)
  const { keyId } = await store.addKey({ accountId, keySha256: sha256, hint })
  return { keyId, sha256, hint }
}

export async function ledgerOf(store: AccountStore, accountId: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = []
  for await (const row of store.ledger(accountId)) rows.push(row)
  return rows
}

/**
 * Expects that the ledger explains the balance: rows in order without gaps, each following from the one before, and all
 * reserved money in open holds.
 */
export async function expectBalancedLedger(store: AccountStore, accountId: string) {
  const rows = await ledgerOf(store, accountId)
  let sum = 0
  for (const [index, row] of rows.entries()) {
    expect(row.sequence).toBe(index + 1)
    expect(row.kind === 'credit' ? row.amount > 0 : row.amount <= 0).toBe(true)
    sum += row.amount
    expect(row.balanceAfter + (row.heldAfter ?? 0)).toBe(sum)
    expect(row.balanceAfter).toBeGreaterThanOrEqual(0)
    expect(row.heldAfter).not.toBe(0)
  }
  const account = await store.getAccount(accountId)
  const held = (await store.holds(accountId)).reduce((all, { amount }) => all + amount, 0)
  expect(account?.held).toBe(held)
  expect(account?.balance).toBe(sum - held)
  return rows
}

export const newHoldId = () => `hold_${randomUUID()}`

/** Returns a hold on an account, with a new id by default. */
export function holdOf(
  { accountId, keyId }: { accountId: string; keyId: string },
  amount: number,
  holdId = newHoldId(),
): Hold {
  return { accountId, keyId, holdId, operation: 'geocoding/batch', amount }
}

/** Charges an account; by default every charge is a separate request. */
export function charge(
  store: AccountStore,
  { accountId, keyId }: { accountId: string; keyId: string },
  amount = price,
  requestId: string = randomUUID(),
) {
  return store.charge({ accountId, keyId, requestId, operation: 'routing/route', amount })
}

/** Returns the error for a key that may not pay. */
export const refused = (message: string) => ({ code: 'forbidden', message })
