import type { KeyState } from '../port.ts'

/**
 * The accounts table: partition key `pk`, sort key `sk`, both strings, stream NEW_AND_OLD_IMAGES.
 *
 * | pk               | sk         | what                                                             |
 * |------------------|------------|------------------------------------------------------------------|
 * | `ACCOUNT#<id>`   | `ACCOUNT`  | balance, moves, last, recent, keys {key id: state}, grants,      |
 * |                  |            | holds {hold id: ...}, held, closed, ...                          |
 * | `ACCOUNTS`       | `<id>`     | nothing: the list of accounts, for the operator                  |
 * | `KEY#<sha256>`   | `KEY`      | accountId, keyId; never changes                                  |
 * | `KEYID#<key id>` | `KEYID`    | accountId, sha256, hint, createdAt; never changes                |
 * | `LEDGER#<id>`    | sequence   | one ledger row; sequence with leading zeros, so in order         |
 *
 * | Access pattern            | Requests                                                           |
 * |---------------------------|--------------------------------------------------------------------|
 * | authenticate              | Get `KEY#` (once per warm process and key), consistent Get account |
 * | charge, top-up            | one conditional Update of the account                              |
 * | hold                      | one conditional Update of the account; a second one for its first  |
 * | capture, release          | consistent Get and one conditional Update of the account           |
 * | open holds                | consistent Get account                                             |
 * | key state, grant          | Get `KEYID#`; one conditional Update of the account                |
 * | keys of an account        | Get account, BatchGet `KEYID#` by 100                              |
 * | all keys                  | Query `ACCOUNTS`, then as above for each; no Scan, so the ledger   |
 * |                           | is never read                                                      |
 * | ledger of an account      | Query `LEDGER#<id>`                                                |
 *
 * The state of every key lives in the account item, so that a charge can ask for state, balance and
 * request id in one condition, and a change of state holds for the very next charge. An entry is 27
 * bytes: a charge costs 1 write unit up to a dozen keys and one more for every 38.
 *
 * Open holds live there too, for the same reason: `balance`, `held` and `holds` change together or not
 * at all, without a transaction (two of which on one item would cancel each other). An open hold is
 * about 130 bytes, so that every write costs one unit more for each 8 of them.
 *
 * `recent` are digests of the last credits and charges, newest first. The table keeps no index of
 * request ids, and within this window a repeated request (a client library that lost the reply) is
 * recognised even with other requests in between. `closed` is the same for holds, which are fewer, so
 * that a busy account does not forget them.
 *
 * docs/accounts.md says what this means for whoever runs it.
 */
export const accountsTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  streamView: 'NEW_AND_OLD_IMAGES',
} as const

/** What the last move of a balance was; the stream makes the ledger row of it. */
export interface LastMove {
  kind: 'charge' | 'credit'
  amount: number
  at: string
  keyId?: string
  requestId?: string
  operation?: string
}

export interface AccountItem {
  accountId: string
  balance: number
  moves: number
  last?: LastMove
  recent: string[]
  keys: Record<string, KeyState>
  /** By hold id; absent, as `held` and `closed` are, until the account's first hold. */
  holds?: Record<string, HoldEntry>
  /** Sum of the amounts in `holds`. */
  held?: number
  /** Marks of the last holds closed, newest first. */
  closed?: string[]
  grants?: Set<string>
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
export const detailsKey = (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' })
export const ledgerPartition = (accountId: string) => `LEDGER#${accountId}`
export const ledgerKey = (accountId: string, sequence: number) => ({
  pk: ledgerPartition(accountId),
  sk: String(sequence).padStart(16, '0'),
})
