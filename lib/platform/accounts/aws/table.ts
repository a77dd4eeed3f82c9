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
 * | `IDEMPOTENCY#`   | `RECORD`   | a call with an idempotency key: state, fingerprint, request id   |
 * |  `<id>#<digest>` |            | of its charge; expires by itself                                 |
 * |                  | `ANSWER#..`| its answer, up to 64 kB, by the request id; expires by itself    |
 *
 * | Access pattern            | Requests                                                           |
 * |---------------------------|--------------------------------------------------------------------|
 * | authenticate              | Get `KEY#` (once per warm process and key), consistent Get account |
 * | charge                    | one conditional Update of the account; before the first one of a   |
 * |                           | warm process a consistent Get of it                                |
 * | rate limit                | one conditional Update of `RATE#`; none while a key is refused     |
 * | top-up                    | one conditional Update of the account                              |
 * | begin with an idempotency | one conditional Put of the record                                  |
 * | key                       |                                                                    |
 * | charge with one           | as a charge; then Put the answer, conditional Update the record    |
 * | repeat of an answer       | a Put that fails, Get the answer                                   |
 * | a lost reply to those     | one Update of the account, Query `LEDGER#` from its end            |
 * | hold                      | as a charge; a second Update for the first hold of an account      |
 * | capture, release          | consistent Get and one conditional Update of the account           |
 * | open holds                | consistent Get account                                             |
 * | expired holds             | one conditional Update for each 16, when a charge or hold needs it |
 * | key state, grant          | Get `KEYID#`; one conditional Update of the account                |
 * | keys of an account        | Get account, BatchGet `KEYID#` by 100                              |
 * | all keys                  | Query `ACCOUNTS`, then as above for each; no Scan, so the ledger   |
 * |                           | is never read                                                      |
 * | ledger of an account      | Query `LEDGER#<id>`                                                |
 *
 * The states of all keys are in the account item, and every change of a state increments `version`. The
 * condition of a charge refers only to the version of the states that it has read. A change therefore applies to
 * the next charge, and the role that charges needs no access to states (IAM cannot distinguish an attribute in a
 * condition from one that is written). An entry is 27 bytes: a charge costs 1 write unit up to a dozen keys and
 * one more for every 38.
 *
 * Open holds are in the account item too, so that `balance`, `held` and `holds` change together without a
 * transaction (two transactions on one item would cancel each other). An open hold is about 130 bytes:
 * every 8 of them cost each write one more unit. An expired hold is released by the charge or hold that needs
 * its amount (`expired-holds.ts`); the authorizer, which only reads, counts it as balance.
 *
 * `recent` contains digests of the last credits and charges, newest first: the idempotency window. A move
 * whose reply was lost is never simply repeated. Its mark is added to `voided`, so that the lost request can no
 * longer have an effect; `recent` or, beyond the window, the ledger shows whether it had one (`moves.ts`).
 * `closed` is a separate window for holds, which are fewer, so that a busy account does not forget them.
 *
 * docs/accounts.md explains the consequences for operators.
 */
export const accountsTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  streamView: 'NEW_AND_OLD_IMAGES',
  timeToLive: 'expiresAt',
} as const

/** The last move of the balance, from which the function on the stream makes the ledger row. */
export interface LastMove {
  kind: 'charge' | 'credit'
  amount: number
  at: string
  keyId?: string
  requestId?: string
  operation?: string
  /** Random id of the credit, used to find it in the ledger. */
  creditId?: string
}

export interface AccountItem {
  accountId: string
  balance: number
  moves: number
  last?: LastMove
  recent: string[]
  /** Marks of moves that must no longer be applied; absent until there is one. */
  voided?: Set<string>
  keys: Record<string, KeyState>
  /** Incremented with every change in `keys`; absent until the first. */
  version?: number
  /** Open holds by id. Absent until the account's first hold, like `held` and `closed`. */
  holds?: Record<string, HoldEntry>
  /** Sum of the amounts in `holds`. */
  held?: number
  /** Marks of the most recently closed holds, newest first. */
  closed?: string[]
  grants?: Set<string>
  limit?: RateLimit
  createdAt: string
  /** Random id made for one createAccount, so that a repeat of the same request recognises its own item. */
  createdBy: string
}

export interface HoldEntry {
  keyId: string
  operation: string
  amount: number
  at: string
  /** ISO 8601, in UTC with milliseconds, so that the texts sort by time. */
  expiresAt?: string
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

interface RecordName {
  accountId: string
  recordId: string
}

export const makeAccountKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' })
export const makeAccountListKey = (accountId: string) => ({ pk: 'ACCOUNTS', sk: accountId })
export const makeMappingKey = (keySha256: string) => ({ pk: `KEY#${keySha256}`, sk: 'KEY' })
export const makeRateKey = (keyId: string) => ({ pk: `RATE#${keyId}`, sk: 'RATE' })
export const makeRecordKey = ({ accountId, recordId }: RecordName) => ({
  pk: `IDEMPOTENCY#${accountId}#${recordId}`,
  sk: 'RECORD',
})
export const makeKeptAnswerKey = (record: RecordName, requestId: string) => ({
  pk: makeRecordKey(record).pk,
  sk: `ANSWER#${requestId}`,
})
export const makeDetailsKey = (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'KEYID' })
export const nameLedgerPartition = (accountId: string) => `LEDGER#${accountId}`
export const makeLedgerKey = (accountId: string, sequence: number) => ({
  pk: nameLedgerPartition(accountId),
  sk: String(sequence).padStart(16, '0'),
})
