import {
  type AccountStore,
  formatUsd,
  issueKey,
  type KeyState,
  type LedgerRow,
  makeRateLimit,
  noSuchAccount,
  toAccountRow,
  toHoldRow,
  toKeyRow,
  toLedgerRecord,
} from '#platform/accounts'
import { type JsonOption, printRecord, printTable, streamJsonArray } from '../base/index.ts'

/** Commands of the keys command line; each prints its result. */

export async function create(
  store: AccountStore,
  options: JsonOption & { account?: string; balance?: number },
): Promise<void> {
  const { account: accountId, balance: amount = 0 } = options
  const { key, keyId, account } = await issueKey(store, { accountId, amount })
  const { balance } = account
  const row = { key, key_id: keyId, account_id: account.accountId, balance_usd: formatUsd(balance) }
  printRecord(options, row)
  if (!options.json) console.log('\nThe key is shown this once and cannot be shown again.')
}

export async function list(
  store: AccountStore,
  options: JsonOption & { account?: string },
): Promise<void> {
  if (options.account !== undefined) await requireAccount(store, options.account)
  const keys = await store.listKeys(options.account)
  const money = new Map<string, { balance_usd: string; held_usd: string }>()
  let anyHeld = false
  for (const id of new Set(keys.map(({ accountId }) => accountId))) {
    const account = await store.getAccount(id)
    if (!account) continue
    const { balance_usd, held_usd } = toAccountRow(account)
    money.set(id, { balance_usd, held_usd })
    anyHeld ||= account.held > 0
  }
  const rows = keys.map((key) => ({ ...toKeyRow(key), ...money.get(key.accountId) }))
  const columns = [
    'key_id',
    'account_id',
    'state',
    'hint',
    'balance_usd',
    ...(anyHeld ? ['held_usd'] : []),
    'created_at',
  ]
  printTable(options, rows, { columns, empty: 'There are no keys.' })
}

export async function topUp(
  store: AccountStore,
  accountId: string,
  amount: number,
  options: JsonOption,
): Promise<void> {
  printRecord(options, toAccountRow(await store.topUp(accountId, amount)))
}

export async function setState(
  store: AccountStore,
  keyId: string,
  state: KeyState,
  options: JsonOption,
): Promise<void> {
  printRecord(options, toKeyRow(await store.setKeyState(keyId, state)))
}

export async function remove(
  store: AccountStore,
  keyId: string,
  options: JsonOption,
): Promise<void> {
  await store.deleteKey(keyId)
  printRecord(options, { key_id: keyId, state: 'deleted' })
}

export async function grant(
  store: AccountStore,
  operation: string,
  accountId: string,
  options: JsonOption & { revoke?: boolean },
): Promise<void> {
  printRecord(options, toAccountRow(await store.setGrant(accountId, operation, !options.revoke)))
}

/** Sets the rate limit of an account. Without `requestsPerSecond` the default limit applies again. */
export async function limit(
  store: AccountStore,
  accountId: string,
  requestsPerSecond: number | undefined,
  options: JsonOption & { burst?: number },
): Promise<void> {
  const wanted =
    requestsPerSecond === undefined ? undefined : makeRateLimit(requestsPerSecond, options.burst)
  printRecord(options, toAccountRow(await store.setLimit(accountId, wanted)))
}

export async function showHolds(
  store: AccountStore,
  accountId: string,
  options: JsonOption,
): Promise<void> {
  await requireAccount(store, accountId)
  const rows = (await store.holds(accountId)).map(toHoldRow)
  const columns = ['hold_id', 'at', 'expires_at', 'amount_usd', 'operation', 'key_id']
  printTable(options, rows, { columns, empty: 'Nothing is on hold.' })
}

export async function release(
  store: AccountStore,
  accountId: string,
  holdId: string,
  options: JsonOption,
): Promise<void> {
  await requireAccount(store, accountId)
  await store.release({ accountId, holdId })
  const { balance_usd, held_usd } = toAccountRow((await store.getAccount(accountId))!)
  printRecord(options, {
    hold_id: holdId,
    state: 'released',
    account_id: accountId,
    balance_usd,
    held_usd,
  })
}

export async function showLedger(
  store: AccountStore,
  accountId: string,
  options: JsonOption,
): Promise<void> {
  await requireAccount(store, accountId)
  const records = toRecords(store.ledger(accountId))
  if (options.json) {
    for await (const text of streamJsonArray(records)) process.stdout.write(text)
    return
  }
  const rows: ReturnType<typeof toLedgerRecord>[] = []
  for await (const record of records) rows.push(record)
  const columns = [
    'sequence',
    'at',
    'kind',
    'amount_usd',
    'balance_after_usd',
    ...(rows.some(({ held_after_usd }) => held_after_usd) ? ['held_after_usd'] : []),
    'operation',
    'key_id',
    'request_id',
  ]
  printTable(options, rows, { columns, empty: 'The ledger is empty.' })
}

async function* toRecords(rows: AsyncIterable<LedgerRow>) {
  for await (const row of rows) yield toLedgerRecord(row)
}

async function requireAccount(store: AccountStore, accountId: string): Promise<void> {
  if (!(await store.getAccount(accountId))) throw noSuchAccount(accountId)
}
