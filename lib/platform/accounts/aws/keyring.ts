import { Semaphore } from '#platform/concurrency'
import { makeKeyId } from '../keys.ts'
import { type AccountStore, type KeyRecord, type KeyState, maxKeysPerAccount } from '../port.ts'
import { noSuchAccount, noSuchKey, revokedIsFinal, tooManyKeys } from '../refusals.ts'
import { checkKey } from '../validation.ts'
import type { AccountItems } from './accounts.ts'
import { toAccount } from './balances.ts'
import type { KeyItems } from './keys.ts'
import { AccountSnapshot } from './snapshot.ts'
import { formatNow } from './time.ts'

/** Number of accounts read in parallel to list all keys. The SDK keeps 50 connections open. */
const maxConcurrentReads = 16

/** Manages keys. A key is an entry in the account item, which makes it valid, and two items of its own. */
export class Keyring {
  readonly #accounts: AccountItems
  readonly #keys: KeyItems

  constructor(accounts: AccountItems, keys: KeyItems) {
    this.#accounts = accounts
    this.#keys = keys
  }

  async authenticate(keySha256: string): ReturnType<AccountStore['authenticate']> {
    const { mapping, cached } = await this.#keys.findMapping(keySha256)
    if (!mapping) return undefined
    const { accountId, keyId } = mapping
    const item = await this.#accounts.get(accountId)
    const state = item?.keys[keyId]
    if (!item || !state) {
      this.#keys.forget(keySha256)
      // The key was deleted after it was cached; it may have been added again since.
      return cached ? this.authenticate(keySha256) : undefined
    }
    const { grants, limit } = toAccount(item)
    const expired = new AccountSnapshot(item).listExpiredHolds(formatNow())
    const balance = expired.reduce((sum, { amount }) => sum + amount, item.balance)
    return { state, caller: { accountId, keyId, balance, grants, ...(limit && { limit }) } }
  }

  async add({
    accountId,
    keySha256: sha256,
    hint,
  }: {
    accountId: string
    keySha256: string
    hint: string
  }) {
    checkKey(sha256, hint)
    const keyId = makeKeyId()
    const createdAt = formatNow()
    // Write the key's own items first and its entry last: an interrupted creation leaves no usable key.
    await this.#keys.put(keyId, { accountId, sha256, hint, createdAt })
    try {
      await this.#accounts.change(
        accountId,
        {
          UpdateExpression: 'SET #keys.#key = :active ADD #version :one',
          // The second condition admits a repeat of this request by the SDK.
          ConditionExpression:
            'attribute_exists(#keys) AND (size(#keys) < :most OR attribute_exists(#keys.#key))',
          ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId, '#version': 'version' },
          ExpressionAttributeValues: { ':active': 'active', ':most': maxKeysPerAccount, ':one': 1 },
        },
        (snapshot) => {
          throw snapshot ? tooManyKeys(accountId, maxKeysPerAccount) : noSuchAccount(accountId)
        },
      )
    } catch (error) {
      await this.#keys.delete(keyId, sha256).catch(() => {})
      throw error
    }
    return { keyId, accountId, state: 'active', hint, createdAt } satisfies KeyRecord
  }

  async list(accountId?: string) {
    if (accountId !== undefined) return await this.#listAccountKeys(accountId)
    const ids: string[] = []
    for await (const id of this.#accounts.listIds()) ids.push(id)
    const semaphore = new Semaphore(maxConcurrentReads)
    const records = await Promise.all(
      ids.map((id) => semaphore.run(() => this.#listAccountKeys(id))),
    )
    return records.flat()
  }

  /** Lists the keys of an account in the order of their creation. */
  async #listAccountKeys(accountId: string): Promise<KeyRecord[]> {
    const { keys = {} } = (await this.#accounts.get(accountId)) ?? {}
    const details = await this.#keys.getDetails(Object.keys(keys))
    return [...details]
      .map(([keyId, { hint, createdAt }]) => {
        const state = keys[keyId]!
        return { keyId, accountId, state, hint, createdAt }
      })
      .sort((a, b) => compare(a.createdAt, b.createdAt))
  }

  async state({ accountId, keyId }: { accountId: string; keyId: string }) {
    return (await this.#accounts.get(accountId))?.keys[keyId]
  }

  async setState(keyId: string, state: KeyState) {
    const details = await this.#keys.details(keyId)
    if (!details) throw noSuchKey(keyId)
    const { accountId, hint, createdAt } = details
    const final = state === 'revoked' ? '' : ' AND #keys.#key <> :revoked'
    await this.#accounts.change(
      accountId,
      {
        UpdateExpression: 'SET #keys.#key = :state ADD #version :one',
        ConditionExpression: `attribute_exists(#keys.#key)${final}`,
        ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId, '#version': 'version' },
        ExpressionAttributeValues: {
          ':state': state,
          ':one': 1,
          ...(final ? { ':revoked': 'revoked' } : {}),
        },
      },
      (snapshot) => {
        throw snapshot?.findKeyState(keyId) ? revokedIsFinal(keyId) : noSuchKey(keyId)
      },
    )
    return { keyId, accountId, state, hint, createdAt }
  }

  async delete(keyId: string) {
    const details = await this.#keys.details(keyId)
    if (!details) throw noSuchKey(keyId)
    // Remove the entry first: without it the key is invalid, even if the rest fails.
    await this.#accounts.change(
      details.accountId,
      {
        UpdateExpression: 'REMOVE #keys.#key ADD #version :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#keys': 'keys', '#key': keyId, '#version': 'version' },
        ExpressionAttributeValues: { ':one': 1 },
      },
      () => {
        throw noSuchKey(keyId)
      },
    )
    await this.#keys.delete(keyId, details.sha256)
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
