import { idempotencyWindowHolds, maxOpenHolds, type OpenHold } from '../port.ts'
import { isShortage } from '../refusals.ts'
import type { AccountItems } from './accounts.ts'
import { prepended, type Update } from './move-updates.ts'
import { type AccountSnapshot, closingMark } from './snapshot.ts'
import { now } from './time.ts'

/** Holds that one update releases: as many as it can remember as closed. */
const maxReleased = idempotencyWindowHolds + 1

/** What an attempt needs of the account. */
interface Shortage {
  amount: number
  /** Whether it opens a hold. */
  opensHold?: boolean
}

/**
 * Releases expired holds when a charge or hold would otherwise be refused. Nobody looks at them before that,
 * so the usual charge costs no more than without them.
 */
export class ExpiredHolds {
  readonly #accounts: AccountItems

  constructor(accounts: AccountItems) {
    this.#accounts = accounts
  }

  /**
   * Makes the attempt. When it is refused for want of balance or of room for a hold, and expired holds would
   * give it what it needs, they are released and the attempt is made again.
   */
  async ifNeeded<T>(accountId: string, need: Shortage, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      // A refusal is of an account that was just read.
      const snapshot = isShortage(error) ? this.#accounts.cached(accountId) : undefined
      if (!snapshot || !isEnough(snapshot, need)) throw error
      await this.#release(accountId, snapshot)
      return await attempt()
    }
  }

  /** Releases all that have expired, oldest first. */
  async releaseAll(accountId: string): Promise<OpenHold[]> {
    const snapshot = await this.#accounts.refresh(accountId)
    return snapshot ? await this.#release(accountId, snapshot) : []
  }

  async #release(accountId: string, snapshot: AccountSnapshot): Promise<OpenHold[]> {
    const released: OpenHold[] = []
    const at = now()
    const expired = snapshot.expiredHolds(at)
    for (let start = 0; start < expired.length; start += maxReleased) {
      let batch = expired.slice(start, start + maxReleased)
      await this.#accounts.move(accountId, releaseUpdate(batch), (found) => {
        // Somebody else has closed one of them.
        const open = new Set(found?.expiredHolds(at).map(({ holdId }) => holdId))
        batch = batch.filter(({ holdId }) => open.has(holdId))
        return batch.length > 0 ? releaseUpdate(batch) : { balance: found?.balance ?? 0 }
      })
      released.push(...batch)
    }
    return released
  }
}

function isEnough(snapshot: AccountSnapshot, { amount, opensHold }: Shortage): boolean {
  const expired = snapshot.expiredHolds(now())
  const freed = expired.reduce((sum, hold) => sum + hold.amount, 0)
  const hasRoom = !opensHold || snapshot.openHolds - expired.length < maxOpenHolds
  return expired.length > 0 && hasRoom && snapshot.balance + freed >= amount
}

/** Closes the holds if each is still the one that was read; leaves no ledger row, as any release. */
function releaseUpdate(holds: readonly OpenHold[]): Update {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const conditions = holds.map(({ holdId, amount, at }, i) => {
    names[`#h${i}`] = holdId
    values[`:a${i}`] = amount
    values[`:t${i}`] = at
    values[`:m${i}`] = closingMark(holdId, 'released')
    return `#holds.#h${i}.#amount = :a${i} AND #holds.#h${i}.#at = :t${i}`
  })
  const marks = holds.map((_, i) => `:m${i}`)
  const sets = [
    '#balance = #balance + :freed',
    '#held = #held - :freed',
    prepended('#closed', marks, maxReleased),
  ]
  const paths = holds.map((_, i) => `#holds.#h${i}`)
  return {
    UpdateExpression: `SET ${sets.join(', ')} REMOVE ${paths.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: {
      ...names,
      '#balance': 'balance',
      '#held': 'held',
      '#holds': 'holds',
      '#closed': 'closed',
      '#amount': 'amount',
      '#at': 'at',
    },
    ExpressionAttributeValues: {
      ...values,
      ':freed': holds.reduce((sum, { amount }) => sum + amount, 0),
    },
  }
}
