/** Words of no language, by a grammar of syllables. Chance is 0 to 1, as `seeded` gives. */
export function nonsenseWord(chance: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(chance() * list.length)]!
  const starts = ['bl', 'zw', 'kr', 'vr', 'gn', 'fj', 'dz', 'q', 'x', 'w', 'hl', 'pf']
  const middles = ['oo', 'y', 'uu', 'ae', 'oi', 'ua', 'ey', 'ou']
  const ends = ['ggs', 'xk', 'zt', 'rbm', 'wq', 'kkt', 'fps', 'mz', 'vv']
  const syllables = 2 + Math.floor(chance() * 2)
  return Array.from(
    { length: syllables },
    () => pick(starts) + pick(middles) + (chance() < 0.6 ? pick(ends) : ''),
  ).join('')
}

/** Random letters, as a hand on the keyboard gives them. */
export function keyboardNoise(chance: () => number): string {
  const length = 6 + Math.floor(chance() * 10)
  const letters = 'qwertzxcvbnmplkjhgfds'
  return Array.from({ length }, () => letters[Math.floor(chance() * letters.length)]!).join('')
}

/** What says nothing at all. */
export const symbols: readonly string[] = [
  '',
  '   ',
  '???',
  '!!! ***',
  '@#$%^&*()',
  '--- , ; .',
  '😀😃🚀',
  '🍕🍕🍕 🏠',
  '\u0000\u0001\u0007',
  '\u200b\u200d\ufeff',
  '«»„“',
  '\ud800',
  '%00%0a',
  '....................',
]

/**
 * How many insertions, deletions, substitutions and swaps of neighbours make one word the other
 * (optimal string alignment); more than `most` counts as one more than that.
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let previous: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, previous[j - 2]! + 1)
      }
      next.push(least)
    }
    previous = row
    row = next
  }
  return Math.min(most + 1, row[other.length]!)
}
