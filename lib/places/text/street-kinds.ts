import byKind from '../../../data/text/street-kinds.json' with { type: 'json' }

const kinds = new Map<string, readonly string[]>()
for (const list of Object.values(byKind)) {
  const words = list.split(' ')
  for (const word of words) kinds.set(word, [...(kinds.get(word) ?? []), ...words])
}

/** Lists folded words for the same kind of street in other languages: `carrer` and `rue` for `calle`. */
export function listOtherStreetTypes(word: string): readonly string[] {
  return (kinds.get(word) ?? []).filter((other) => other !== word)
}
