import { ApiError } from '#platform/errors'
import type { Microdollars } from './port.ts'

const perDollar = 1_000_000

/**
 * Formats micro-dollars as an exact decimal of dollars with two to six decimals: `700` is `0.0007`, `5_000_000` is
 * `5.00`, `-700` is `-0.0007`. Throws `RangeError` for anything but a safe integer.
 */
export function formatUsd(amount: Microdollars): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not micro-dollars: ${amount}`)
  const size = Math.abs(amount)
  const decimals = String(size % perDollar).padStart(6, '0')
  const sign = amount < 0 ? '-' : ''
  return `${sign}${Math.trunc(size / perDollar)}.${decimals.replace(/0{1,4}$/, '')}`
}

/**
 * Parses dollars such as `5`, `5.00` or `0.0007` as micro-dollars, exactly. Throws `ApiError` `bad_request` for
 * signs, more than six decimals, amounts beyond the largest safe integer, and anything that is not a plain decimal.
 */
export function parseUsd(text: string): Microdollars {
  const [, dollars, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  if (dollars === undefined) {
    throw new ApiError('bad_request', `"${text}" is not an amount in dollars such as 5.00.`)
  }
  if (decimals.length > 6) {
    throw new ApiError('bad_request', `"${text}" has more than 6 decimals.`)
  }
  // Join the digits into one integer, so that no binary fraction is involved.
  const amount = Number(dollars + decimals.padEnd(6, '0'))
  if (!Number.isSafeInteger(amount)) {
    throw new ApiError('bad_request', `"${text}" is more than an account can hold.`)
  }
  return amount
}
