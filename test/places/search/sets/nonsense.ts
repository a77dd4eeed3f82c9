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

/** Texts without a letter or digit. */
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
 * (optimal string alignment); more than `max` counts as `max + 1`.
 */
export function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let previous: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, previous[j - 2]! + 1)
      }
      next.push(edits)
    }
    previous = row
    row = next
  }
  return Math.min(max + 1, row[b.length]!)
}
