/** A share in whole per cent; a positive one is never "0 %". */
export function percent(share: number): string {
  const rounded = Math.round(share * 100)
  return rounded === 0 && share > 0 ? 'less than 1 %' : `${rounded} %`
}
