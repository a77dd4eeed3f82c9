/** Categories of places, their names, and the OpenStreetMap tags of each. */
export { categories, categoryName } from './categories.ts'
export {
  type Category,
  type CategoryLanguage,
  categoryLanguages,
  type TagRule,
} from './category.ts'
export {
  categoriesBeginning,
  categoriesNamed,
  categoriesOfFolded,
  categoriesOfWords,
  foldedNames,
  languagesOfName,
} from './phrases.ts'
export { categoriesOfTags, hasCategory } from './tags.ts'
