import { type ItemImage, plainItem } from '#platform/stores/dynamodb'
import { idempotencyWindowHolds, type KeyState, type OpenHold } from '../port.ts'
import type { Closing } from '../refusals.ts'
import { digestOf } from './move-updates.ts'
import type { AccountItem, HoldEntry } from './table.ts'

/** An account at one moment, from which a write is decided or its refusal explained. */
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
    return this.#item.recent?.includes(digestOf(id)) ?? false
  }

  /** Credits and charges so far. */
  get moves(): number {
    return this.#moves
  }

  sawMoves(moves: number): void {
    this.#moves = Math.max(this.#moves, moves)
  }

  /** Marks of attempts that were voided. */
  get voided(): string[] {
    return [...(this.#item.voided ?? [])]
  }

  stateOf(keyId: string): KeyState | undefined {
    return entryOf(this.#item.keys, keyId)
  }

  holdOf(holdId: string): HoldEntry | undefined {
    return entryOf(this.#item.holds, holdId)
  }

  /** The open holds whose time is over, oldest first. */
  expiredHolds(at: string): OpenHold[] {
    return Object.entries(this.#item.holds ?? {})
      .filter(([, { expiresAt }]) => expiresAt !== undefined && expiresAt <= at)
      .map(([holdId, entry]) => ({ holdId, ...entry }))
      .sort((a, b) => (a.at + a.holdId < b.at + b.holdId ? -1 : 1))
  }

  /** How a hold was closed, within the idempotency window. */
  closingOf(holdId: string): Closing | undefined {
    return (['captured', 'released'] as const).find((closing) =>
      this.#item.closed?.includes(closingMark(holdId, closing)),
    )
  }
}

/** Slots of `closed` in the account item: a closed hold, and the idempotency window of others after it. */
export const closedSlots = idempotencyWindowHolds + 1

/** The entry of a closed hold in `closed`: how it was closed, and its digest. */
export function closingMark(holdId: string, closing: Closing): string {
  return (closing === 'captured' ? 'c' : 'r') + digestOf(holdId)
}

/** Reads the item in the reply to a failed condition. */
export function snapshotOfImage(image: ItemImage): AccountSnapshot {
  return new AccountSnapshot(plainItem(image) as Partial<AccountItem>)
}

// Names come from callers: "constructor" is a property of every object.
function entryOf<T>(map: Record<string, T> | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined
}
