import { LRUCache } from 'lru-cache'
import { isStopWord, nameKeys, wordsOf } from '#places/text'
import { type AdminArea, nameKeysOf } from './admin-area.ts'
import type { Names } from './names.ts'

/** Shorter names differ by a letter without being misspelt. */
const minMisspeltLength = 6

/** How the name that an address states is an area's. */
export type TownNameMatch =
  /** Spelling, abbreviation, accents or small words differ. */
  | 'same'
  /** One has more words: `Escaldes` and `Escaldes-Engordany`. */
  | 'part'
  /** One letter differs. */
  | 'misspelt'

/** @param wider Names of the areas and the country around, which addresses append to the town's. */
export function matchTownName(
  stated: string,
  area: AdminArea,
  wider: ReadonlySet<string>,
): TownNameMatch | undefined {
  const keys = nameKeysOf(area)
  const statedKeys = nameKeys(stated)
  if (statedKeys.some((key) => keys.has(key))) return 'same'
  const { words, numbers: statedNumbers } = partsOf(stated)
  const own = words.filter((word) => !wider.has(word))
  let best: TownNameMatch | undefined
  for (const key of keys) {
    const { words: areaWords, numbers } = partsOf(key)
    if (words.length === 0 || areaWords.length === 0) continue
    // `Sector 15` is not `Sector 38`.
    if (statedNumbers !== '' && numbers !== '' && statedNumbers !== numbers) continue
    if (hasAll(areaWords, words) && hasAll(words, areaWords)) return 'same'
    if (own.length > 0 && hasAll(areaWords, own)) best = 'part'
    else if (!best && statedKeys.some((text) => isMisspelling(text, key))) best = 'misspelt'
  }
  return best
}

/**
 * A quick test for areas that {@link matchTownName} may match: many names can be near each other. Names that
 * match have a key or word in common, or, one letter apart, the first two or the last three letters.
 */
export function similarTo(stated: string): (area: AdminArea) => boolean {
  const marks = marksOf(nameKeys(stated))
  return (area) => {
    let areaMarks = marksOfAreas.get(area.names)
    if (!areaMarks) {
      areaMarks = new Set(marksOf(nameKeysOf(area)))
      marksOfAreas.set(area.names, areaMarks)
    }
    return marks.some((mark) => areaMarks.has(mark))
  }
}

const marksOfAreas = new WeakMap<Names, ReadonlySet<string>>()

function marksOf(keys: Iterable<string>): string[] {
  return [...keys].flatMap((key) => [
    key,
    ...contentWords(key),
    ...(key.length >= minMisspeltLength ? [`${key.slice(0, 2)}-`, `-${key.slice(-3)}`] : []),
  ])
}

/** The texts are names of areas and of what addresses state, which come again and again. */
const partsByText = new LRUCache<string, { words: string[]; numbers: string }>({ max: 50_000 })

/** The content words of a name, and its words with digits. */
function partsOf(name: string): { words: string[]; numbers: string } {
  const known = partsByText.get(name)
  if (known) return known
  const numbered = wordsOf(name)
    .map(({ text }) => text)
    .filter((word) => /\d/.test(word))
  const parts = { words: contentWords(name), numbers: numbered.join(' ') }
  partsByText.set(name, parts)
  return parts
}

/** Folded words without articles, prepositions and numbers. */
export function contentWords(name: string): string[] {
  return wordsOf(name)
    .map(({ text }) => text)
    .filter((word) => !isStopWord(word) && !/\d/.test(word))
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.includes(word))
}

/** Whether one letter is missing, added, changed, or swapped with its neighbour. */
function isMisspelling(text: string, name: string): boolean {
  if (Math.min(text.length, name.length) < minMisspeltLength) return false
  if (Math.abs(text.length - name.length) > 1) return false
  const shorter = Math.min(text.length, name.length)
  let start = 0
  while (start < shorter && text[start] === name[start]) start++
  let end = 0
  while (end < shorter - start && text.at(-1 - end) === name.at(-1 - end)) end++
  const [inText, inName] = [
    text.slice(start, text.length - end),
    name.slice(start, name.length - end),
  ]
  if (inText.length <= 1 && inName.length <= 1) return true
  return inText.length === 2 && inText === [...inName].reverse().join('')
}
