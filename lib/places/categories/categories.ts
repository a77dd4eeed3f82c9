import { categoryRecords } from '#category-records'
import {
  type Category,
  type CategoryLanguage,
  categoryLanguages,
  createCategory,
} from './category.ts'

let byId: ReadonlyMap<string, Category> | undefined

/** Returns the categories by id, in the order of the data; loaded on first use. */
function loadCategories(): ReadonlyMap<string, Category> {
  byId ??= new Map(
    Object.entries(categoryRecords()).map(([id, record]) => [id, createCategory(id, record)]),
  )
  return byId
}

export const listCategories = (): readonly Category[] => [...loadCategories().values()]

/**
 * Returns the singular name of a category in the language of a BCP 47 tag (`de-AT` counts as `de`), or in English for
 * a language without names. Returns an unknown id unchanged.
 */
export function findCategoryName(id: string, language: string): string {
  const category = loadCategories().get(id)
  if (!category) return id
  const base = language.toLowerCase().split('-')[0] as CategoryLanguage
  return category.names[categoryLanguages.includes(base) ? base : 'en'][0]!
}
