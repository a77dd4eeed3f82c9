import {
  type Category,
  type CategoryLanguage,
  categoryLanguages,
  readCategories,
} from './category.ts'
import { cuisines } from './cuisines.ts'
import { driving } from './driving.ts'
import { eating } from './eating.ts'
import { groceries } from './groceries.ts'
import { groups } from './groups.ts'
import { health } from './health.ts'
import { leisure } from './leisure.ts'
import { lodging } from './lodging.ts'
import { nature } from './nature.ts'
import { personalServices } from './personal-services.ts'
import { publicServices } from './public-services.ts'
import { shops } from './shops.ts'
import { sights } from './sights.ts'
import { sports } from './sports.ts'
import { transport } from './transport.ts'
import { worship } from './worship.ts'

/** All categories, groups last. */
export const categories: readonly Category[] = [
  eating,
  cuisines,
  groceries,
  shops,
  personalServices,
  publicServices,
  health,
  lodging,
  transport,
  driving,
  sights,
  worship,
  leisure,
  sports,
  nature,
  groups,
].flatMap(readCategories)

const byId = new Map(categories.map((category) => [category.id, category]))

/**
 * What a category is called, singular, in the language of a BCP 47 tag (`de-AT` as `de`); English where
 * there is no name in it. An unknown id is its own name.
 */
export function categoryName(id: string, language: string): string {
  const category = byId.get(id)
  if (!category) return id
  const base = language.toLowerCase().split('-')[0] as CategoryLanguage
  return category.names[categoryLanguages.includes(base) ? base : 'en'][0]!
}
