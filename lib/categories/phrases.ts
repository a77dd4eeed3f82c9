import { fold } from '../text/index.ts'
import { categories } from './categories.ts'
import { categoryLanguages } from './category.ts'

let byPhrase: Map<string, string[]> | undefined

/** Built on first use: folding some thousands of names takes a few milliseconds. */
function phrases(): Map<string, string[]> {
  if (byPhrase) return byPhrase
  byPhrase = new Map()
  for (const { id, members, names } of categories) {
    const ids = members.length > 0 ? members : [id]
    for (const phrase of [id, ...categoryLanguages.flatMap((language) => names[language])]) {
      const key = fold(phrase.replaceAll('_', ' '))
      const known = byPhrase.get(key) ?? []
      for (const id of ids) if (!known.includes(id)) known.push(id)
      byPhrase.set(key, known)
    }
  }
  return byPhrase
}

const none: readonly string[] = []

/**
 * Ids of the categories whose name, in any of the eight languages, singular or plural, or id is the whole
 * phrase. A group gives its members.
 */
export function categoriesNamed(phrase: string): readonly string[] {
  return categoriesOfFolded(fold(phrase))
}

/** The same for a phrase that is folded, as the words of a text are. */
export function categoriesOfFolded(phrase: string): readonly string[] {
  const found = phrases().get(phrase)
  if (found || !phrase.includes(' ')) return found ?? none
  return phrases().get(phrase.replaceAll(' ', '')) ?? none
}

let sortedPhrases: readonly { phrase: string; at: number }[] | undefined

/** Ids of the categories with a name that begins with a folded text. */
export function categoriesBeginning(text: string): readonly string[] {
  sortedPhrases ??= [...phrases().keys()]
    .map((phrase, at) => ({ phrase, at }))
    .sort((a, b) => (a.phrase < b.phrase ? -1 : 1))
  let low = 0
  let high = sortedPhrases.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sortedPhrases[middle]!.phrase < text) low = middle + 1
    else high = middle
  }
  let end = low
  while (sortedPhrases[end]?.phrase.startsWith(text)) end++
  const inTableOrder = sortedPhrases.slice(low, end).sort((a, b) => a.at - b.at)
  return [...new Set(inTableOrder.flatMap(({ phrase }) => phrases().get(phrase)!))]
}
