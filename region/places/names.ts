import type { OsmTags } from '../osm/index.ts'

const maxNameLength = 255

/** Keys of other names, in the order in which they are kept. */
const aliasKeys = [
  ...['official_name', 'short_name', 'alt_name', 'loc_name', 'old_name', 'int_name'],
  ...['nat_name', 'reg_name', 'name:left', 'name:right', 'bridge:name', 'tunnel:name'],
  ...['ref', 'int_ref', 'nat_ref', 'loc_ref', 'iata', 'icao'],
]

/** Codes by which people call countries and their regions. */
const areaCodes = [
  ...['ISO3166-1', 'ISO3166-1:alpha2', 'ISO3166-1:alpha3', 'ISO3166-2', 'country_code_iso3166_1'],
]

/** `name:old` and the like look like languages of three letters. */
const noLanguages: ReadonlySet<string> = new Set([
  ...['alt', 'int', 'loc', 'nat', 'new', 'off', 'old', 'reg', 'sub', 'ref', 'abr', 'gen'],
])

export interface Names {
  /** Empty where there is none. */
  name: string
  names: Record<string, string>
  aliases: string[]
}

/** A name as it may be shown: no controls, single blanks, at most 255 characters. */
export function cleanName(value: string | undefined): string {
  if (!value) return ''
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

/** The parts of a value that lists several. */
export function listed(value: string | undefined): string[] {
  return value?.includes(';')
    ? value.split(';').map(cleanName).filter(Boolean)
    : [cleanName(value)].filter(Boolean)
}

/** The language of a `name:<language>` key; undefined for other keys. */
function languageOf(key: string): string | undefined {
  const language = /^name:([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,10})*)$/.exec(key)?.[1]
  return language && !noLanguages.has(language) ? language.replaceAll('_', '-') : undefined
}

/**
 * What a thing is called.
 *
 * @param kind Areas are also found by their codes; unnamed venues by the brand or the operator.
 */
export function namesOf(tags: OsmTags, kind: 'area' | 'street' | 'venue'): Names {
  const names: Record<string, string> = {}
  const aliases = new Set<string>()
  let name = cleanName(tags.name)
  for (const [key, value] of Object.entries(tags)) {
    if (!key.startsWith('name:')) continue
    const language = languageOf(key)
    const text = language && cleanName(value)
    if (text) names[language] = text
  }
  if (!name) name = names.en ?? Object.values(names)[0] ?? ''
  if (!name && kind === 'venue') {
    const operator = hasOperatorsSign(tags) ? cleanName(tags.operator) : ''
    name = cleanName(tags.brand) || operator || listed(tags.official_name)[0] || ''
  }
  for (const key of aliasKeys) for (const alias of listed(tags[key])) aliases.add(alias)
  if (kind === 'area')
    for (const key of areaCodes) for (const code of listed(tags[key])) aliases.add(code)
  if (!name && kind === 'street') name = listed(tags.ref)[0] ?? ''
  aliases.delete(name)
  return { name, names, aliases: [...aliases] }
}

/** What people look for by the name of whoever runs it; who runs a public convenience nobody asks. */
const signed =
  /^(atm|bank|bicycle_rental|bureau_de_change|car_rental|car_sharing|charging_station|clinic|college|dentist|fuel|hospital|parcel_locker|pharmacy|post_office|school|university)$/

function hasOperatorsSign({ shop, office, craft, amenity = '' }: OsmTags): boolean {
  return shop !== undefined || office !== undefined || craft !== undefined || signed.test(amenity)
}

/** The names of one thing that is mapped twice: those of the first, completed by those of the second. */
export function mergeNames(first: Names, second: Names): Names {
  const name = first.name || second.name
  const aliases = new Set([...first.aliases, second.name, ...second.aliases])
  aliases.delete(name)
  aliases.delete('')
  return { name, names: { ...second.names, ...first.names }, aliases: [...aliases] }
}
