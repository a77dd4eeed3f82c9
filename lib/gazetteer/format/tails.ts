/** Namespace of tails: a word without its first letter, with the letters words have before it. */
export const tailNamespace = 'x'

const shortestWord = 4

/** The tail under which a word is found whose first letter is wrong, or nothing. */
export function tailOf(word: string): { first: string; tail: string } | undefined {
  const characters = [...word]
  if (characters.length < shortestWord || /\p{N}/u.test(word)) return undefined
  return { first: characters[0]!, tail: characters.slice(1).join('') }
}
