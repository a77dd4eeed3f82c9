import { beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, hashKey, makeKey, maxKeysPerAccount } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  openAccount,
  openKey,
  price,
  refused,
} from './accounts-fixtures.ts'

/** The contract of keys and their states. */
export function keysContract({ open, fewCalls = false }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('keys', () => {
    test('a key is found by its hash, with its account', async () => {
      const { accountId, keyId, sha256 } = await openAccount(store, 42)
      expect(await store.authenticate(sha256)).toEqual({
        state: 'active',
        caller: { accountId, keyId, balance: 42, grants: [] },
      })
      expect(await store.authenticate(hashKey(makeKey()))).toBeUndefined()
    })

    test('the keys of an account are listed oldest first and without their hashes', async () => {
      const first = await openAccount(store, 0)
      const { accountId } = first
      const others = [await openKey(store, accountId), await openKey(store, accountId)]
      const keys = await store.listKeys(accountId)
      const made = [first, ...others]
      expect(keys.map(({ keyId }) => keyId).sort()).toEqual(made.map(({ keyId }) => keyId).sort())
      expect(keys.map(({ createdAt }) => createdAt)).toEqual(
        keys.map(({ createdAt }) => createdAt).sort(),
      )
      expect(keys).toContainEqual({
        keyId: first.keyId,
        accountId,
        state: 'active',
        hint: first.hint,
        createdAt: expect.any(String),
      })
      expect(JSON.stringify(keys)).not.toContain(first.sha256)
      const all = await store.listKeys()
      expect(all.filter((key) => key.accountId === accountId)).toEqual(keys)
      expect(all.map((key) => key.accountId)).toEqual(all.map((key) => key.accountId).sort())
    })

    test('the same key cannot be added twice', async () => {
      const { accountId, sha256, hint, keyId } = await openAccount(store, 0)
      const again = store.addKey({ accountId, keySha256: sha256, hint })
      await expect(again).rejects.toMatchObject({ code: 'bad_request' })
      expect(await store.listKeys(accountId)).toHaveLength(1)
      expect((await store.authenticate(sha256))?.caller.keyId).toBe(keyId)
    })

    test('a suspended key is refused until it is resumed', async () => {
      const account = await openAccount(store, 10 * price)
      expect(await store.setKeyState(account.keyId, 'suspended')).toMatchObject({
        keyId: account.keyId,
        state: 'suspended',
      })
      expect((await store.authenticate(account.sha256))?.state).toBe('suspended')
      await expect(charge(store, account)).rejects.toMatchObject(refused('API key is suspended'))
      await store.setKeyState(account.keyId, 'active')
      expect(await charge(store, account)).toEqual({ balance: 9 * price })
    })

    test('a revoked key is refused at the very next charge, even when it was authenticated before', async () => {
      const account = await openAccount(store, 10 * price)
      const other = await open()
      expect((await store.authenticate(account.sha256))?.state).toBe('active')
      await other.setKeyState(account.keyId, 'revoked')
      await expect(charge(store, account)).rejects.toMatchObject(
        refused('API key has been revoked'),
      )
      expect((await store.authenticate(account.sha256))?.state).toBe('revoked')
      other.close()
    })

    test('a revocation is final', async () => {
      const account = await openAccount(store, price)
      await store.setKeyState(account.keyId, 'revoked')
      for (const state of ['active', 'suspended'] as const) {
        await expect(store.setKeyState(account.keyId, state)).rejects.toMatchObject({
          code: 'bad_request',
          message: expect.stringContaining('final'),
        })
      }
      expect(await store.setKeyState(account.keyId, 'revoked')).toMatchObject({ state: 'revoked' })
    })

    test('the state of a key is found by its id, within its account only', async () => {
      const { accountId, keyId } = await openAccount(store, 0)
      const other = await openAccount(store, 0)
      const states = []
      for (const state of ['active', 'suspended', 'active', 'revoked'] as const) {
        await store.setKeyState(keyId, state)
        states.push(await store.keyState({ accountId, keyId }))
      }
      expect(states).toEqual(['active', 'suspended', 'active', 'revoked'])
      expect(await store.keyState({ accountId: other.accountId, keyId })).toBeUndefined()
      await store.deleteKey(keyId)
      expect(await store.keyState({ accountId, keyId })).toBeUndefined()
    })

    test('a deleted key is unknown afterwards, and its account lives on', async () => {
      const account = await openAccount(store, 10 * price)
      expect(await store.authenticate(account.sha256)).toBeDefined()
      await charge(store, account)
      const other = await open()
      await other.deleteKey(account.keyId)
      other.close()
      expect(await store.authenticate(account.sha256)).toBeUndefined()
      await expect(charge(store, account)).rejects.toMatchObject(refused('Invalid API key'))
      await expect(store.setKeyState(account.keyId, 'active')).rejects.toMatchObject({
        code: 'not_found',
      })
      await expect(store.deleteKey(account.keyId)).rejects.toMatchObject({ code: 'not_found' })
      expect(await store.listKeys(account.accountId)).toEqual([])
      const second = await openKey(store, account.accountId)
      expect(await charge(store, { ...account, ...second })).toEqual({ balance: 8 * price })
      await expectBalancedLedger(store, account.accountId)
    })

    test('a deleted key can be added again, even in a store that knew it before', async () => {
      const { accountId, keyId, sha256, hint } = await openAccount(store, 5)
      await store.authenticate(sha256)
      const other = await open()
      await other.deleteKey(keyId)
      const again = await other.addKey({ accountId, keySha256: sha256, hint })
      other.close()
      expect((await store.authenticate(sha256))?.caller.keyId).toBe(again.keyId)
    })

    test('an unknown key id is reported', async () => {
      const missing = { code: 'not_found', message: 'There is no key "constructor".' }
      await expect(store.setKeyState('constructor', 'suspended')).rejects.toMatchObject(missing)
      await expect(store.deleteKey('constructor')).rejects.toMatchObject(missing)
    })

    test.skipIf(fewCalls)(
      'one key more than an account may have is refused and leaves nothing',
      {
        timeout: 120_000,
      },
      async () => {
        const { accountId } = await store.createAccount({ balance: 0 })
        for (let made = 0; made < maxKeysPerAccount; made += 50) {
          await Promise.all(Array.from({ length: 50 }, () => openKey(store, accountId)))
        }
        const hash = hashKey(makeKey())
        const one = store.addKey({ accountId, keySha256: hash, hint: 'last' })
        await expect(one).rejects.toMatchObject({
          code: 'bad_request',
          message: expect.stringContaining(`${maxKeysPerAccount} keys`),
        })
        expect(await store.authenticate(hash)).toBeUndefined()
        const keys = await store.listKeys(accountId)
        expect(keys).toHaveLength(maxKeysPerAccount)
        await store.deleteKey(keys[0]!.keyId)
        await store.addKey({ accountId, keySha256: hash, hint: 'last' })
        expect(await store.authenticate(hash)).toBeDefined()
      },
    )
  })
}
