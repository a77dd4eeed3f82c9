import type { KeyState, RateLimit } from '../port.ts'

/**
 * The accounts table: partition key `pk`, sort key `sk`, both strings, stream NEW_AND_OLD_IMAGES.
 *
 * | pk               | sk         | what                                                             |
 * |------------------|------------|------------------------------------------------------------------|
 * | `ACCOUNT#<id>`   | `ACCOUNT`  | balance, moves, last, recent, voided, keys {key id: state},      |
 * |                  |            | version, grants, limit, holds {hold id: ...}, held, closed, ...  |
 * | `ACCOUNTS`       | `<id>`     | nothing: the list of accounts, for the operator                  |
 * | `KEY#<sha256>`   | `KEY`      | accountId, keyId; never changes                                  |
 * | `KEYID#<key id>` | `KEYID`    | accountId, sha256, hint, createdAt; never changes                |
 * | `LEDGER#<id>`    | sequence   | one ledger row; sequence with leading zeros, so in order         |
 * | `RATE#<key id>`  | `RATE`     | the token bucket of a key; expires by itself                     |
 *
 * | Access pattern            | Requests                                                           |
 * |---------------------------|--------------------------------------------------------------------|
 * | authenticate              | Get `KEY#` (once per warm process and key), consistent Get account |
 * | charge                    | one conditional Update of the account; before the first one of a   |
 * |                           | warm process a consistent Get of it                                |
 * | rate limit                | one conditional Update of `RATE#`; none while a key is refused     |
 * | top-up                    | one conditional Update of the account                              |
 * | a lost reply to those     | one Update of the account, Query `LEDGER#` from its end            |
 * | hold                      | as a charge; a second Update for the first hold of an account      |
 * | capture, release          | consistent Get and one conditional Update of the account           |
 * | open holds                | consistent Get account                                             |
 * | key state, grant          | Get `KEYID#`; one conditional Update of the account                |
 * | keys of an account        | Get account, BatchGet `KEYID#` by 100                              |
 * | all keys                  | Query `ACCOUNTS`, then as above for each; no Scan, so the ledger   |
 * |                           | is never read                                                      |
 * | ledger of an account      | Query `LEDGER#<id>`                                                |
 *
 * The state of every key lives in the account item, and `version` rises with every change of a state. A
 * charge names no state: it asks that the version is still the one whose states it has seen, so that a
 * change holds for the very next charge, and the role that charges needs no access to states at all (IAM
 * cannot tell an attribute in a condition from one that is written). An entry is 27 bytes: a charge
 * costs 1 write unit up to a dozen keys and one more for every 38.
 *
 * Open holds live there too, for the same reason: `balance`, `held` and `holds` change together or not
 * at all, without a transaction (two of which on one item would cancel each other). An open hold is
 * about 130 bytes, so that every write costs one unit more for each 8 of them.
 *
 * `recent` are digests of the last credits and charges, newest first: within this window a repeated
 * request is recognised. A move whose reply is lost is never sent again blindly: its mark is put into
 * `voided`, after which the lost request can have no effect any more, and whether it has had one is
 * looked up in `recent` and, where others have pushed it out, in the ledger (`moves.ts`). `closed` is the
 * same as `recent` for holds, which are fewer, so that a busy account does not forget them.
 *
 * docs/accounts.md says what this means for whoever runs it.
 */
export const accountsTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  streamView: 'NEW_AND_OLD_IMAGES',
  timeToLive: 'expiresAt',
} as const

/** What the last move of a balance was; the stream makes the ledger row of it. */
export interface LastMove {
  kind: 'charge' | 'credit'
  amount: number
  at: string
  keyId?: string
  requestId?: string
  operation?: string
  /** A credit's own random id, by which the ledger tells whether it was made. */
  creditId?: string
}

export interface AccountItem {
  accountId: string
  balance: number
  moves: number
  last?: LastMove
  recent: string[]
  /** Marks of moves that must not be applied any more; absent until there is one. */
  voided?: Set<string>
  keys: Record<string, KeyState>
  /** Rises with every change in `keys`; absent until the first. */
  version?: number
  /** By hold id; absent, as `held` and `closed` are, until the account's first hold. */
  holds?: Record<string, HoldEntry>
  /** Sum of the amounts in `holds`. */
  held?: number
  /** Marks of the last holds closed, newest first. */
  closed?: string[]
  grants?: Set<string>
  limit?: RateLimit
  createdAt: string
  /** Drawn for one createAccount: a repeat of that very request finds its own item. */
  createdBy: string
}

export interface HoldEntry {
  keyId: string
  operation: string
  amount: number
  at: string
}

export interface KeyMapping {
  accountId: string
  keyId: string
}

export interface KeyDetails {
  accountId: string
  sha256: string
  hint: string
  createdAt: string
}

export const accountKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' })
export const accountListKey = (accountId: string) => ({ pk: 'ACCOUNTS', sk: accountId })
export const mappingKey = (keySha256: string) => ({ pk: `KEY#${keySha256}`, sk: 'KEY' })
export const rateKey = (keyId: string) => ({ pk: `RATE#${keyId}`, sk: 'RATE' })
export const detailsKey = (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' })
export const ledgerPartition = (accountId: string) => `LEDGER#${accountId}`
export const ledgerKey = (accountId: string, sequence: number) => ({
  pk: ledgerPartition(accountId),
  sk: String(sequence).padStart(16, '0'),
})
