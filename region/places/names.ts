import type { OsmTags } from '../osm/index.ts'

const maxNameLength = 255

/** Keys of alternative names, in order of preference. */
const aliasKeys = [
  'official_name',
  'short_name',
  'alt_name',
  'loc_name',
  'old_name',
  'int_name',
  'nat_name',
  'reg_name',
  'name:left',
  'name:right',
  'bridge:name',
  'tunnel:name',
  'ref',
  'int_ref',
  'nat_ref',
  'loc_ref',
  'iata',
  'icao',
]

/** Keys of country and region codes, which people use as names. */
const areaCodes = [
  'ISO3166-1',
  'ISO3166-1:alpha2',
  'ISO3166-1:alpha3',
  'ISO3166-2',
  'country_code_iso3166_1',
]

/** Suffixes of `name:` that look like language codes. */
const notLanguages: ReadonlySet<string> = new Set([
  'alt',
  'int',
  'loc',
  'nat',
  'new',
  'off',
  'old',
  'reg',
  'sub',
  'ref',
  'abr',
  'gen',
])

/** Matches the `ref` of a municipality or district, a number in an official list that people do not search for. */
const onlyDigits = /^\d+$/

export interface Names {
  /** Main name; empty if the object is unnamed. */
  name: string
  /** Names by language. */
  names: Record<string, string>
  aliases: string[]
}

/** Matches most names: printable Latin letters and single spaces, without the soft hyphen (U+00AD). */
const isClean = /^[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)*$/

/** Cleans a name: removes control characters, collapses spaces, and cuts it to 255 characters. */
export function cleanName(value: string | undefined): string {
  if (!value) return ''
  if (value.length <= maxNameLength && isClean.test(value)) return value
  const text = value
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, (c) => (/[\t\n\r\u200c\u200d]/.test(c) ? c : ''))
    .replace(/\s+/gu, ' ')
    .trim()
  if (text.length <= maxNameLength) return text
  return text
    .slice(0, maxNameLength)
    .replace(/[\ud800-\udbff]$/u, '')
    .trim()
}

/** Splits a value at semicolons into names. */
export function splitNames(value: string | undefined): string[] {
  return value?.includes(';')
    ? value.split(';').map(cleanName).filter(Boolean)
    : [cleanName(value)].filter(Boolean)
}

/** Returns the language of a `name:<language>` key, or undefined for other keys. */
function parseLanguage(key: string): string | undefined {
  const language = /^name:([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,10})*)$/.exec(key)?.[1]
  return language && !notLanguages.has(language) ? language.replaceAll('_', '-') : undefined
}

/**
 * Reads the names from tags.
 *
 * @param kind Areas have codes as aliases. An unnamed venue is named by its brand or operator, an unnamed street by
 *   its `ref`.
 */
export function readNames(tags: OsmTags, kind: 'area' | 'street' | 'venue'): Names {
  const names: Record<string, string> = {}
  const aliases = new Set<string>()
  let name = cleanName(tags.name)
  for (const key in tags) {
    if (!key.startsWith('name:')) continue
    const language = parseLanguage(key)
    const text = language && cleanName(tags[key])
    if (text) names[language] = text
  }
  if (!name) name = names.en ?? Object.values(names)[0] ?? ''
  if (!name && kind === 'venue') {
    const operator = isKnownByOperator(tags) ? cleanName(tags.operator) : ''
    name = cleanName(tags.brand) || operator || splitNames(tags.official_name)[0] || ''
  }
  for (const key of aliasKeys) {
    const value = tags[key]
    if (value === undefined) continue
    for (const alias of splitNames(value))
      if (kind !== 'area' || !onlyDigits.test(alias)) aliases.add(alias)
  }
  if (kind === 'area')
    for (const key of areaCodes) for (const code of splitNames(tags[key])) aliases.add(code)
  if (!name && kind === 'street') name = splitNames(tags.ref)[0] ?? ''
  aliases.delete(name)
  return { name, names, aliases: [...aliases] }
}

/** Amenities that people know by their operator. */
const knownByOperator =
  /^(atm|bank|bicycle_rental|bureau_de_change|car_rental|car_sharing|charging_station|clinic|college|dentist|fuel|hospital|parcel_locker|pharmacy|post_office|school|university)$/

function isKnownByOperator({ shop, office, craft, amenity = '' }: OsmTags): boolean {
  return (
    shop !== undefined ||
    office !== undefined ||
    craft !== undefined ||
    knownByOperator.test(amenity)
  )
}

/** Merges the names of a place that is mapped twice: the second names complete the first. */
export function mergeNames(first: Names, second: Names): Names {
  const name = first.name || second.name
  const aliases = new Set([...first.aliases, second.name, ...second.aliases])
  aliases.delete(name)
  aliases.delete('')
  return { name, names: { ...second.names, ...first.names }, aliases: [...aliases] }
}
