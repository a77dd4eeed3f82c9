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
 * The update that moves a balance by the signed `last.amount`, unless `id` is among the recent moves.
 * `condition` may use `#balance` and the names and values given with it.
 */
export function moveUpdate(
  id: string,
  last: LastMove,
  condition: {
    expression: string
    names?: Record<string, string>
    values: Record<string, unknown>
  },
): Update {
  return {
    UpdateExpression: moveExpression,
    ConditionExpression: `NOT contains(#recent, :digest) AND ${condition.expression}`,
    ExpressionAttributeNames: {
      '#balance': 'balance',
      '#moves': 'moves',
      '#last': 'last',
      '#recent': 'recent',
      ...condition.names,
    },
    ExpressionAttributeValues: {
      ':amount': last.amount,
      ':one': 1,
      ':last': last,
      ':digest': digestOf(id),
      ...condition.values,
    },
  }
}
