import { type Capture, type Hold, type KeyState, maxOpenHolds, type OpenHold } from '../port.ts'
import {
  type Closing,
  checkCapture,
  checkCharge,
  checkClosing,
  holdClosed,
  otherHold,
  tooManyHolds,
} from '../refusals.ts'
import { checkAmount, checkHoldFields, formatExpiry } from '../validation.ts'
import type { AccountsFile } from './file.ts'
import { type Row, readHold } from './rows.ts'

/** Manages holds in the file. Closed holds stay in it and are always recognised. */
export class FileHolds {
  readonly #file: AccountsFile

  constructor(file: AccountsFile) {
    this.#file = file
  }

  hold(hold: Hold): { balance: number } {
    checkHoldFields(hold)
    const { accountId, keyId, holdId, operation, amount } = hold
    const { sql } = this.#file
    return this.#file.write(() => {
      let balance = this.#file.find(accountId)?.balance ?? 0
      const known = sql.hold.get(accountId, holdId)
      if (known?.closing) throw holdClosed(holdId)
      if (known) {
        const open = readHold(known)
        const same = open.keyId === keyId && open.operation === operation && open.amount === amount
        if (!same) throw otherHold(holdId)
        return { balance }
      }
      const state = sql.stateOfKey.get(keyId, accountId)?.state as KeyState | undefined
      const isFull = () => Number(sql.countHolds.get(accountId)?.count) >= maxOpenHolds
      if (state === 'active' && (balance < amount || isFull())) balance = this.free(accountId)
      checkCharge(state, balance, amount)
      if (isFull()) throw tooManyHolds(maxOpenHolds)
      const at = new Date().toISOString()
      const expiresAt = formatExpiry(hold) ?? null
      sql.insertHold.run({ accountId, holdId, keyId, operation, amount, at, expiresAt })
      return { balance: this.#moveIntoHolds(accountId, amount) }
    })
  }

  capture({ accountId, holdId, amount }: Capture): { balance: number } {
    checkAmount(amount, 0)
    const { sql } = this.#file
    return this.#file.write(() => {
      const known = sql.hold.get(accountId, holdId)
      if (!known || known.closing) {
        checkClosing(holdId, (known?.closing ?? undefined) as Closing | undefined, amount)
        return { balance: this.#file.account(accountId).balance }
      }
      const open = readHold(known)
      checkCapture(holdId, open.amount, amount)
      sql.closeHold.run(amount > 0 ? 'captured' : 'released', accountId, holdId)
      const balance = this.#moveIntoHolds(accountId, 0 - open.amount)
      if (amount === 0) return { balance }
      const { keyId, operation } = open
      return {
        balance: this.#file.move(accountId, -amount, { keyId, requestId: holdId, operation }),
      }
    })
  }

  list(accountId: string): OpenHold[] {
    return this.#file.read(() => this.#file.sql.openHolds.all(accountId).map(readHold))
  }

  releaseExpired(accountId: string): OpenHold[] {
    return this.#file.write(() => this.#releaseExpired(accountId))
  }

  /**
   * Releases the expired holds and returns the new balance. Must run within a transaction; if it fails, the holds
   * stay open.
   */
  free(accountId: string): number {
    this.#releaseExpired(accountId)
    return this.#file.find(accountId)?.balance ?? 0
  }

  /** Returns the amount that releasing the expired holds would add to the balance. */
  expiredAmount(accountId: string): number {
    return this.#expired(accountId).reduce((sum, { amount }) => sum + amount, 0)
  }

  #expired(accountId: string): OpenHold[] {
    return this.#file.sql.expiredHolds.all(accountId, new Date().toISOString()).map(readHold)
  }

  #releaseExpired(accountId: string): OpenHold[] {
    const expired = this.#expired(accountId)
    for (const { holdId, amount } of expired) {
      this.#file.sql.closeHold.run('released', accountId, holdId)
      this.#moveIntoHolds(accountId, 0 - amount)
    }
    return expired
  }

  /** Moves an amount from the balance into holds; a negative amount moves it back. */
  #moveIntoHolds(accountId: string, amount: number): number {
    const row = this.#file.sql.moveHeld.get({ accountId, amount }) as Row
    return Number(row.balance)
  }
}
