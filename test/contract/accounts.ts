import { balancesContract } from './accounts-balances.ts'
import { chargesContract } from './accounts-charges.ts'
import { expiredHoldsContract } from './accounts-expired-holds.ts'
import type { ContractOptions } from './accounts-fixtures.ts'
import { holdRepeatsContract } from './accounts-hold-repeats.ts'
import { holdsContract } from './accounts-holds.ts'
import { idempotencyContract } from './accounts-idempotency.ts'
import { keysContract } from './accounts-keys.ts'
import { historiesContract } from './accounts-properties.ts'
import { ratesContract } from './accounts-rates.ts'

/** The contract of every account store, whatever its storage. */
export function accountsContract(options: ContractOptions): void {
  balancesContract(options)
  keysContract(options)
  chargesContract(options)
  ratesContract(options)
  idempotencyContract(options)
  holdsContract(options)
  holdRepeatsContract(options)
  expiredHoldsContract(options)
  historiesContract(options)
}
