import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '../../errors/index.ts'
import { rememberedMoves } from '../port.ts'
import type { AccountItems } from './accounts.ts'
import { ConditionFailed, OutcomeUnknown } from './client.ts'
import type { TableLedger } from './ledger.ts'
import { forgetUpdate, type Update, voidMark, voidUpdate } from './move.ts'
import { AccountSnapshot } from './snapshot.ts'

/** An update of a balance, made for the mark it may be voided by. */
export type Attempt = (mark: string) => Update

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

/** Updates tried for one move, of which most are answers to another change of the account in between. */
const maxAttempts = 5
/** Milliseconds between looks at the ledger, whose rows follow the balance by about a second. */
const ledgerDelaysMs = [0, 50, 100, 200, 400, 800, 1500]
/** How far the clocks of two machines may differ. */
const clockSkewMs = 60_000
/** Marks of voided attempts that are kept before old ones are taken out. */
const maxMarks = 16
/** A request that is this old cannot arrive any more: its connection was closed when it was given up. */
const markLifeMs = 2 * 60_000

/**
 * Moves of balances that are applied exactly once, although a reply can be lost on its way back. An
 * attempt is sent once. When its outcome is unknown it is voided: from then on it cannot be applied.
 * Whether it was applied before is told by the recent moves, or, when others have pushed it out of them,
 * by the ledger. Only what was not applied is attempted again.
 */
export class Moves {
  readonly #accounts: AccountItems
  readonly #ledger: TableLedger

  constructor(accounts: AccountItems, ledger: TableLedger) {
    this.#accounts = accounts
    this.#ledger = ledger
  }

  /**
   * Gives the balance after the move. When the condition of an attempt does not hold, `next` looks at the
   * account it was tried on (`undefined`: there is none) and throws the refusal, gives the attempt to
   * make instead, or the outcome when nothing is left to do.
   * Throws `ApiError` `service_unavailable` when the account changes too fast, or when it cannot be told
   * whether the move was applied.
   */
  async move(
    move: Move,
    first: Attempt,
    next: (standing: AccountSnapshot | undefined) => Attempt | Moved,
  ): Promise<Moved> {
    const { accountId, id, at } = move
    let attempt = first
    for (let count = 0; count < maxAttempts; count++) {
      const mark = voidMark(id, count, at)
      const movesBefore = this.#accounts.remembered(accountId)?.moves ?? 0
      try {
        return { balance: await this.#accounts.moveOnce(accountId, attempt(mark)) }
      } catch (error) {
        if (error instanceof OutcomeUnknown) {
          const applied = await this.#settle(move, mark, movesBefore)
          if (applied) return applied
          continue
        }
        const found = next(await this.#accounts.standingOf(accountId, error))
        if (typeof found !== 'function') return found
        // Nothing is wrong any more: the account changed between the write and the reading of it.
        attempt = found
      }
    }
    throw unavailable(new Error('the account changes too fast to be charged'))
  }

  /** Sees to it that an attempt cannot be applied any more; gives the outcome when it has been before. */
  async #settle(move: Move, mark: string, movesBefore: number): Promise<Moved | undefined> {
    const { accountId, id, at } = move
    try {
      const standing = await this.#void(accountId, id, mark)
      if (!standing) return undefined
      const { balance, moves } = standing
      if (standing.hasMoved(id)) return { balance }
      if (moves - movesBefore <= rememberedMoves + 1) return undefined
      const since = new Date(Date.parse(at) - clockSkewMs).toISOString()
      for (const ms of ledgerDelaysMs) {
        await delay(ms)
        const found = await this.#ledger.has(accountId, id, { after: movesBefore, moves, since })
        if (found !== undefined) return found ? { balance } : undefined
      }
      throw new Error('the ledger is behind')
    } catch (error) {
      throw unavailable(
        new Error(`not known whether the move ${id} of account ${accountId} was applied`, {
          cause: error,
        }),
      )
    }
  }

  /** The account after the voiding, or as it is where the move is among the recent ones. */
  async #void(accountId: string, id: string, mark: string): Promise<AccountSnapshot | undefined> {
    try {
      const standing = new AccountSnapshot(
        await this.#accounts.update(accountId, voidUpdate(id, mark)),
      )
      await this.#forgetOldMarks(accountId, standing)
      return standing
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return this.#accounts.standingOf(accountId, error)
    }
  }

  async #forgetOldMarks(accountId: string, { voided }: AccountSnapshot): Promise<void> {
    if (voided.length <= maxMarks) return
    const oldest = new Date(Date.now() - markLifeMs).toISOString()
    const old = voided.filter((mark) => mark < oldest)
    // They only cost space: another lost reply will see to them.
    if (old.length > 0) {
      await this.#accounts.update(accountId, forgetUpdate(old)).catch(() => {})
    }
  }
}
