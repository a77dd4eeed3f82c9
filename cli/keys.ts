import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander'
import {
  type AccountStore,
  checkAccountId,
  openAccounts,
  parseUsd,
  rateLimitOf,
} from '../lib/accounts/index.ts'
import * as commands from './keys/commands.ts'

/** `npm run keys`: keys, accounts and balances, beside a running server or without one. */

/** Operations that an account may only use with a grant. */
const grantable = ['predict']

const program = new Command('npm run keys --')
  .description(
    'Keys, accounts and balances: in the table CAIRN_TABLE, or without one in $CAIRN_HOME/accounts.db.',
  )
  .helpCommand(false)
  .exitOverride()
  .configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .replace(/^error: /, 'keys: ')
          .trim()
          .replace(/\s*\n\s*/g, ' ')}\n`,
      ),
  })

command('create', 'Makes a key, for a new account or for one that exists, and shows it once.')
  .option(
    '--balance <usd>',
    'what a new account starts with or one that exists is topped up by',
    usd,
  )
  .option('--account <id>', 'the account; made under this id if there is none', accountId)
  .action((options) => run(options, (store, output) => commands.create(store, options, output)))

command('list', 'Lists keys.')
  .option('--account <id>', 'only those of this account', accountId)
  .action((options) => run(options, (store, output) => commands.list(store, options, output)))

command('topup', 'Adds to the balance of an account.')
  .argument('<account>', 'account id', accountId)
  .argument('<usd>', 'amount, for example 5.00', moreThanNothing)
  .action((account, amount, options) =>
    run(options, (store, output) => commands.topUp(store, account, amount, output)),
  )

for (const [name, state, description] of [
  ['suspend', 'suspended', 'Refuses a key until it is resumed.'],
  ['resume', 'active', 'Lets a suspended key in again.'],
  ['revoke', 'revoked', 'Refuses a key for ever.'],
] as const) {
  command(name, description)
    .argument('<key_id>', 'key id, as list shows it')
    .action((keyId, options) =>
      run(options, (store, output) => commands.setState(store, keyId, state, output)),
    )
}

command('delete', 'Forgets a key; it is answered like one that never was.')
  .argument('<key_id>', 'key id, as list shows it')
  .action((keyId, options) =>
    run(options, (store, output) => commands.remove(store, keyId, output)),
  )

command('holds', 'Lists what jobs under way have set aside of the balance of an account.')
  .argument('<account>', 'account id', accountId)
  .action((account, options) =>
    run(options, (store, output) => commands.holds(store, account, output)),
  )

command('release', 'Gives back what a job has set aside that was lost; it cannot charge any more.')
  .argument('<account>', 'account id', accountId)
  .argument('<hold>', 'hold id, as holds shows it')
  .action((account, hold, options) =>
    run(options, (store, output) => commands.release(store, account, hold, output)),
  )

command('ledger', 'Lists all credits and charges of an account, oldest first.')
  .argument('<account>', 'account id', accountId)
  .action((account, options) =>
    run(options, (store, output) => commands.ledger(store, account, output)),
  )

command('grant', 'Lets an account use an operation that is granted on request.')
  .addArgument(new Argument('<operation>', 'the operation').choices(grantable))
  .argument('<account>', 'account id', accountId)
  .option('--revoke', 'takes the grant away again')
  .action((operation, account, options) =>
    run(options, (store, output) =>
      commands.grant(store, operation, account, !options.revoke, output),
    ),
  )

command('limit', 'Gives the keys of an account a rate limit of their own, or the default again.')
  .argument('<account>', 'account id', accountId)
  .argument('<rate>', 'requests a second for each key, for example 50, or "default"', rate)
  .option('--burst <requests>', 'requests that may come at once (four seconds of the rate)', burst)
  .action((account, requestsPerSecond, options) =>
    run(options, (store, output) =>
      commands.limit(store, account, { requestsPerSecond, burst: options.burst }, output),
    ),
  )

function command(name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'prints JSON')
}

async function run(
  { json = false }: { json?: boolean },
  work: (store: AccountStore, output: commands.Output) => Promise<void>,
): Promise<void> {
  const store = await openAccounts()
  try {
    await work(store, { json, print: (text) => process.stdout.write(text) })
  } finally {
    store.close()
  }
}

function usd(text: string): number {
  return valid(() => parseUsd(text))
}

function moreThanNothing(text: string): number {
  const amount = usd(text)
  if (amount === 0) throw new InvalidArgumentError('A top-up is more than 0.')
  return amount
}

function accountId(text: string): string {
  valid(() => checkAccountId(text))
  return text
}

function rate(text: string): number | undefined {
  if (text === 'default') return undefined
  const requestsPerSecond = Number(text)
  if (Number.isNaN(requestsPerSecond)) {
    throw new InvalidArgumentError('It is a number of requests a second, or "default".')
  }
  valid(() => rateLimitOf(requestsPerSecond))
  return requestsPerSecond
}

function burst(text: string): number {
  const requests = Number(text)
  valid(() => rateLimitOf(1, requests))
  return requests
}

function valid<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

try {
  if (process.argv.length <= 2) program.error('error: name a command; --help lists them')
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Help was asked for and given; everything else that commander throws is a wrong use.
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    process.stderr.write(`keys: ${commands.describe(error)}\n`)
    process.exitCode = 1
  }
}
