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

let sorted: readonly string[] | undefined

/**
 * Ids of the categories with a name that begins with a folded text. Names that go on behind another one do not
 * count: `resta` begins `restaurant`, not `restaurant chinois`.
 */
export function categoriesBeginning(text: string): readonly string[] {
  sorted ??= [...phrases().keys()].sort()
  const ids = new Set<string>()
  let last: string | undefined
  for (let i = firstFrom(sorted, text); sorted[i]?.startsWith(text); i++) {
    const phrase = sorted[i]!
    if (last !== undefined && phrase.startsWith(`${last} `)) continue
    last = phrase
    for (const id of phrases().get(phrase)!) ids.add(id)
  }
  return [...ids]
}

/** Index of the first text of a sorted list that is not before the given one. */
function firstFrom(list: readonly string[], text: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}
