/** What rounding leaves of nothing. */
const roundingError = 1e-12

/** A share in whole per cent; a positive one is never "0 %". */
export function percent(share: number): string {
  return wholePercent(Math.round(share * 100), share)
}

/** The same rounded down: a share that is below a whole per cent does not read as if it were not. */
export function percentBelow(share: number): string {
  return wholePercent(Math.floor(share * 100 + 1e-9), share)
}

function wholePercent(rounded: number, share: number): string {
  return rounded === 0 && share > roundingError ? 'less than 1 %' : `${rounded} %`
}
