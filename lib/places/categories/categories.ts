import { categoryRecords } from '#category-records'
import { type Category, type CategoryLanguage, categoryLanguages, categoryOf } from './category.ts'

let byId: ReadonlyMap<string, Category> | undefined

/** Categories by id, in the order of the data; in a function read when it first shows the name of one. */
function categoriesById(): ReadonlyMap<string, Category> {
  byId ??= new Map(
    Object.entries(categoryRecords()).map(([id, record]) => [id, categoryOf(id, record)]),
  )
  return byId
}

export const categories = (): readonly Category[] => [...categoriesById().values()]

/**
 * The singular name of a category in the language of a BCP 47 tag (`de-AT` is read as `de`), else in
 * English. An unknown id is its own name.
 */
export function categoryName(id: string, language: string): string {
  const category = categoriesById().get(id)
  if (!category) return id
  const base = language.toLowerCase().split('-')[0] as CategoryLanguage
  return category.names[categoryLanguages.includes(base) ? base : 'en'][0]!
}
