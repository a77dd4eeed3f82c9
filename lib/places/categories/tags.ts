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

categories().forEach((category, order) => {
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
  let found: Entry[] | undefined
  visitEntries(tags, (entry) => {
    found ??= []
    if (found.every(({ order }) => order !== entry.order)) found.push(entry)
    return false
  })
  return found?.sort((a, b) => a.order - b.order).map(({ category }) => category.id) ?? []
}

/** Whether {@link categoriesOfTags} gives any. */
export function hasCategory(tags: Readonly<Record<string, string>>): boolean {
  return visitEntries(tags, () => true)
}

/** Visits the rules that hold until `visit` returns true; whether it did. */
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
      for (const value of valuesOf(tagged)) if (visitValue(entries, value, tags, visit)) return true
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
    if (applies(entry, tags) && visit(entry)) return true
  if (!isPresent(value)) return false
  for (const entry of entries.get('*') ?? none)
    if (applies(entry, tags) && visit(entry)) return true
  return false
}

function applies({ category, rest }: Entry, tags: Readonly<Record<string, string>>): boolean {
  if (category.publicOnly && (tags.access === 'private' || tags.access === 'no')) return false
  for (const [key, value] of rest) if (!holds(tags[key], value)) return false
  return true
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
