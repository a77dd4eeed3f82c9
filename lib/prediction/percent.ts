/** A share in words: whole per cent, and never 0 % of what is there. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100)
  return rounded === 0 && share > 0 ? 'less than 1 %' : `${rounded} %`
}
