import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#platform/errors'
import { ConditionFailed, OutcomeUnknown } from '#platform/stores/dynamodb'
import { idempotencyWindowMoves } from '../port.ts'
import type { AccountItems } from './accounts.ts'
import type { TableLedger } from './ledger.ts'
import {
  makeForgetUpdate,
  makeVoidMark,
  makeVoidMarks,
  makeVoidUpdate,
  type Update,
} from './move-updates.ts'
import { AccountSnapshot } from './snapshot.ts'

/** Makes the update of one attempt; `mark` identifies the attempt, so that it can be voided. */
export type MoveAttempt = (mark: string) => Update

export interface Moved {
  balance: number
  repeated?: true
}

export interface Move {
  accountId: string
  /** The ledger row's request id or credit id. */
  id: string
  /** ISO 8601. */
  at: string
}

/** A charge of an invocation that has ended, with or without success. */
export interface EndedMove {
  accountId: string
  id: string
  /** Number of moves of the account when the invocation began, or fewer. */
  moves: number
  /** Period in which it may have charged, in Unix milliseconds of the charging machine's clock. */
  lockedAt: number
  lockedUntil: number
}

/** Maximum updates for one move; most retries follow another change of the account. */
const maxAttempts = 5
/** Delays before each attempt to settle an outcome, ms. Ledger rows follow the balance by about a second. */
const settleDelaysMs = [0, 50, 100, 200, 400, 800, 1500]
/** Time after which no further attempt is begun, ms. Each may take seconds itself, and a caller is waiting. */
const maxSettleMs = 5000
/** Maximum difference between the clocks of two machines, ms. */
const maxClockSkewMs = 60_000
/** Maximum marks of voided attempts that an account keeps before old ones are removed. */
const maxMarks = 16
/** Age after which a request can no longer arrive, because its connection was closed at its timeout, ms. */
const markLifeMs = 2 * 60_000

/**
 * Moves balances exactly once, even when a reply is lost. Each attempt is sent once. An attempt whose outcome is
 * unknown is voided: from then on it cannot be applied. The list of recent moves shows whether it was applied before,
 * or the ledger does once later moves have displaced it from the list. If it was not applied, the move is attempted
 * again.
 */
export class Moves {
  readonly #accounts: AccountItems
  readonly #ledger: TableLedger

  constructor(accounts: AccountItems, ledger: TableLedger) {
    this.#accounts = accounts
    this.#ledger = ledger
  }

  /**
   * Makes a move and returns the new balance. When the condition of an attempt fails, `next` receives the account
   * (`undefined` if there is none). It throws the refusal, or returns the next attempt, or the outcome when nothing
   * is left to do. Throws `ApiError` `service_unavailable` when the account changes too fast, or when it cannot be
   * determined whether the move was applied.
   */
  async move(
    move: Move,
    first: MoveAttempt,
    next: (snapshot: AccountSnapshot | undefined) => MoveAttempt | Moved,
  ): Promise<Moved> {
    const { accountId, id, at } = move
    let attempt = first
    for (let count = 0; count < maxAttempts; count++) {
      const mark = makeVoidMark(id, count, at)
      const movesBefore = this.#accounts.getCached(accountId)?.moves ?? 0
      try {
        return { balance: await this.#accounts.moveOnce(accountId, attempt(mark)) }
      } catch (error) {
        if (error instanceof OutcomeUnknown) {
          const applied = await this.#settle(move, [mark], movesBefore)
          if (applied) return applied
          continue
        }
        const result = next(await this.#accounts.findSnapshot(accountId, error))
        if (typeof result !== 'function') return result
        // The account changed between the write and the snapshot.
        attempt = result
      }
    }
    throw unavailable(
      new Error(
        `the balance was not changed in ${maxAttempts} attempts: the account changes too fast`,
      ),
    )
  }

  /**
   * Returns whether the charge of an ended invocation was applied. If it was not, it no longer can be. Throws
   * `ApiError` `service_unavailable` when that cannot be determined.
   */
  async wasApplied({ accountId, id, moves, lockedAt, lockedUntil }: EndedMove): Promise<boolean> {
    const marks = makeVoidMarks(id, { from: lockedAt, to: lockedUntil, attempts: maxAttempts })
    const at = new Date(lockedAt).toISOString()
    const until = new Date(lockedUntil).toISOString()
    return (await this.#settle({ accountId, id, at, until }, marks, moves)) !== undefined
  }

  /**
   * Voids attempts and returns the outcome of the one that was applied before. Tries again for some seconds while the
   * store is at fault or the ledger is behind.
   */
  async #settle(
    move: Move & { until?: string },
    marks: readonly string[],
    movesBefore: number,
  ): Promise<Moved | undefined> {
    const { accountId, id, at } = move
    const since = new Date(Date.parse(at) - maxClockSkewMs).toISOString()
    const until = move.until && new Date(Date.parse(move.until) + maxClockSkewMs).toISOString()
    const start = performance.now()
    // Kept once it succeeds, so that the number of rows to wait for does not grow with each attempt.
    let voiding: { snapshot: AccountSnapshot | undefined } | undefined
    let cause: unknown
    for (const ms of settleDelaysMs) {
      if (performance.now() - start > maxSettleMs) break
      await delay(ms)
      try {
        voiding ??= { snapshot: await this.#void(accountId, id, marks) }
        const { snapshot } = voiding
        if (!snapshot) return undefined
        const { balance, moves } = snapshot
        if (snapshot.hasMoved(id)) return { balance }
        if (moves - movesBefore <= idempotencyWindowMoves + 1) return undefined
        const range = { after: movesBefore, moves, since, until }
        const found = await this.#ledger.has(accountId, id, range)
        if (found !== undefined) return found ? { balance } : undefined
        cause = new Error('the ledger is behind')
      } catch (error) {
        cause = error
      }
    }
    throw unavailable(
      new Error(`not known whether the move ${id} of account ${accountId} was applied`, { cause }),
    )
  }

  /** Voids the attempts and returns the account; it is unchanged when the move is among the recent ones. */
  async #void(
    accountId: string,
    id: string,
    marks: readonly string[],
  ): Promise<AccountSnapshot | undefined> {
    try {
      const snapshot = new AccountSnapshot(
        await this.#accounts.update(accountId, makeVoidUpdate(id, marks)),
      )
      await this.#forgetOldMarks(accountId, snapshot)
      return snapshot
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return this.#accounts.findSnapshot(accountId, error)
    }
  }

  async #forgetOldMarks(accountId: string, { voided }: AccountSnapshot): Promise<void> {
    if (voided.length <= maxMarks) return
    const oldest = new Date(Date.now() - markLifeMs).toISOString()
    const old = voided.filter((mark) => mark < oldest)
    // A failure is harmless: old marks only cost space, and the next lost reply removes them.
    if (old.length > 0) {
      await this.#accounts.update(accountId, makeForgetUpdate(old)).catch(() => {})
    }
  }
}
