import { namespaces, type PlaceType } from '#places/gazetteer'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'

/** Keys of a word in names and in surroundings, or in one of them. */
export function wordKeys(word: string, role?: QueryTerm['role']): string[] {
  const keys: string[] = []
  if (role !== 'where') keys.push(`${namespaces.word}:${word}`)
  if (role !== 'name') keys.push(`${namespaces.context}:${word}`)
  return keys
}

/** Whether a key is that of a word in names. */
export function isNameWord(key: string): boolean {
  return key.startsWith(namespaces.word)
}

/** Keys of a query term as a prefix: of words in names, and of words in surroundings. */
export function prefixKeys({ text }: QueryTerm): [word: string, context: string] {
  return wordKeys(text) as [string, string]
}

export function categoryKeys(categories: readonly string[]): string[] {
  return categories.map((category) => `${namespaces.category}:${category}`)
}

export function typeKeys(types: readonly PlaceType[]): string[] {
  return types.map((type) => `${namespaces.type}:${type}`)
}

export function countryKey(country: string): string {
  return `${namespaces.country}:${country}`
}

/** The key of the name that has exactly the words of an interpretation. */
export function nameKey({ terms }: Pick<Interpretation, 'terms'>): string {
  return `${namespaces.name}:${terms.map(({ text }) => text).join(' ')}`
}

/** Keys of all that matches a query term, except by its prefix. */
export function keysOf({ alternatives, categories, role }: QueryTerm): string[] {
  const words = alternatives.flatMap((alternative) => alternative.words)
  return [...words.flatMap((word) => wordKeys(word, role)), ...categoryKeys(categories)]
}
