/** Largest share that is a rounding error of zero. */
const roundingError = 1e-12

/** Formats a share in whole per cent; a positive share is never "0 %". */
export function formatPercent(share: number): string {
  return formatWholePercent(Math.round(share * 100), share)
}

/**
 * Formats a share in whole per cent, rounded down, so that a share just below a threshold does not read as if it
 * reached it.
 */
export function formatPercentRoundedDown(share: number): string {
  return formatWholePercent(Math.floor(share * 100 + 1e-9), share)
}

function formatWholePercent(rounded: number, share: number): string {
  return rounded === 0 && share > roundingError ? 'less than 1 %' : `${rounded} %`
}
