import * as z from 'zod'
import { type JobStore, listJobs } from '#places/jobs'
import {
  type AccountStore,
  formatUsd,
  issueKey,
  noSuchAccount,
  parseUsd,
  toAccountRow,
  toHoldRow,
  toKeyRow,
} from '#platform/accounts'
import { Semaphore } from '#platform/concurrency'
import { summarizeLedger } from './usage.ts'

/** Stores and settings of the console actions. */
export interface ConsoleStores {
  accounts: AccountStore
  jobs: Pick<JobStore, 'list'>
  /** Origin of the accounts: `this machine`, or a deployment and its AWS region. */
  place: string
  /** Path of the API reference next to the console, if there is one. */
  reference?: string
}

interface Action<Input extends z.ZodType = z.ZodType> {
  input: Input
  run(input: z.output<Input>, stores: ConsoleStores): Promise<unknown>
}

const AccountId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is 1 to 64 letters, digits, _ or -')
const AccountInput = z.strictObject({ account_id: AccountId })
const KeyId = z.string().min(1).max(100)

const makeUsdSchema = (min: number) =>
  z
    .string()
    .max(30)
    .transform((text, context) => {
      try {
        const amount = parseUsd(text)
        if (amount >= min) return amount
      } catch {
        // Reported below: the text is not an amount.
      }
      context.addIssue({ code: 'custom', message: 'is no amount in USD, such as 5.00' })
      return z.NEVER
    })

const latestJobs = 20
/** Accounts read concurrently. The SDK keeps 50 connections open. */
const maxConcurrentReads = 16

/** Actions of the console, by name. */
export const consoleActions: Readonly<Record<string, Action>> = {
  about: makeAction(z.strictObject({}), async (_, { place, reference }) => ({ place, reference })),

  accounts: makeAction(z.strictObject({}), async (_, { accounts }) => {
    const keys = await accounts.listKeys()
    const byAccount = Map.groupBy(keys, ({ accountId }) => accountId)
    const semaphore = new Semaphore(maxConcurrentReads)
    const rows = await Promise.all(
      [...byAccount].map(async ([accountId, own]) => {
        const account = await semaphore.run(() => accounts.getAccount(accountId))
        if (!account) return []
        const active = own.filter(({ state }) => state === 'active').length
        return [{ ...toAccountRow(account), keys: own.length, active_keys: active }]
      }),
    )
    return { accounts: rows.flat() }
  }),

  account: makeAction(AccountInput, async ({ account_id: id }, { accounts, jobs }) => {
    const account = await accounts.getAccount(id)
    if (!account) throw noSuchAccount(id)
    const [keys, holds, ledger, listed] = await Promise.all([
      accounts.listKeys(id),
      accounts.holds(id),
      summarizeLedger(accounts.ledger(id), new Date()),
      listJobs(jobs, id, { limit: latestJobs }),
    ])
    return {
      account: toAccountRow(account),
      keys: keys.map(toKeyRow),
      holds: holds.map(toHoldRow),
      jobs: listed.jobs,
      ...ledger,
    }
  }),

  'create-key': makeAction(
    z.strictObject({ account_id: AccountId.optional(), balance_usd: makeUsdSchema(0).optional() }),
    async ({ account_id: accountId, balance_usd: amount = 0 }, { accounts }) => {
      const { key, keyId, account } = await issueKey(accounts, { accountId, amount })
      const { accountId: account_id, balance } = account
      return { key, key_id: keyId, account_id, balance_usd: formatUsd(balance) }
    },
  ),

  'set-key-state': makeAction(
    z.strictObject({ key_id: KeyId, state: z.enum(['active', 'suspended', 'revoked']) }),
    async ({ key_id, state }, { accounts }) => toKeyRow(await accounts.setKeyState(key_id, state)),
  ),

  'top-up': makeAction(
    AccountInput.extend({ amount_usd: makeUsdSchema(1) }),
    async ({ account_id, amount_usd }, { accounts }) =>
      toAccountRow(await accounts.topUp(account_id, amount_usd)),
  ),

  'set-grant': makeAction(
    AccountInput.extend({ grant: z.enum(['predict']), granted: z.boolean() }),
    async ({ account_id, grant, granted }, { accounts }) =>
      toAccountRow(await accounts.setGrant(account_id, grant, granted)),
  ),
}

export function isConsoleAction(name: string): boolean {
  return Object.hasOwn(consoleActions, name)
}

function makeAction<Input extends z.ZodType>(
  input: Input,
  run: (input: z.output<Input>, stores: ConsoleStores) => Promise<unknown>,
): Action<Input> {
  return { input, run }
}
