import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { AccountItems } from './aws/accounts.ts'
import { Balances } from './aws/balances.ts'
import { newClient } from './aws/client.ts'
import { Holds } from './aws/holds.ts'
import { Keyring } from './aws/keyring.ts'
import { KeyItems } from './aws/keys.ts'
import { TableLedger } from './aws/ledger.ts'
import { Moves } from './aws/moves.ts'
import { Rates } from './aws/rates.ts'
import type { AccountStore, Ledger } from './port.ts'

export { accountsAccess } from './aws/access.ts'
export { accountsTable } from './aws/table.ts'

export interface TableOptions {
  table: string
  /** Another client than the one the environment gives, for tests. */
  client?: DynamoDBDocumentClient
}

/** The accounts of a deployment: one DynamoDB table, laid out as `aws/table.ts` says. */
export function openTableAccounts({ table, client = newClient() }: TableOptions): AccountStore {
  const accounts = new AccountItems(table, client)
  const ledger = new TableLedger(table, client)
  const balances = new Balances(accounts, new Moves(accounts, ledger))
  const holds = new Holds(accounts)
  const keyring = new Keyring(accounts, new KeyItems(table, client))
  const rates = new Rates(table, client)
  return {
    authenticate: (keySha256) => keyring.authenticate(keySha256),
    charge: (charge, isDue) => balances.charge(charge, isDue),
    admit: (request) => rates.admit(request),
    hold: (hold) => holds.hold(hold),
    capture: (capture) => holds.capture(capture),
    release: (release) => holds.capture({ ...release, amount: 0 }),
    holds: (accountId) => holds.list(accountId),
    createAccount: (options) => balances.create(options),
    getAccount: (accountId) => balances.get(accountId),
    addKey: (options) => keyring.add(options),
    listKeys: (accountId) => keyring.list(accountId),
    setKeyState: (keyId, state) => keyring.setState(keyId, state),
    deleteKey: (keyId) => keyring.delete(keyId),
    topUp: (accountId, amount) => balances.topUp(accountId, amount),
    setLimit: (accountId, limit) => balances.setLimit(accountId, limit),
    setGrant: (accountId, grant, granted) => balances.setGrant(accountId, grant, granted),
    ledger: (accountId) => ledger.read(accountId),
    close: () => client.destroy(),
  }
}

/** Writes the ledger of the same table, for the function that follows its stream. */
export function openTableLedger({ table, client = newClient() }: TableOptions): Ledger {
  return new TableLedger(table, client)
}
