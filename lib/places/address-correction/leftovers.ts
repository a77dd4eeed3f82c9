import type { ComponentKey } from '#places/address'
import { isStopWord, isStreetTypeWord } from '#places/text'
import sayingsByLanguage from '../../../data/address/sayings.json' with { type: 'json' }
import { type Claim, type Claims, range } from './claims.ts'

/** Words that are no part of the address in the gazetteer. */
export interface Leftover {
  words: readonly number[]
  text: string
  /**
   * `unit`, `name` (of a building or recipient) and `unknown` stay; `repeated`, `label` (`Address:`,
   * `please`) and `filler` (`in`) can go; `elsewhere`, another town or street, says that the address is another one.
   */
  kind: 'unit' | 'name' | 'unknown' | 'repeated' | 'label' | 'filler' | 'elsewhere'
}

/** In corrected letters: an order of preference set by hand. */
export const leftoverCosts: Readonly<Record<Leftover['kind'], number>> = {
  unit: 0,
  name: 0.2,
  // A mistyped name explains more.
  unknown: 1.2,
  repeated: 0.3,
  label: 0.1,
  filler: 0.1,
  elsewhere: 3,
}

const unitLabels: ReadonlySet<ComponentKey> = new Set([
  'unit',
  'level',
  'staircase',
  'entrance',
  'po_box',
])

/** Labels of words that say where an address is. */
export const areaLabels: ReadonlySet<ComponentKey> = new Set([
  'city',
  'county',
  'state',
  'country',
  'postcode',
])

/** The words that no claim explains, and what they stand for. */
export function leftoversOf(claims: Claims): Leftover[] {
  const said = saidOfAddress(claims)
  // The stairs and the flat are one unit: `A 3`.
  const labelOf = (index: number) => {
    const { label } = claims.word(index)
    return label && unitLabels.has(label) ? 'unit' : label
  }
  const kindOf = (index: number) =>
    said.has(index) ? 'label' : `${labelOf(index)} ${isRepeated(claims, index)}`
  return claims.freeRuns(kindOf).map((words) => {
    const kind = said.has(words[0]!) ? 'label' : kindOfWords(claims, words)
    return { words, text: claims.textOf(words), kind }
  })
}

function kindOfWords(claims: Claims, words: readonly number[]): Leftover['kind'] {
  const { label } = claims.word(words[0]!)
  const behind = claims.input.text.slice(claims.word(words.at(-1)!).end)
  const isPart = isPartOfWord(claims, words)
  if (!isPart && words.every((index) => isRepeated(claims, index))) return 'repeated'
  if (words[0] === 0 && /^\s*:/.test(behind)) return 'label'
  if (!isPart && words.every((index) => isStopWord(claims.word(index).text))) return 'filler'
  if (label && unitLabels.has(label)) return 'unit'
  if (label && areaLabels.has(label)) return 'elsewhere'
  if (label === 'road' && words.some((index) => isStreetTypeWord(claims.word(index).text))) {
    return 'elsewhere'
  }
  return label === 'house' ? 'name' : 'unknown'
}

/** Whether an apostrophe or hyphen joins words to others: without them a part of a word would be left. */
function isPartOfWord(claims: Claims, words: readonly number[]): boolean {
  const { text } = claims.input
  const [start, end] = [claims.word(words[0]!).start, claims.word(words.at(-1)!).end]
  return (
    /[\p{L}\p{N}]['’-]$/u.test(text.slice(0, start)) || /^['’-][\p{L}\p{N}]/u.test(text.slice(end))
  )
}

/** What people say of an address, in all languages; folded, by words. */
const sayings = Object.values(sayingsByLanguage)
  .flat()
  .map((saying) => saying.split(' '))
  .sort((a, b) => b.length - a.length)

/** Free words at the beginning or end of the text that only say that it is an address: `Deliver to`, `please`. */
function saidOfAddress(claims: Claims): ReadonlySet<number> {
  const said = new Set<number>()
  const areSaid = (words: readonly number[], saying: readonly string[]) =>
    words.every((index, i) => claims.isFree(index) && claims.word(index).text === saying[i])
  let [first, end] = [0, claims.input.words.length]
  for (let last = -1; last < said.size; ) {
    last = said.size
    for (const saying of sayings) {
      const [ahead, behind] = [range(first, first + saying.length), range(end - saying.length, end)]
      const words = [ahead, behind].find((words) => areSaid(words, saying))
      if (!words) continue
      for (const index of words) said.add(index)
      if (words === ahead) first += saying.length
      else end -= saying.length
    }
  }
  return said
}

/**
 * Whether a free word repeats one of the component that it touches: between the same commas, or where its part
 * between commas has nothing else.
 */
export function isRepeated(claims: Claims, index: number): boolean {
  const { segment } = claims.word(index)
  const claim = repeatedClaim(claims, index)
  if (!claim) return false
  if (claim.words.some((other) => claims.word(other).segment === segment)) return true
  const beside = claims.freeIndexes().filter((other) => claims.word(other).segment === segment)
  return beside.every((other) => repeatedClaim(claims, other) !== undefined)
}

/** The component that a free word touches and has a word of. */
function repeatedClaim(claims: Claims, index: number): Claim | undefined {
  const { text } = claims.word(index)
  if (/\d/.test(text)) return undefined
  return [...claims.byField.values()].find(
    ({ words }) =>
      words.some((other) => claims.word(other).text === text) &&
      words.some((other) => Math.abs(other - index) <= words.length),
  )
}
