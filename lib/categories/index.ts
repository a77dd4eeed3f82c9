/** Kinds of places that people ask for, and the OpenStreetMap tags that make a place one. */
export { categories, categoryName } from './categories.ts'
export {
  type Category,
  type CategoryLanguage,
  categoryLanguages,
  type TagRule,
} from './category.ts'
export { categoriesNamed } from './phrases.ts'
export { categoriesOfTags } from './tags.ts'
