import { LRUCache } from 'lru-cache'
import { isStopWord, listNameKeys, splitWords } from '#places/text'
import { type AdminArea, collectNameKeys } from './admin-area.ts'
import type { Names } from './names.ts'

/** Minimum length of misspelt names: shorter names often differ by one letter. */
const minMisspeltLength = 6

/** How the name in an address matches an area. */
export type TownNameMatch =
  /** Only spelling, abbreviation, accents or small words differ. */
  | 'same'
  /** One name has more words: `Escaldes` and `Escaldes-Engordany`. */
  | 'part'
  /** One letter differs. */
  | 'misspelt'

/**
 * Compares the name in an address with the names of an area.
 *
 * @param wider Names of the areas and the country around the town, which addresses append to the town's name.
 */
export function matchTownName(
  stated: string,
  area: AdminArea,
  wider: ReadonlySet<string>,
): TownNameMatch | undefined {
  const keys = collectNameKeys(area)
  const statedKeys = listNameKeys(stated)
  if (statedKeys.some((key) => keys.has(key))) return 'same'
  const { words, numbers: statedNumbers } = parseName(stated)
  const own = words.filter((word) => !wider.has(word))
  let best: TownNameMatch | undefined
  for (const key of keys) {
    const { words: areaWords, numbers } = parseName(key)
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
 * Returns a quick test for areas that {@link matchTownName} may match, because many names can be near each other.
 * Names that match share a key or word, or, if one letter differs, the first two or the last three letters.
 */
export function makeSimilarityTest(stated: string): (area: AdminArea) => boolean {
  const marks = collectMarks(listNameKeys(stated))
  return (area) => {
    let areaMarks = marksByNames.get(area.names)
    if (!areaMarks) {
      areaMarks = new Set(collectMarks(collectNameKeys(area)))
      marksByNames.set(area.names, areaMarks)
    }
    return marks.some((mark) => areaMarks.has(mark))
  }
}

const marksByNames = new WeakMap<Names, ReadonlySet<string>>()

function collectMarks(keys: Iterable<string>): string[] {
  return [...keys].flatMap((key) => [
    key,
    ...selectContentWords(key),
    ...(key.length >= minMisspeltLength ? [`${key.slice(0, 2)}-`, `-${key.slice(-3)}`] : []),
  ])
}

/** Parsed names, cached because names of areas and in addresses repeat often. */
const partsByText = new LRUCache<string, { words: string[]; numbers: string }>({ max: 50_000 })

/** Splits a name into its content words and its words with digits. */
function parseName(name: string): { words: string[]; numbers: string } {
  const known = partsByText.get(name)
  if (known) return known
  const numbered = splitWords(name)
    .map(({ text }) => text)
    .filter((word) => /\d/.test(word))
  const parts = { words: selectContentWords(name), numbers: numbered.join(' ') }
  partsByText.set(name, parts)
  return parts
}

/** Returns the folded words without articles, prepositions and numbers. */
export function selectContentWords(name: string): string[] {
  return splitWords(name)
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
