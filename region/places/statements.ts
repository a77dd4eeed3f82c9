import type { AreaType } from '#places/gazetteer'
import type { OsmTags } from '../osm/index.ts'
import { cleanName } from './names.ts'

/** Types of areas named in addresses. Countries are derived from positions instead. */
export type StatedType = Exclude<AreaType, 'country'>

/** An area named in the tags of an address, street or venue. */
export interface Statement {
  type: StatedType
  name: string
  /** Id of the mapped area with this name. */
  area?: string
}

const addressKeys: readonly (readonly [StatedType, readonly string[]])[] = [
  ['locality', ['addr:city', 'addr:town', 'addr:village', 'addr:municipality']],
  [
    'neighbourhood',
    [
      'addr:suburb',
      'addr:quarter',
      'addr:neighbourhood',
      'addr:hamlet',
      'addr:borough',
      'addr:city_district',
      'addr:district',
      'addr:subdistrict',
    ],
  ],
  ['county', ['addr:county']],
  ['region', ['addr:state', 'addr:province', 'addr:region']],
]

const isInKeys: readonly (readonly [StatedType, readonly string[]])[] = [
  ['locality', ['is_in:city', 'is_in:town', 'is_in:village', 'is_in:municipality']],
  ['neighbourhood', ['is_in:suburb', 'is_in:quarter', 'is_in:neighbourhood', 'is_in:hamlet']],
  ['county', ['is_in:county']],
  ['region', ['is_in:state', 'is_in:province', 'is_in:region']],
]

/** Maximum length of a name; longer values are remarks. */
const maxLength = 80

/**
 * Returns the areas named in tags; areas of the postal address come first. `addr:place` counts only beside a street;
 * alone it replaces the street.
 */
export function readStatements(tags: OsmTags): Statement[] {
  if (!hasAreaKey(tags)) return []
  const statements: Statement[] = []
  const add = (type: StatedType, value: string | undefined) => {
    if (value === undefined) return
    for (const name of parseTowns(value))
      if (!statements.some((other) => other.name === name)) statements.push({ type, name })
  }
  for (const [type, keys] of addressKeys) for (const key of keys) add(type, tags[key])
  const place = tags['addr:street'] === undefined ? undefined : tags['addr:place']
  const hasTown = statements.some(({ type }) => type === 'locality')
  add(hasTown ? 'neighbourhood' : 'locality', place)
  for (const [type, keys] of isInKeys) for (const key of keys) add(type, tags[key])
  // `is_in` lists areas from the narrowest to the widest.
  if (!statements.some(({ type }) => type === 'locality'))
    add('locality', tags.is_in?.split(/[,;]/)[0])
  return statements
}

/** Whether any tag can name an area; most objects have none. */
function hasAreaKey(tags: OsmTags): boolean {
  for (const key in tags) if (key.startsWith('addr:') || key.startsWith('is_in')) return true
  return false
}

/**
 * Splits a value into town names without postcodes, as in `AD500 Andorra la Vella`, `Helsinki;Helsingfors` and
 * `Springfield, IL`.
 */
function parseTowns(value: string): string[] {
  return value.split(/[;/]/).flatMap((part) => {
    const words = cleanName(part.split(',')[0]).split(' ')
    while (words.length > 0 && isCode(words[0]!)) words.shift()
    while (words.length > 1 && isCode(words.at(-1)!)) words.pop()
    const name = words.join(' ')
    const letters = name.match(/\p{L}/gu)?.length ?? 0
    const minLetters = /\p{Script=Han}|\p{Script=Hangul}/u.test(name) ? 1 : 2
    return letters >= minLetters && name.length <= maxLength ? [name] : []
  })
}

/**
 * Whether a word is a code: three digits or more, as in postcodes. Fewer digits number a quarter, as in `Sector 15`.
 */
function isCode(word: string): boolean {
  return /\d.*\d.*\d/.test(word) || /^[\p{P}\p{S}]+$/u.test(word)
}
