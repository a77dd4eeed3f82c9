export { authorize, type Decision } from './authorize.ts'
export {
  isWellFormed,
  keyHint,
  keySha256,
  newAccountId,
  newKey,
  newKeyId,
} from './keys.ts'
export { type AccountImage, ledgerRow } from './ledger.ts'
export { openAccounts, openLedger } from './open.ts'
export {
  type Account,
  type AccountStore,
  type Caller,
  type Charge,
  type KeyRecord,
  type KeyState,
  type Ledger,
  type LedgerRow,
  type Microdollars,
  maxKeysPerAccount,
  rememberedMoves,
} from './port.ts'
export { type Refusal, stateMessages } from './refusals.ts'
export { formatUsd, parseUsd } from './usd.ts'
