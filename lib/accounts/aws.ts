import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { AccountItems } from './aws/accounts.ts'
import { newClient } from './aws/client.ts'
import { KeyItems } from './aws/keys.ts'
import { TableLedger } from './aws/ledger.ts'
import { firstMove, noMoves } from './aws/move.ts'
import type { AccountItem } from './aws/table.ts'
import { newAccountId, newKeyId } from './keys.ts'
import {
  type Account,
  type AccountStore,
  type Charge,
  type KeyRecord,
  type KeyState,
  type Ledger,
  maxKeysPerAccount,
} from './port.ts'
import {
  accountExists,
  balanceTooLarge,
  checkCharge,
  noSuchAccount,
  noSuchKey,
  revokedIsFinal,
  tooManyKeys,
} from './refusals.ts'
import { checkAccountId, checkAmount, checkChargeFields, checkGrant, checkKey } from './rules.ts'

export { accountsTable } from './aws/table.ts'

export interface TableOptions {
  table: string
  /** Another client than the one the environment gives, for tests. */
  client?: DynamoDBDocumentClient
}

/** The accounts of a deployment: one DynamoDB table, laid out as `aws/table.ts` says. */
export function openTableAccounts(options: TableOptions): AccountStore {
  return new TableAccounts(options)
}

/** Writes the ledger of the same table, for the function that follows its stream. */
export function openTableLedger({ table, client = newClient() }: TableOptions): Ledger {
  return new TableLedger(table, client)
}

class TableAccounts implements AccountStore {
  readonly #client: DynamoDBDocumentClient
  readonly #accounts: AccountItems
  readonly #keys: KeyItems
  readonly #ledger: TableLedger

  constructor({ table, client = newClient() }: TableOptions) {
    this.#client = client
    this.#accounts = new AccountItems(table, client)
    this.#keys = new KeyItems(table, client)
    this.#ledger = new TableLedger(table, client)
  }

  async authenticate(keySha256: string): ReturnType<AccountStore['authenticate']> {
    const { mapping, cached } = await this.#keys.mapping(keySha256)
    if (!mapping) return undefined
    const { accountId, keyId } = mapping
    const item = await this.#accounts.get(accountId)
    const state = item?.keys[keyId]
    if (!item || !state) {
      this.#keys.forget(keySha256)
      // The key was deleted after it was cached; it may have been added again since.
      return cached ? this.authenticate(keySha256) : undefined
    }
    const { balance, grants } = accountOf(item)
    return { state, caller: { accountId, keyId, balance, grants } }
  }

