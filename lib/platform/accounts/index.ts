export { authorize, type Decision, denialReasons } from './authorize.ts'
export { type AccessStatement, accountsAccess } from './aws/access.ts'
export { accountsTable } from './aws/table.ts'
export { withBearerKey } from './bearer.ts'
export {
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  idempotencyHours,
  type KeptCharge,
  makeRecordId,
  maxIdempotentRepeats,
  maxKeptAnswerBytes,
} from './idempotency.ts'
export { type IssuedKey, issueKey } from './issue-key.ts'
export {
  hashKey,
  isWellFormed,
  makeAccountId,
  makeHint,
  makeKey,
  makeKeyId,
} from './keys.ts'
export { type AccountImage, toLedgerRow } from './ledger.ts'
export { checkAccountsFile, openAccounts, openLedger } from './open.ts'
export {
  type Account,
  type AccountStore,
  type Caller,
  type Capture,
  type Charge,
  type Hold,
  idempotencyWindowHolds,
  idempotencyWindowMoves,
  type KeyRecord,
  type KeyState,
  type Ledger,
  type LedgerRow,
  type Microdollars,
  maxKeysPerAccount,
  maxOpenHolds,
  type OpenHold,
  type RateLimit,
} from './port.ts'
export { makeRateLimit, readDefaultRateLimit } from './rate-limit.ts'
export { toAccountRow, toHoldRow, toKeyRow, toLedgerRecord } from './records.ts'
export { describeKeyRefusal, type KeyRefusal, noSuchAccount, stateMessages } from './refusals.ts'
export { formatUsd, parseUsd } from './usd.ts'
export { checkAccountId } from './validation.ts'
