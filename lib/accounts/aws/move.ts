import { createHash } from 'node:crypto'
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { rememberedMoves } from '../port.ts'
import type { LastMove } from './table.ts'

/** What an update of an account item is made of. */
export type Update = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>

const slots = rememberedMoves + 1
/** No digest has this value. */
const empty = '-'

/** A list of nothing remembered yet: full length, for a list cannot be shifted into a hole. */
export function nothingYet(length: number): string[] {
  return Array.from({ length }, () => empty)
}

/** `recent` of an account that has never moved. */
export function noMoves(): string[] {
  return nothingYet(slots)
}

/** `recent` after the first move. */
export function firstMove(id: string): string[] {
  return [digestOf(id), ...noMoves().slice(1)]
}

/**
 * 60 bits of the id: ids may be long, and what is remembered is paid for with every write. One in
 * 4 * 10^16 charges is taken for one of the {@link rememberedMoves} before it, and not made.
 */
export function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 10)
}

/**
 * The assignments that put `value` in front of the list `name`, whose oldest entry drops out. Every
 * right-hand side is the value before the update (DynamoDB developer guide, "Using update
 * expressions"), so the list moves up by one as a whole.
 */
export function shifted(name: string, value: string, length: number): string {
  const rest = Array.from({ length: length - 1 }, (_, i) => `${name}[${i + 1}] = ${name}[${i}]`)
  return [`${name}[0] = ${value}`, ...rest].join(', ')
}

const moveExpression = [
  'SET #balance = #balance + :amount',
  '#moves = #moves + :one',
  '#last = :last',
  shifted('#recent', ':digest', slots),
].join(', ')

/**
 * The condition that no key of the account has changed its state since this version was seen. Names
 * `#version`, and gives the value for `:version` where there is one.
 */
export function sameStates(version: number | undefined): {
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

/** What {@link voidUpdate} writes down of an attempt to move a balance. */
export function voidMark(id: string, attempt: number, at: string): string {
  return `${at.slice(0, 16)} ${digestOf(id)} ${attempt}`
}

/**
 * Forbids the attempt of this mark for good, unless the move is among the recent ones. The set it adds to
 * only has marks of the last minutes' lost replies ({@link forgetUpdate}).
 */
export function voidUpdate(id: string, mark: string): Update {
  return {
    UpdateExpression: 'ADD #voided :marks',
    ConditionExpression: 'attribute_exists(#recent) AND NOT contains(#recent, :digest)',
    ExpressionAttributeNames: { '#voided': 'voided', '#recent': 'recent' },
    ExpressionAttributeValues: { ':marks': new Set([mark]), ':digest': digestOf(id) },
  }
}

/** Takes marks out again. */
export function forgetUpdate(marks: string[]): Update {
  return {
    UpdateExpression: 'DELETE #voided :marks',
    ConditionExpression: 'attribute_exists(#voided)',
    ExpressionAttributeNames: { '#voided': 'voided' },
    ExpressionAttributeValues: { ':marks': new Set(marks) },
  }
}

/**
 * The update that moves a balance by the signed `last.amount`, unless `id` is among the recent moves or
 * the attempt of `mark` has been voided. `condition` may use `#balance` and the names and values given
 * with it.
 */
export function moveUpdate(
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
      ':digest': digestOf(id),
      ':mark': mark,
      ...condition.values,
    },
  }
}
