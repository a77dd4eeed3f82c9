/** Namespace of tails. */
export const tailNamespace = 'x'

const minTailedLetters = 4

/**
 * A word's first letter and the rest, its tail: words with a wrong first letter are found by their tail.
 * Undefined for words too short and words with a digit.
 */
export function tailOf(word: string): { first: string; tail: string } | undefined {
  const letters = [...word]
  if (letters.length < minTailedLetters || /\p{N}/u.test(word)) return undefined
  return { first: letters[0]!, tail: letters.slice(1).join('') }
}

/**
 * Order of two texts by their UTF-8 bytes. It is the order of JavaScript but for characters outside
 * the Basic Multilingual Plane, whose surrogates lie below U+E000.
 */
export function compareKeys(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return orderOfUnit(x) - orderOfUnit(y)
  }
  return a.length - b.length
}

function orderOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
