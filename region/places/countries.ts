import { aggregateFeature, feature, iso1A2Code } from '@rapideditor/country-coder'
import isoCountries from 'i18n-iso-countries'
import type { Bounds, LatLon } from '#ground/geo'
import type { OsmTags } from '../osm/index.ts'
import { AreaPolygon } from './area-polygon.ts'
import type { Names } from './names.ts'

/** Languages of the names of unmapped countries, besides their own. */
const nameLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']

/** Returns the ISO 3166-1 alpha-2 code of the country around a point, or undefined at sea. */
export function findCountryCode({ lat, lon }: LatLon): string | undefined {
  return iso1A2Code([lon, lat]) ?? undefined
}

/** Converts ISO 3166-1 alpha-2 to alpha-3. Returns undefined for unknown codes. */
export function toAlpha3(alpha2: string): string | undefined {
  return isoCountries.alpha2ToAlpha3(alpha2) ?? feature(alpha2)?.properties.iso1A3 ?? undefined
}

/** Returns the codes in a country's tags, which may be fictional. */
export function readCountryCodes(tags: OsmTags): { alpha2: string; alpha3: string } | undefined {
  const two = tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1'] ?? tags.country_code_iso3166_1
  const alpha2 = two?.trim().toUpperCase()
  if (!alpha2 || !/^[A-Z]{2}$/.test(alpha2)) return undefined
  const three = tags['ISO3166-1:alpha3']?.trim().toUpperCase()
  const alpha3 = three && /^[A-Z]{3}$/.test(three) ? three : toAlpha3(alpha2)
  return alpha3 ? { alpha2, alpha3 } : undefined
}

/** A country from a built-in table, used where its border is not mapped. */
export interface KnownCountry {
  names: Names
  /** A point inside the part of the country around the requested point. */
  at: LatLon
  box: Bounds
}

type AssembledRings = [lon: number, lat: number][][]

/**
 * Returns a country from the built-in table, or undefined for unknown codes.
 *
 * @param near A point in the country, for countries with overseas parts.
 */
export function describeCountry(alpha2: string, near: LatLon): KnownCountry | undefined {
  const alpha3 = toAlpha3(alpha2)
  const geometry = feature(alpha2)?.geometry ?? aggregateFeature(alpha2)?.geometry
  if (!alpha3 || geometry?.type !== 'MultiPolygon') return undefined
  const shapes = (geometry.coordinates as AssembledRings[]).map(
    (polygon) => new AreaPolygon(polygon.map((ring) => ring.map(([lon, lat]) => ({ lat, lon })))),
  )
  const shape =
    shapes.find((part) => part.contains(near)) ??
    shapes.reduce((a, b) => (a.areaSquareMeters < b.areaSquareMeters ? b : a))
  const own = new Intl.Locale(`und-${alpha2}`).maximize().language
  const names: Record<string, string> = {}
  for (const language of [own, ...nameLanguages]) {
    const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(alpha2)
    if (name) names[language] = name
  }
  const name = names[own] ?? names.en ?? alpha2
  return {
    at: shape.findInnerPoint(),
    box: shape.box,
    names: { name, names, aliases: [alpha2, alpha3] },
  }
}
