import { createHash } from 'node:crypto'
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { idempotencyWindowMoves } from '../port.ts'
import type { LastMove } from './table.ts'

/** The expressions of an update of an account item. */
export type Update = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>

const recentSlots = idempotencyWindowMoves + 1
/** Value of an unused slot, which no digest can have. */
const empty = '-'

/** Makes an empty list at its full length, since an update cannot assign past the end of a list. */
export function makeEmptySlots(length: number): string[] {
  return Array.from({ length }, () => empty)
}

/** Makes `recent` of an account without moves. */
export function makeEmptyRecent(): string[] {
  return makeEmptySlots(recentSlots)
}

/** Makes `recent` after a first move. */
export function makeFirstRecent(id: string): string[] {
  return [computeDigest(id), ...makeEmptyRecent().slice(1)]
}

/**
 * Returns a digest of 60 bits of the id; it is short because every write pays for the size of the list. One in 4 *
 * 10^16 charges collides with one of the {@link idempotencyWindowMoves} before it, and is not made.
 */
export function computeDigest(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 10)
}

/**
 * Makes assignments that prepend `values` to the list `name` and drop the same number of its oldest entries.
 * Right-hand sides are the values before the update (DynamoDB developer guide, "Using update expressions"), so the
 * list shifts as a whole.
 */
export function prependToList(name: string, values: readonly string[], length: number): string {
  const slot = (i: number) => `${name}[${i}]`
  return Array.from(
    { length },
    (_, i) => `${slot(i)} = ${values[i] ?? slot(i - values.length)}`,
  ).join(', ')
}

const moveExpression = [
  'SET #balance = #balance + :amount',
  '#moves = #moves + :one',
  '#last = :last',
  prependToList('#recent', [':digest'], recentSlots),
].join(', ')

/**
 * Returns the condition that no key state of the account has changed since `version`, with its name `#version` and
 * value `:version`.
 */
export function requireUnchangedKeyStates(version: number | undefined): {
  expression: string
  names: Record<string, string>
  values: Record<string, unknown>
} {
  const known = version !== undefined
  return {
    expression: known ? '#version = :version' : 'attribute_not_exists(#version)',
    names: { '#version': 'version' },
    values: known ? { ':version': version } : {},
  }
}

/** Makes the mark of an attempt to move a balance, for {@link makeVoidUpdate}. */
export function makeVoidMark(id: string, attempt: number, at: string): string {
  return `${at.slice(0, 16)} ${computeDigest(id)} ${attempt}`
}

/**
 * Makes the marks of all attempts to move a balance that may have begun within a period.
 *
 * @param from, to Unix milliseconds.
 */
export function makeVoidMarks(
  id: string,
  { from, to, attempts }: { from: number; to: number; attempts: number },
): string[] {
  const minutes = Math.floor(to / 60_000) - Math.floor(from / 60_000) + 1
  return Array.from({ length: minutes }, (_, i) =>
    new Date(from + i * 60_000).toISOString(),
  ).flatMap((at) => Array.from({ length: attempts }, (_, attempt) => makeVoidMark(id, attempt, at)))
}

/**
 * Makes an update that voids the attempts of these marks permanently, unless the move is among the recent ones.
 * {@link makeForgetUpdate} keeps the set of marks small.
 */
export function makeVoidUpdate(id: string, marks: readonly string[]): Update {
  return {
    UpdateExpression: 'ADD #voided :marks',
    ConditionExpression: 'attribute_exists(#recent) AND NOT contains(#recent, :digest)',
    ExpressionAttributeNames: { '#voided': 'voided', '#recent': 'recent' },
    ExpressionAttributeValues: { ':marks': new Set(marks), ':digest': computeDigest(id) },
  }
}

/** Makes an update that removes marks of voided attempts. */
export function makeForgetUpdate(marks: string[]): Update {
  return {
    UpdateExpression: 'DELETE #voided :marks',
    ConditionExpression: 'attribute_exists(#voided)',
    ExpressionAttributeNames: { '#voided': 'voided' },
    ExpressionAttributeValues: { ':marks': new Set(marks) },
  }
}

/**
 * Makes the update that moves a balance by the signed `last.amount`, unless `id` is among the recent moves or the
 * attempt of `mark` is voided. `condition` may use `#balance` and its own names and values.
 */
export function makeMoveUpdate(
  id: string,
  mark: string,
  last: LastMove,
  condition: {
    expression: string
    names?: Record<string, string>
    values: Record<string, unknown>
  },
): Update {
  return {
    UpdateExpression: moveExpression,
    ConditionExpression: `NOT contains(#recent, :digest) AND (attribute_not_exists(#voided) OR NOT contains(#voided, :mark)) AND ${condition.expression}`,
    ExpressionAttributeNames: {
      '#balance': 'balance',
      '#moves': 'moves',
      '#last': 'last',
      '#recent': 'recent',
      '#voided': 'voided',
      ...condition.names,
    },
    ExpressionAttributeValues: {
      ':amount': last.amount,
      ':one': 1,
      ':last': last,
      ':digest': computeDigest(id),
      ':mark': mark,
      ...condition.values,
    },
  }
}
