import { type ItemImage, toPlainItem } from '#platform/stores/dynamodb'
import { idempotencyWindowHolds, type KeyState, type OpenHold } from '../port.ts'
import type { Closing } from '../refusals.ts'
import { computeDigest } from './move-updates.ts'
import type { AccountItem, HoldEntry } from './table.ts'

/** An account at one moment, used to decide a write or to explain its refusal. */
export class AccountSnapshot {
  readonly balance: number
  readonly held: number
  readonly openHolds: number
  /** Whether the item has the attributes that holds need. */
  readonly takesHolds: boolean
  /** Version of the key states; undefined until one changes. */
  readonly version: number | undefined
  #moves: number
  readonly #item: Partial<AccountItem>

  constructor(item: Partial<AccountItem>) {
    this.#item = item
    this.balance = item.balance ?? 0
    this.held = item.held ?? 0
    this.openHolds = Object.keys(item.holds ?? {}).length
    this.takesHolds = item.holds !== undefined
    this.#moves = item.moves ?? 0
    this.version = item.version
  }

  hasMoved(id: string): boolean {
    return this.#item.recent?.includes(computeDigest(id)) ?? false
  }

  /** Number of credits and charges. */
  get moves(): number {
    return this.#moves
  }

  raiseMoves(moves: number): void {
    this.#moves = Math.max(this.#moves, moves)
  }

  /** Marks of attempts that were voided. */
  get voided(): string[] {
    return [...(this.#item.voided ?? [])]
  }

  findKeyState(keyId: string): KeyState | undefined {
    return pickEntry(this.#item.keys, keyId)
  }

  findHold(holdId: string): HoldEntry | undefined {
    return pickEntry(this.#item.holds, holdId)
  }

  /** Lists the open holds that have expired, oldest first. */
  listExpiredHolds(at: string): OpenHold[] {
    return Object.entries(this.#item.holds ?? {})
      .filter(([, { expiresAt }]) => expiresAt !== undefined && expiresAt <= at)
      .map(([holdId, entry]) => ({ holdId, ...entry }))
      .sort((a, b) => (a.at + a.holdId < b.at + b.holdId ? -1 : 1))
  }

  /** Returns how a hold was closed, within the idempotency window. */
  findClosing(holdId: string): Closing | undefined {
    return (['captured', 'released'] as const).find((closing) =>
      this.#item.closed?.includes(makeClosingMark(holdId, closing)),
    )
  }
}

/** Number of slots of `closed` in the account item: one closed hold and the idempotency window of later ones. */
export const closedSlots = idempotencyWindowHolds + 1

/** Makes the entry of a closed hold in `closed`: how it was closed, and its digest. */
export function makeClosingMark(holdId: string, closing: Closing): string {
  return (closing === 'captured' ? 'c' : 'r') + computeDigest(holdId)
}

/** Reads the item in the reply to a failed condition. */
export function toSnapshot(image: ItemImage): AccountSnapshot {
  return new AccountSnapshot(toPlainItem(image) as Partial<AccountItem>)
}

// Names come from callers, and "constructor" is a property of every object.
function pickEntry<T>(map: Record<string, T> | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined
}
