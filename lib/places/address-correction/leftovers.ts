import type { ComponentKey } from '#places/address'
import { isStopWord, isStreetTypeWord } from '#places/text'
import sayingsByLanguage from '../../../data/address/sayings.json' with { type: 'json' }
import { type Claim, type Claims, range } from './claims.ts'

/** Words outside the address in the gazetteer. */
export interface Leftover {
  words: readonly number[]
  text: string
  /**
   * `unit`, `name` (of a building or recipient) and `unknown` stay; `repeated`, `label` (`Address:`, `please`) and
   * `filler` (`in`) can be removed; `elsewhere`, another town or street, shows that another address is meant.
   */
  kind: 'unit' | 'name' | 'unknown' | 'repeated' | 'label' | 'filler' | 'elsewhere'
}

/** Costs in corrected letters: an order of preference set by hand. */
export const leftoverCosts: Readonly<Record<Leftover['kind'], number>> = {
  unit: 0,
  name: 0.2,
  // More than a name with one wrong letter.
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

/** Labels of words that locate an address. */
export const areaLabels: ReadonlySet<ComponentKey> = new Set([
  'city',
  'county',
  'state',
  'country',
  'postcode',
])

/** Finds the words that no claim explains, and their kinds. */
export function findLeftovers(claims: Claims): Leftover[] {
  const said = findSayings(claims)
  // Staircase and flat are one unit: `A 3`.
  const mergeUnitLabels = (index: number) => {
    const { label } = claims.word(index)
    return label && unitLabels.has(label) ? 'unit' : label
  }
  const classify = (index: number) =>
    said.has(index) ? 'label' : `${mergeUnitLabels(index)} ${isRepeated(claims, index)}`
  return claims.findFreeRuns(classify).map((words) => {
    const kind = said.has(words[0]!) ? 'label' : classifyWords(claims, words)
    return { words, text: claims.readText(words), kind }
  })
}

function classifyWords(claims: Claims, words: readonly number[]): Leftover['kind'] {
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

/** Checks whether an apostrophe or hyphen joins words to others: removing them would leave a part of a word. */
function isPartOfWord(claims: Claims, words: readonly number[]): boolean {
  const { text } = claims.input
  const [start, end] = [claims.word(words[0]!).start, claims.word(words.at(-1)!).end]
  return (
    /[\p{L}\p{N}]['’-]$/u.test(text.slice(0, start)) || /^['’-][\p{L}\p{N}]/u.test(text.slice(end))
  )
}

/** Phrases that introduce an address, in all languages, folded and split into words, the longest first. */
const sayings = Object.values(sayingsByLanguage)
  .flat()
  .map((saying) => saying.split(' '))
  .sort((a, b) => b.length - a.length)

/** Finds free words at the beginning or end of the text that only introduce an address: `Deliver to`, `please`. */
function findSayings(claims: Claims): ReadonlySet<number> {
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
 * Checks whether a free word repeats a word of the component that it touches. It must be in the same segment as the
 * component, or in a segment that only repeats components.
 */
export function isRepeated(claims: Claims, index: number): boolean {
  const { segment } = claims.word(index)
  const claim = findRepeatedClaim(claims, index)
  if (!claim) return false
  if (claim.words.some((other) => claims.word(other).segment === segment)) return true
  const beside = claims.listFreeIndexes().filter((other) => claims.word(other).segment === segment)
  return beside.every((other) => findRepeatedClaim(claims, other) !== undefined)
}

/** Finds the component that a free word touches and repeats. */
function findRepeatedClaim(claims: Claims, index: number): Claim | undefined {
  const { text } = claims.word(index)
  if (/\d/.test(text)) return undefined
  return [...claims.byField.values()].find(
    ({ words }) =>
      words.some((other) => claims.word(other).text === text) &&
      words.some((other) => Math.abs(other - index) <= words.length),
  )
}
