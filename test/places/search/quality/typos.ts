/** The longest word of a text, the first of equal ones. */
function longestWord(text: string): { word: string; at: number } | undefined {
  let best: { word: string; at: number } | undefined
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!best || word.length > best.word.length) best = { word, at: index }
  }
  return best
}

/** The text without one letter of its longest word; undefined if that has under four letters. */
export function withMissingLetter(text: string, chance: () => number): string | undefined {
  return inLongestWord(text, chance, () => '')
}

/** The text with another letter in its longest word; undefined if that has under four letters. */
export function withChangedLetter(text: string, chance: () => number): string | undefined {
  return inLongestWord(text, chance, (letter) => {
    const others = [...'abcdefghijklmnopqrstuvwxyz'].filter((other) => other !== letter)
    return others[Math.floor(chance() * others.length)]!
  })
}

function inLongestWord(
  text: string,
  chance: () => number,
  replace: (letter: string) => string,
): string | undefined {
  const longest = longestWord(text)
  if (!longest) return undefined
  const letters = [...longest.word]
  if (letters.length < 4) return undefined
  const i = Math.floor(chance() * letters.length)
  letters[i] = replace(letters[i]!.toLowerCase())
  const { word, at } = longest
  return text.slice(0, at) + letters.join('') + text.slice(at + word.length)
}
