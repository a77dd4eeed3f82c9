import { createHash } from 'node:crypto'
import { rememberedMoves } from '../port.ts'
import type { LastMove } from './table.ts'

const slots = rememberedMoves + 1
/** No digest has this value. */
const empty = '-'

/** `recent` of an account that has never moved: full length, for a list cannot be shifted into a hole. */
export function noMoves(): string[] {
  return Array.from({ length: slots }, () => empty)
}

/** `recent` after the first move. */
export function firstMove(id: string): string[] {
  return [digestOf(id), ...noMoves().slice(1)]
}

/** 96 bits of the id: ids may be long, and `recent` is paid for with every write. */
export function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 16)
}

// Every right-hand side is the value before the update (DynamoDB developer guide, "Using update
// expressions"), so the list moves up by one as a whole and the oldest drops out.
const shift = Array.from({ length: slots - 1 }, (_, i) => `#recent[${i + 1}] = #recent[${i}]`)
const moveExpression = [
  'SET #balance = #balance + :amount',
  '#moves = #moves + :one',
  '#last = :last',
  '#recent[0] = :digest',
  ...shift,
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
) {
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
