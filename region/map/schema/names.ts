import type { OsmTags } from '../../osm/index.ts'

/** Returns `name`, and `name_de` and `name_en` where they differ from it. */
export function selectNames(tags: OsmTags): {
  name?: string | undefined
  name_de?: string | undefined
  name_en?: string | undefined
} {
  const { name } = tags
  const other = (key: string) => (tags[key] === name ? undefined : tags[key])
  return { name, name_de: other('name:de'), name_en: other('name:en') }
}

/** Returns true if a flag is set, and undefined otherwise: only true flags are written. */
export function isSet(value: string | undefined): true | undefined {
  return value !== undefined && value !== 'no' && value !== 'false' ? true : undefined
}

export function parseNumber(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value?.replace(',', '.') ?? '')
  return Number.isFinite(number) ? number : undefined
}
