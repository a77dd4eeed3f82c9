/** Folding, words and house numbers: how names and queries are compared. */
export { directionals, isAbbreviation, isStreetTypeWord, streetTypes } from './abbreviations.ts'
export { fold, type TextRange } from './fold.ts'
export {
  type HouseNumber,
  houseNumberMatches,
  houseNumberOrder,
  parseHouseNumber,
  sameHouseNumber,
} from './house-number.ts'
export { languages } from './languages.ts'
export { nameKeys, nameKeysOfWords } from './name-keys.ts'
export { numberOf } from './numbers.ts'
export { SortedTexts } from './sorted-texts.ts'
export { isStopWord } from './stop-words.ts'
export { otherStreetTypes } from './street-kinds.ts'
export type { Word, WordForm } from './word.ts'
export { wordsOf } from './words.ts'
