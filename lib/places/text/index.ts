/** Folds texts, splits them into words and parses house numbers, to compare names with queries. */
export { directionals, isAbbreviation, isStreetTypeWord, streetTypes } from './abbreviations.ts'
export { fold, type TextRange } from './fold.ts'
export {
  compareHouseNumbers,
  type HouseNumber,
  isSameHouseNumber,
  matchHouseNumbers,
  parseHouseNumber,
} from './house-number.ts'
export { languages } from './languages.ts'
export { listNameKeys, listNameKeysFromWords } from './name-keys.ts'
export { toDigits } from './numbers.ts'
export { SortedTexts } from './sorted-texts.ts'
export { isStopWord } from './stop-words.ts'
export { listOtherStreetTypes } from './street-kinds.ts'
export type { Word, WordForm } from './word.ts'
export { splitWords } from './words.ts'
