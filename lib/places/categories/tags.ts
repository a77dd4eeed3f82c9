import { listCategories } from './categories.ts'
import type { Category, TagRule } from './category.ts'

interface Entry {
  order: number
  category: Category
  /** Other tags of the rule. */
  rest: TagRule
}

/** Rules by the key, then the value of their first tag; `*` for any value. */
const byTag = new Map<string, Map<string, Entry[]>>()

listCategories().forEach((category, order) => {
  for (const [first, ...rest] of category.tags) {
    if (!first) continue
    const values = byTag.get(first[0]) ?? new Map<string, Entry[]>()
    byTag.set(first[0], values)
    values.set(first[1], [...(values.get(first[1]) ?? []), { order, category, rest }])
  }
})

const none: readonly Entry[] = []

/**
 * Finds the ids of an object's categories, in the order of the table. Each of several values of a key counts
 * (`cuisine=pizza;kebab`). An object with a category is worth indexing even without a name.
 */
export function findCategoriesByTags(tags: Readonly<Record<string, string>>): string[] {
  let found: Entry[] | undefined
  visitEntries(tags, (entry) => {
    found ??= []
    if (found.every(({ order }) => order !== entry.order)) found.push(entry)
    return false
  })
  return found?.sort((a, b) => a.order - b.order).map(({ category }) => category.id) ?? []
}

/** Returns whether an object with these tags has a category. */
export function hasCategory(tags: Readonly<Record<string, string>>): boolean {
  return visitEntries(tags, () => true)
}

/** Visits the matching rules until `visit` returns true, and returns whether it did. */
function visitEntries(
  tags: Readonly<Record<string, string>>,
  visit: (entry: Entry) => boolean,
): boolean {
  for (const key in tags) {
    const entries = byTag.get(key)
    if (!entries) continue
    const tagged = tags[key]!
    if (!tagged.includes(';')) {
      if (visitValue(entries, tagged, tags, visit)) return true
    } else
      for (const value of splitValues(tagged))
        if (visitValue(entries, value, tags, visit)) return true
  }
  return false
}

function visitValue(
  entries: ReadonlyMap<string, readonly Entry[]>,
  value: string,
  tags: Readonly<Record<string, string>>,
  visit: (entry: Entry) => boolean,
): boolean {
  for (const entry of entries.get(value) ?? none)
    if (matchesEntry(entry, tags) && visit(entry)) return true
  if (!isPresent(value)) return false
  for (const entry of entries.get('*') ?? none)
    if (matchesEntry(entry, tags) && visit(entry)) return true
  return false
}

function matchesEntry({ category, rest }: Entry, tags: Readonly<Record<string, string>>): boolean {
  if (category.publicOnly && (tags.access === 'private' || tags.access === 'no')) return false
  for (const [key, value] of rest) if (!matchesTag(tags[key], value)) return false
  return true
}

function matchesTag(tagged: string | undefined, value: string): boolean {
  if (value.startsWith('!')) return tagged !== value.slice(1)
  if (tagged === undefined) return false
  return value === '*' ? isPresent(tagged) : splitValues(tagged).includes(value)
}

function isPresent(value: string): boolean {
  return value !== '' && value !== 'no' && value !== 'vacant'
}

function splitValues(tagged: string): readonly string[] {
  return tagged.includes(';') ? tagged.split(';').map((value) => value.trim()) : [tagged]
}
