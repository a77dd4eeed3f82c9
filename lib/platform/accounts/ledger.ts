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
 * Returns the ledger row for a change of an account item, from the images of its stream record. Returns `undefined`
 * for changes without a row (key states, grants, holds opened and released) and for other items.
 *
 * Every credit and charge increments `moves` and is described in `last`. A row and its sequence therefore follow from
 * the new image alone, and a record delivered twice yields one row. Throws when `last` is incomplete.
 */
export function toLedgerRow(
  oldImage: AccountImage | undefined,
  newImage: AccountImage | undefined,
): StoredLedgerRow | undefined {
  const accountId = newImage?.accountId?.S
  if (newImage?.moves?.N === undefined || accountId === undefined) return undefined
  const sequence = Number(newImage.moves.N)
  if (sequence === Number(oldImage?.moves?.N ?? 0)) return undefined
  const last = newImage.last?.M ?? {}
  const kind = readText(last, 'kind')
  const heldAfter = newImage.held ? readInteger(newImage, 'held') : 0
  const row = {
    accountId,
    sequence,
    amount: readInteger(last, 'amount'),
    balanceAfter: readInteger(newImage, 'balance'),
    ...(heldAfter > 0 ? { heldAfter } : {}),
    at: readText(last, 'at'),
  }
  if (kind === 'credit') {
    const creditId = last.creditId?.S
    return { ...row, kind, ...(creditId && { creditId }) }
  }
  if (kind !== 'charge') throw new Error(`an account moved by a "${kind}"`)
  return {
    ...row,
    kind,
    keyId: readText(last, 'keyId'),
    requestId: readText(last, 'requestId'),
    operation: readText(last, 'operation'),
  }
}

function readText(image: AccountImage, name: string): string {
  const text = image[name]?.S
  if (text === undefined) throw new Error(`an account image without the text "${name}"`)
  return text
}

function readInteger(image: AccountImage, name: string): number {
  const value = Number(image[name]?.N)
  if (!Number.isSafeInteger(value)) {
    throw new Error(`an account image without the integer "${name}"`)
  }
  return value
}
