/** Categories of places, with their names and OpenStreetMap tags. */
export { findCategoryName, listCategories } from './categories.ts'
export {
  type Category,
  type CategoryLanguage,
  categoryLanguages,
  type TagRule,
} from './category.ts'
export {
  findCategoriesByFoldedName,
  findCategoriesByName,
  findCategoriesByPrefix,
  findCategoriesByWords,
  findNameLanguages,
  listFoldedNames,
} from './phrases.ts'
export { findCategoriesByTags, hasCategory } from './tags.ts'
