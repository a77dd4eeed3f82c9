import {
  type AccountStore,
  formatUsd,
  type KeyState,
  keyHint,
  keySha256,
  type LedgerRow,
  newKey,
  noSuchAccount,
  rateLimitOf,
} from '../../lib/accounts/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { card, jsonArray, table } from '../base/table.ts'
import { accountRow, holdRow, keyRow, ledgerRecord } from './rows.ts'

/** What the command line does, each as the text it prints. */
export interface Output {
  json: boolean
  print(text: string): void
}

export async function create(
  store: AccountStore,
  options: { account?: string; balance?: number },
  output: Output,
): Promise<void> {
  const found = options.account === undefined ? undefined : await store.getAccount(options.account)
  const account =
    found ??
    (await store.createAccount({ accountId: options.account, balance: options.balance ?? 0 }))
  const { accountId } = account

  const key = newKey()
  // The key before the money: a run that fails half-way has not topped up, so it can be repeated.
  const { keyId } = await store.addKey({
    accountId,
    keySha256: keySha256(key),
    hint: keyHint(key),
  })
  const topUp = found ? (options.balance ?? 0) : 0
  const { balance } = topUp > 0 ? await store.topUp(accountId, topUp) : account
  const row = { key, key_id: keyId, account_id: accountId, balance_usd: formatUsd(balance) }
  show(row, output)
  if (!output.json) output.print('\nThe key is shown this once and cannot be shown again.\n')
}

export async function list(
  store: AccountStore,
  options: { account?: string },
  output: Output,
): Promise<void> {
  if (options.account !== undefined) await requireAccount(store, options.account)
  const keys = await store.listKeys(options.account)
  const money = new Map<string, { balance_usd: string; held_usd: string }>()
  let anyHeld = false
  for (const id of new Set(keys.map(({ accountId }) => accountId))) {
    const account = await store.getAccount(id)
    if (!account) continue
    const { balance_usd, held_usd } = accountRow(account)
    money.set(id, { balance_usd, held_usd })
    anyHeld ||= account.held > 0
  }
  const rows = keys.map((key) => ({ ...keyRow(key), ...money.get(key.accountId) }))
  const columns = [
    'key_id',
    'account_id',
    'state',
    'hint',
    'balance_usd',
    ...(anyHeld ? ['held_usd'] : []),
    'created_at',
  ]
  showAll(rows, columns, 'There are no keys.', output)
}

export async function topUp(
  store: AccountStore,
  accountId: string,
  amount: number,
  output: Output,
): Promise<void> {
  show(accountRow(await store.topUp(accountId, amount)), output)
}

export async function setState(
  store: AccountStore,
  keyId: string,
  state: KeyState,
  output: Output,
): Promise<void> {
  show(keyRow(await store.setKeyState(keyId, state)), output)
}

export async function remove(store: AccountStore, keyId: string, output: Output): Promise<void> {
  await store.deleteKey(keyId)
  show({ key_id: keyId, state: 'deleted' }, output)
}

export async function grant(
  store: AccountStore,
  operation: string,
  accountId: string,
  granted: boolean,
  output: Output,
): Promise<void> {
  show(accountRow(await store.setGrant(accountId, operation, granted)), output)
}

/** Without `requestsPerSecond` the account has the default limit again. */
export async function limit(
  store: AccountStore,
  accountId: string,
  { requestsPerSecond, burst }: { requestsPerSecond: number | undefined; burst?: number },
  output: Output,
): Promise<void> {
  const wanted = requestsPerSecond === undefined ? undefined : rateLimitOf(requestsPerSecond, burst)
  show(accountRow(await store.setLimit(accountId, wanted)), output)
}

export async function holds(store: AccountStore, accountId: string, output: Output): Promise<void> {
  await requireAccount(store, accountId)
  const rows = (await store.holds(accountId)).map(holdRow)
  const columns = ['hold_id', 'at', 'amount_usd', 'operation', 'key_id']
  showAll(rows, columns, 'Nothing is on hold.', output)
}

export async function release(
  store: AccountStore,
  accountId: string,
  holdId: string,
  output: Output,
): Promise<void> {
  await requireAccount(store, accountId)
  await store.release({ accountId, holdId })
  const { balance_usd, held_usd } = accountRow((await store.getAccount(accountId))!)
  show({ hold_id: holdId, state: 'released', account_id: accountId, balance_usd, held_usd }, output)
}

export async function ledger(
  store: AccountStore,
  accountId: string,
  output: Output,
): Promise<void> {
  await requireAccount(store, accountId)
  const records = recordsOf(store.ledger(accountId))
  if (output.json) {
    for await (const text of jsonArray(records)) output.print(text)
    return
  }
  const rows: ReturnType<typeof ledgerRecord>[] = []
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
  output.print(`${rows.length === 0 ? 'The ledger is empty.' : table(rows, columns)}\n`)
}

/** The line an operator gets for an error: with the cause, which a caller of the API never sees. */
export function describe(error: unknown): string {
  const { message } = error as Error
  const cause = error instanceof ApiError && error.cause
  const text = cause instanceof Error ? `The accounts cannot be used: ${cause.message}` : message
  return text.replace(/\s*\n\s*/g, ' ').trim()
}

async function* recordsOf(rows: AsyncIterable<LedgerRow>) {
  for await (const row of rows) yield ledgerRecord(row)
}

async function requireAccount(store: AccountStore, accountId: string): Promise<void> {
  if (!(await store.getAccount(accountId))) throw noSuchAccount(accountId)
}

function showAll(
  rows: Parameters<typeof table>[0],
  columns: readonly string[],
  none: string,
  { json, print }: Output,
): void {
  const text = rows.length === 0 ? none : table(rows, columns)
  print(`${json ? JSON.stringify(rows, null, 2) : text}\n`)
}

function show(row: Parameters<typeof card>[0], { json, print }: Output): void {
  print(`${json ? JSON.stringify(row, null, 2) : card(row)}\n`)
}
