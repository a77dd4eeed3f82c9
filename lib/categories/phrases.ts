import { fold } from '../text/index.ts'
import { categories } from './categories.ts'
import { categoryLanguages } from './category.ts'

let byPhrase: Map<string, string[]> | undefined

/** Made at the first question: folding some thousands of names takes a few milliseconds. */
function phrases(): Map<string, string[]> {
  if (byPhrase) return byPhrase
  byPhrase = new Map()
  for (const { id, members, names } of categories) {
    const ids = members.length > 0 ? members : [id]
    for (const phrase of [id, ...categoryLanguages.flatMap((language) => names[language])]) {
      const key = fold(phrase.replaceAll('_', ' '))
      const known = byPhrase.get(key) ?? []
      for (const each of ids) if (!known.includes(each)) known.push(each)
      byPhrase.set(key, known)
    }
  }
  return byPhrase
}

/**
 * The ids of the categories that a phrase names whole, singular or plural, in any of the eight languages
 * or by its id; groups give their members. Empty when it names none.
 */
export function categoriesNamed(phrase: string): readonly string[] {
  const folded = fold(phrase)
  return phrases().get(folded) ?? phrases().get(folded.replaceAll(' ', '')) ?? []
}
