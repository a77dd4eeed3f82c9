import { Argument, type Command, InvalidArgumentError } from 'commander'
import {
  type AccountStore,
  checkAccountId,
  makeRateLimit,
  openAccounts,
  parseUsd,
} from '#platform/accounts'
import { locateHome } from '#platform/home'
import {
  addExamples,
  type CommandLine,
  createProgram,
  type JsonOption,
  jsonOption,
  run,
} from './base/index.ts'
import * as commands from './keys/commands.ts'
import { explainAccountsError } from './keys/explain.ts'

/** Operations that an account may only use with a grant. */
const grantable = ['predict']

const program = createProgram(
  'keys',
  'Manages API keys, accounts and prepaid balances: in the DynamoDB table CAIRN_TABLE, or without it in ' +
    `accounts.db under $CAIRN_HOME (${locateHome({})}). A running server sees every change at once.`,
)
addExamples(program, 'create --balance 5.00', 'topup ACCOUNT 5.00', 'list --json')

add('create', 'Creates a key for a new or an existing account and prints it, only this once.', [
  'create --account acme --balance 5.00',
])
  .option(
    '--balance <usd>',
    'USD: opening balance of a new account, else a top-up',
    parseUsdArgument,
  )
  .option('--account <id>', 'the account; created under this id if there is none', parseAccountId)
  .action(withStore(commands.create))

add('list', 'Lists keys with account, state and balance.', ['list --account acme'])
  .option('--account <id>', 'only the keys of this account', parseAccountId)
  .action(withStore(commands.list))

add('topup', 'Adds to the balance of an account.', ['topup acme 5.00'])
  .argument('<account>', 'account id', parseAccountId)
  .argument('<usd>', 'amount in USD, above 0, up to 6 decimals', parsePositiveUsd)
  .action(withStore(commands.topUp))

for (const [name, state, description] of [
  ['suspend', 'suspended', 'Refuses a key until it is resumed.'],
  ['resume', 'active', 'Accepts a suspended key again.'],
  ['revoke', 'revoked', 'Refuses a key for ever.'],
] as const) {
  add(name, description, [`${name} key_4f7Wq`])
    .argument('<key_id>', 'key id, as list prints it')
    .action(
      withStore((store, keyId: string, options: JsonOption) =>
        commands.setState(store, keyId, state, options),
      ),
    )
}

add('delete', 'Deletes a key; it is then refused as unknown.', ['delete key_4f7Wq'])
  .argument('<key_id>', 'key id, as list prints it')
  .action(withStore(commands.remove))

add('holds', 'Lists the open holds of an account: balance that running jobs have set aside.', [
  'holds acme',
])
  .argument('<account>', 'account id', parseAccountId)
  .action(withStore(commands.showHolds))

add('release', 'Returns the hold of a lost job to the balance; the job can no longer charge it.', [
  'release acme hold_8sKd2',
])
  .argument('<account>', 'account id', parseAccountId)
  .argument('<hold>', 'hold id, as holds prints it')
  .action(withStore(commands.release))

add('ledger', 'Lists all credits and charges of an account, oldest first.', ['ledger acme'])
  .argument('<account>', 'account id', parseAccountId)
  .action(withStore(commands.showLedger))

add('grant', 'Lets an account use an operation that needs a grant.', ['grant predict acme'])
  .addArgument(new Argument('<operation>', 'the operation').choices(grantable))
  .argument('<account>', 'account id', parseAccountId)
  .option('--revoke', 'withdraw the grant')
  .action(withStore(commands.grant))

add('limit', 'Sets the rate limit of each key of an account, or restores the default.', [
  'limit acme 50 --burst 200',
  'limit acme default',
])
  .argument('<account>', 'account id', parseAccountId)
  .argument('<rate>', 'requests per second for each key, or "default"', parseRate)
  .option('--burst <requests>', 'requests at once (default: 4 seconds of the rate)', parseBurst)
  .action(withStore(commands.limit))

function add(name: string, description: string, examples: string[]): Command {
  const command = program.command(name).description(description)
  return addExamples(command.option(...jsonOption), ...examples)
}

/** Wraps an action: opens the account store for it and closes it afterwards. */
function withStore<Args extends unknown[]>(
  work: (store: AccountStore, ...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const store = await openAccounts()
    try {
      await work(store, ...args)
    } finally {
      store.close()
    }
  }
}

function parseUsdArgument(text: string): number {
  return checkArgument(() => parseUsd(text))
}

function parsePositiveUsd(text: string): number {
  const amount = parseUsdArgument(text)
  if (amount === 0) throw new InvalidArgumentError('A top-up is above 0.')
  return amount
}

function parseAccountId(text: string): string {
  checkArgument(() => checkAccountId(text))
  return text
}

function parseRate(text: string): number | undefined {
  if (text === 'default') return undefined
  const requestsPerSecond = Number(text)
  if (Number.isNaN(requestsPerSecond)) {
    throw new InvalidArgumentError('Expected requests per second or "default".')
  }
  checkArgument(() => makeRateLimit(requestsPerSecond))
  return requestsPerSecond
}

function parseBurst(text: string): number {
  const requests = Number(text)
  checkArgument(() => makeRateLimit(1, requests))
  return requests
}

function checkArgument<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

export const commandLine: CommandLine = {
  name: 'keys',
  program,
  usesHome: true,
  explain: explainAccountsError,
}
if (import.meta.main) await run(commandLine)
