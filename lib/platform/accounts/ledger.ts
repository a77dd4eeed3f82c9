import type { StoredLedgerRow } from './port.ts'

/** A DynamoDB attribute value, as in stream records and failed conditions. */
export interface ImageAttribute {
  S?: string | undefined
  N?: string | undefined
  M?: Record<string, ImageAttribute> | undefined
  L?: ImageAttribute[] | undefined
  SS?: string[] | undefined
}

/** The account item before or after a change, in a stream record. */
export type AccountImage = Record<string, ImageAttribute>

/**
 * The ledger row of a change of an account item, from the images of its stream record; `undefined` for
 * changes without a row (key states, grants, holds opened and released) and for other items.
 *
 * Every credit and charge increments `moves` and is described in `last`, so that a row and its sequence
 * follow from the new image alone: a record delivered twice gives one row. Throws when `last` is incomplete.
 */
export function ledgerRow(
  oldImage: AccountImage | undefined,
  newImage: AccountImage | undefined,
): StoredLedgerRow | undefined {
  const accountId = newImage?.accountId?.S
  if (newImage?.moves?.N === undefined || accountId === undefined) return undefined
  const sequence = Number(newImage.moves.N)
  if (sequence === Number(oldImage?.moves?.N ?? 0)) return undefined
  const last = newImage.last?.M ?? {}
  const kind = textOf(last, 'kind')
  const heldAfter = newImage.held ? integerOf(newImage, 'held') : 0
  const row = {
    accountId,
    sequence,
    amount: integerOf(last, 'amount'),
    balanceAfter: integerOf(newImage, 'balance'),
    ...(heldAfter > 0 ? { heldAfter } : {}),
    at: textOf(last, 'at'),
  }
  if (kind === 'credit') {
    const creditId = last.creditId?.S
    return { ...row, kind, ...(creditId && { creditId }) }
  }
  if (kind !== 'charge') throw new Error(`an account moved by a "${kind}"`)
  return {
    ...row,
    kind,
    keyId: textOf(last, 'keyId'),
    requestId: textOf(last, 'requestId'),
    operation: textOf(last, 'operation'),
  }
}

function textOf(image: AccountImage, name: string): string {
  const text = image[name]?.S
  if (text === undefined) throw new Error(`an account image without the text "${name}"`)
  return text
}

function integerOf(image: AccountImage, name: string): number {
  const value = Number(image[name]?.N)
  if (!Number.isSafeInteger(value)) {
    throw new Error(`an account image without the integer "${name}"`)
  }
  return value
}
