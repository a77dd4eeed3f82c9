import table from '../../../../data/address/name-words.json' with { type: 'json' }

const phrases: ReadonlySet<string> = new Set(table.near.split('|'))
const openings: ReadonlySet<string> = new Set([...phrases].map((phrase) => phrase.split(' ')[0]!))
const maxPhraseWords = 5

/** Prepositions between a sought venue and the place: "in", "en", "à". */
export const withinWords: ReadonlySet<string> = new Set(table.within.split('|'))

/**
 * Returns the number of words in the longest phrase for nearness that begins at `from` ("near me", "in der Nähe von");
 * 0 without one.
 */
export function measureNearPhrase(words: readonly string[], from: number): number {
  if (!openings.has(words[from]!)) return 0
  for (let length = Math.min(maxPhraseWords, words.length - from); length > 0; length--) {
    if (phrases.has(words.slice(from, from + length).join(' '))) return length
  }
  return 0
}