  async charge(charge: Charge) {
    checkChargeFields(charge)
    const { accountId, keyId, requestId, operation, amount } = charge
    const balance = await this.#accounts.move(
      accountId,
      requestId,
      // 0 - amount, for -0 is not 0 everywhere.
      { kind: 'charge', amount: 0 - amount, at: now(), keyId, requestId, operation },
      {
        expression: '#keys.#key = :active AND #balance >= :price',
        names: { '#keys': 'keys', '#key': keyId },
        values: { ':active': 'active', ':price': amount },
      },
      (standing) => checkCharge(standing?.stateOf(keyId), standing?.balance ?? 0, amount),
    )
    return { balance }
  }

  async createAccount({
    accountId = newAccountId(),
    balance,
  }: {
    accountId?: string
    balance: number
  }) {
    checkAccountId(accountId)
    checkAmount(balance, 0)
    const createdAt = now()
    const createdBy = randomUUID()
    const base = { accountId, balance, keys: {}, createdAt, createdBy }
    const item: AccountItem =
      balance > 0
        ? {
            ...base,
            moves: 1,
            last: { kind: 'credit', amount: balance, at: createdAt },
            recent: firstMove(createdBy),
          }
        : { ...base, moves: 0, recent: noMoves() }
    if (!(await this.#accounts.create(item))) throw accountExists(accountId)
    return accountOf(item)
  }

  async getAccount(accountId: string) {
    const item = await this.#accounts.get(accountId)
    return item && accountOf(item)
  }

  async addKey({
    accountId,
    keySha256: sha256,
    hint,
  }: {
    accountId: string
    keySha256: string
    hint: string
  }) {
    checkKey(sha256, hint)
    const keyId = newKeyId()
    const createdAt = now()
    // What the entry needs comes before the entry: broken off at any point, no half-made key can be used.
    await this.#keys.put(keyId, { accountId, sha256, hint, createdAt })
    try {
      await this.#accounts.change(
        accountId,
        {
          UpdateExpression: 'SET #keys.#key = :active',
          // The second half holds for a repeat of this very request.
          ConditionExpression:
            'attribute_exists(#keys) AND (size(#keys) < :most OR attribute_exists(#keys.#key))',
          ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId },
          ExpressionAttributeValues: { ':active': 'active', ':most': maxKeysPerAccount },
        },
        (standing) => {
          throw standing ? tooManyKeys(accountId, maxKeysPerAccount) : noSuchAccount(accountId)
        },
      )
    } catch (error) {
      await this.#keys.delete(keyId, sha256).catch(() => {})
      throw error
    }
    return { keyId, accountId, state: 'active', hint, createdAt } satisfies KeyRecord
  }

  async listKeys(accountId?: string) {
    const records: KeyRecord[] = []
    for await (const id of accountId === undefined ? this.#accounts.ids() : [accountId]) {
      const { keys = {} } = (await this.#accounts.get(id)) ?? {}
      const details = await this.#keys.detailsOf(Object.keys(keys))
      const ofAccount = [...details].map(([keyId, { hint, createdAt }]) => ({
        keyId,
        accountId: id,
        state: keys[keyId]!,
        hint,
        createdAt,
      }))
      records.push(...ofAccount.sort((a, b) => compare(a.createdAt, b.createdAt)))
    }
    return records
  }

  async setKeyState(keyId: string, state: KeyState) {
    const details = await this.#keys.details(keyId)
    if (!details) throw noSuchKey(keyId)
    const { accountId, hint, createdAt } = details
    const final = state === 'revoked' ? '' : ' AND #keys.#key <> :revoked'
    await this.#accounts.change(
      accountId,
      {
        UpdateExpression: 'SET #keys.#key = :state',
        ConditionExpression: `attribute_exists(#keys.#key)${final}`,
        ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId },
        ExpressionAttributeValues: {
          ':state': state,
          ...(final ? { ':revoked': 'revoked' } : {}),
        },
      },
      (standing) => {
        throw standing?.stateOf(keyId) ? revokedIsFinal(keyId) : noSuchKey(keyId)
      },
    )
    return { keyId, accountId, state, hint, createdAt }
  }

  async deleteKey(keyId: string) {
    const details = await this.#keys.details(keyId)
    if (!details) throw noSuchKey(keyId)
    // The entry first: from here on the key is dead, whatever becomes of the rest.
    await this.#accounts.change(
      details.accountId,
      {
        UpdateExpression: 'REMOVE #keys.#key',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId },
        ExpressionAttributeValues: undefined,
      },
      () => {
        throw noSuchKey(keyId)
      },
    )
    await this.#keys.delete(keyId, details.sha256)
  }

  async topUp(accountId: string, amount: number) {
    checkAmount(amount, 1)
    const room = Number.MAX_SAFE_INTEGER - amount
    await this.#accounts.move(
      accountId,
      randomUUID(),
      { kind: 'credit', amount, at: now() },
      { expression: '#balance <= :room', values: { ':room': room } },
      (standing) => {
        if (!standing) throw noSuchAccount(accountId)
        if (standing.balance > room) throw balanceTooLarge(accountId)
      },
    )
    return accountOf((await this.#accounts.get(accountId))!)
  }

  async setGrant(accountId: string, grant: string, granted: boolean) {
    checkGrant(grant)
    const item = await this.#accounts.change(
      accountId,
      {
        UpdateExpression: `${granted ? 'ADD' : 'DELETE'} #grants :grants`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#grants': 'grants' },
        ExpressionAttributeValues: { ':grants': new Set([grant]) },
      },
      () => {
        throw noSuchAccount(accountId)
      },
    )
    return accountOf(item)
  }

  ledger(accountId: string) {
    return this.#ledger.read(accountId)
  }

  close() {
    this.#client.destroy()
  }
}

function accountOf({ accountId, balance, grants, createdAt }: AccountItem): Account {
  return { accountId, balance, grants: [...(grants ?? [])].sort(), createdAt }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const now = () => new Date().toISOString()
