export { authorize, type Decision, denialReasons } from './authorize.ts'
export { type AccessStatement, accountsAccess } from './aws/access.ts'
export { accountsTable } from './aws/table.ts'
export { withBearerKey } from './bearer.ts'
export {
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  idempotencyHours,
  idempotencyRecordId,
  type KeptCharge,
  maxIdempotentRepeats,
  maxKeptAnswerBytes,
} from './idempotency.ts'
export { type IssuedKey, issueKey } from './issue-key.ts'
export {
  isWellFormed,
  keyHint,
  keySha256,
  newAccountId,
  newKey,
  newKeyId,
} from './keys.ts'
export { type AccountImage, ledgerRow } from './ledger.ts'
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
export { defaultRateLimit, rateLimitOf } from './rate-limit.ts'
export { accountRow, holdRow, keyRow, ledgerRecord } from './records.ts'
export { type KeyRefusal, keyRefusal, noSuchAccount, stateMessages } from './refusals.ts'
export { formatUsd, parseUsd } from './usd.ts'
export { checkAccountId } from './validation.ts'
