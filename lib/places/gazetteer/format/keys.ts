/**
 * Compares two texts by their UTF-8 bytes. The order differs from JavaScript's only for characters outside the
 * Basic Multilingual Plane, whose surrogates lie below U+E000.
 */
export function compareKeys(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rankUnit(x) - rankUnit(y)
  }
  return a.length - b.length
}

function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
