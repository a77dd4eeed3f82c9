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
  const folded = fold(phrase)
  const found = phrases().get(folded)
  if (found || !folded.includes(' ')) return found ?? none
  return phrases().get(folded.replaceAll(' ', '')) ?? none
}

/** Ids of the categories with a name that begins with a folded text. */
export function categoriesBeginning(text: string): readonly string[] {
  const ids = new Set<string>()
  for (const [phrase, ofPhrase] of phrases()) {
    if (phrase.startsWith(text)) for (const id of ofPhrase) ids.add(id)
  }
  return [...ids]
}
