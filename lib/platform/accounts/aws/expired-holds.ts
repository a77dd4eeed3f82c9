import { maxOpenHolds, type OpenHold } from '../port.ts'
import { isShortage } from '../refusals.ts'
import type { AccountItems } from './accounts.ts'
import { prependToList, type Update } from './move-updates.ts'
import { type AccountSnapshot, closedSlots, makeClosingMark } from './snapshot.ts'
import { formatNow } from './time.ts'

/** Amount and capacity that a charge or hold requires of the account. */
interface Requirement {
  amount: number
  /** Whether it opens a hold, which counts toward the maximum. */
  opensHold?: boolean
}

/**
 * Releases expired holds when a charge or hold would otherwise be refused. They are not read in advance, so they cost
 * other charges nothing.
 */
export class ExpiredHolds {
  readonly #accounts: AccountItems

  constructor(accounts: AccountItems) {
    this.#accounts = accounts
  }

  /**
   * Makes the attempt. When it is refused because the balance is too low or too many holds are open, and releasing
   * the expired holds would suffice, releases them and makes the attempt again.
   */
  async releaseIfNeeded<T>(
    accountId: string,
    need: Requirement,
    attempt: () => Promise<T>,
  ): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      // The attempt has cached the snapshot on which it was refused.
      const snapshot = isShortage(error) ? this.#accounts.getCached(accountId) : undefined
      if (!snapshot || !wouldSuffice(snapshot, need)) throw error
      await this.#release(accountId, snapshot)
      return await attempt()
    }
  }

  /** Releases all expired holds and returns them, oldest first. */
  async releaseAll(accountId: string): Promise<OpenHold[]> {
    const snapshot = await this.#accounts.refresh(accountId)
    return snapshot ? await this.#release(accountId, snapshot) : []
  }

  async #release(accountId: string, snapshot: AccountSnapshot): Promise<OpenHold[]> {
    const released: OpenHold[] = []
    const at = formatNow()
    const expired = snapshot.listExpiredHolds(at)
    // Each hold that an update releases takes one slot of `closed`.
    for (let start = 0; start < expired.length; start += closedSlots) {
      let batch = expired.slice(start, start + closedSlots)
      await this.#accounts.move(accountId, makeReleaseUpdate(batch), (found) => {
        // Another process may have closed some of them.
        const open = new Set(found?.listExpiredHolds(at).map(({ holdId }) => holdId))
        batch = batch.filter(({ holdId }) => open.has(holdId))
        return batch.length > 0 ? makeReleaseUpdate(batch) : { balance: found?.balance ?? 0 }
      })
      released.push(...batch)
    }
    return released
  }
}

function wouldSuffice(snapshot: AccountSnapshot, { amount, opensHold }: Requirement): boolean {
  const expired = snapshot.listExpiredHolds(formatNow())
  const freed = expired.reduce((sum, hold) => sum + hold.amount, 0)
  const hasRoom = !opensHold || snapshot.openHolds - expired.length < maxOpenHolds
  return expired.length > 0 && hasRoom && snapshot.balance + freed >= amount
}

/**
 * Makes an update that closes the holds if none has changed since it was read. Like any release, it leaves no ledger
 * row.
 */
function makeReleaseUpdate(holds: readonly OpenHold[]): Update {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const conditions = holds.map(({ holdId, amount, at }, i) => {
    names[`#h${i}`] = holdId
    values[`:a${i}`] = amount
    values[`:t${i}`] = at
    values[`:m${i}`] = makeClosingMark(holdId, 'released')
    return `#holds.#h${i}.#amount = :a${i} AND #holds.#h${i}.#at = :t${i}`
  })
  const marks = holds.map((_, i) => `:m${i}`)
  const sets = [
    '#balance = #balance + :freed',
    '#held = #held - :freed',
    prependToList('#closed', marks, closedSlots),
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
