import { categories } from './categories.ts'
import type { Category, TagRule } from './category.ts'

interface Entry {
  order: number
  category: Category
  /** The other tags of the rule. */
  rest: TagRule
}

/** Rules by key, then value, of their first tag; `*` for any value. */
const byTag = new Map<string, Map<string, Entry[]>>()

categories.forEach((category, order) => {
  for (const [first, ...rest] of category.tags) {
    if (!first) continue
    const values = byTag.get(first[0]) ?? new Map<string, Entry[]>()
    byTag.set(first[0], values)
    values.set(first[1], [...(values.get(first[1]) ?? []), { order, category, rest }])
  }
})

const none: readonly Entry[] = []

/**
 * Ids of the categories of an object, in the order of the table. Each of several values of a key counts
 * (`cuisine=pizza;kebab`). An object with a category is worth indexing even without a name.
 */
export function categoriesOfTags(tags: Readonly<Record<string, string>>): string[] {
  const found = new Map<number, string>()
  for (const key in tags) {
    const entries = byTag.get(key)
    if (!entries) continue
    for (const value of valuesOf(tags[key]!)) {
      for (const entry of entries.get(value) ?? none) note(entry, tags, found)
      if (isPresent(value)) for (const entry of entries.get('*') ?? none) note(entry, tags, found)
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, id]) => id)
}

function note(entry: Entry, tags: Readonly<Record<string, string>>, found: Map<number, string>) {
  const { order, category, rest } = entry
  if (category.publicOnly && (tags.access === 'private' || tags.access === 'no')) return
  if (rest.every(([key, value]) => holds(tags[key], value))) found.set(order, category.id)
}

function holds(tagged: string | undefined, value: string): boolean {
  if (value.startsWith('!')) return tagged !== value.slice(1)
  if (tagged === undefined) return false
  return value === '*' ? isPresent(tagged) : valuesOf(tagged).includes(value)
}

function isPresent(value: string): boolean {
  return value !== '' && value !== 'no' && value !== 'vacant'
}

function valuesOf(tagged: string): readonly string[] {
  return tagged.includes(';') ? tagged.split(';').map((value) => value.trim()) : [tagged]
}
