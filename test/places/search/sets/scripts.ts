/** First code point and number of letters of each script. */
const scripts: readonly (readonly [first: number, count: number])[] = [
  [0x61, 26],
  [0xc0, 0x17f - 0xc0],
  [0x391, 57],
  [0x410, 64],
  [0x531, 38],
  [0x5d0, 27],
  [0x621, 42],
  [0x905, 53],
  [0xe01, 46],
  [0x10d0, 33],
  [0x3041, 83],
  [0x30a1, 83],
  [0x4e00, 20_000],
  [0xac00, 11_000],
  [0x1f300, 700],
  [0x300, 112],
  [0, 32],
  [0x2000, 112],
]

const pieces: readonly string[] = [
  'avenue',
  'calle',
  'straße',
  '12',
  '7b',
  '98000',
  '1;3;5',
  '16 1/2',
  '47.5 N',
  '"',
  "'",
  '*',
  ',',
  '&',
  '- -',
  '\\',
  '%',
  '\u0000',
  '\ud83d',
  'hotel near',
]

/**
 * Any text at all: words of one script or of several, real words between, controls and pictures, at
 * times very long. Chance is 0 to 1, as `seeded` gives.
 */
export function anyText(chance: () => number, words: readonly string[] = []): string {
  const longest = chance() < 0.02 ? 10_000 : 60
  const parts: string[] = []
  let length = 0
  const count = 1 + Math.floor(chance() * 7)
  while (length < longest && (longest > 1000 || parts.length < count)) {
    const kind = chance()
    const part =
      kind < 0.2
        ? pieces[Math.floor(chance() * pieces.length)]!
        : kind < 0.4 && words.length > 0
          ? words[Math.floor(chance() * words.length)]!
          : letters(chance)
    parts.push(part)
    length += part.length + 1
  }
  return parts.join(chance() < 0.9 ? ' ' : '')
}

function letters(chance: () => number): string {
  const [first, count] = scripts[Math.floor(chance() * scripts.length)]!
  return Array.from({ length: 1 + Math.floor(chance() * 9) }, () =>
    String.fromCodePoint(first + Math.floor(chance() * count)),
  ).join('')
}
