import type { AreaType } from '#places/gazetteer'
import type { OsmTags } from '../osm/index.ts'

/**
 * Returns the importance of a place, 0 to 1, independent of any query:
 *
 * base + population + fame + capital, at most 1
 * - base: by the kind of place, see {@link bases} and the tables of streets and venues;
 * - population: 0.055 for each power of ten above 100 people, so 0.06 for 1,000, 0.22 for a million, at most 0.28;
 * - fame: 0.04 for a Wikidata item, 0.08 for a Wikipedia article, and 0.002 for each language with a name, at most
 *   0.06, because the names of well-known places are translated;
 * - capital: 0.1 for the capital of a country, 0.05 of a region, 0.02 of a smaller area;
 * - added to the base: the size of a mapped area, see {@link scoreSize}; the town of a street, see {@link scoreTown}
 *   and {@link scoreStatedTown}.
 *
 * The figures are chosen so that settlements usually come before streets and streets before venues, but a venue with
 * an article before an ordinary street.
 */
export function computeImportance(base: number, tags: OsmTags): number {
  const sum = base + scorePopulation(parsePopulation(tags)) + scoreFame(tags) + capital(tags)
  return Math.round(Math.min(1, sum) * 1e4) / 1e4
}

/** Base importance of everything except streets and venues. */
export const bases = {
  country: 0.72,
  region: 0.5,
  county: 0.42,
  postalcode: 0.24,
  intersection: 0.06,
  address: 0.08,
  unnamed: 0.02,
  city: 0.48,
  municipality: 0.34,
  town: 0.4,
  village: 0.32,
  hamlet: 0.25,
  isolated_dwelling: 0.2,
  borough: 0.32,
  suburb: 0.3,
  quarter: 0.28,
  neighbourhood: 0.26,
} as const

/**
 * Returns the base importance of an area known only from addresses: 0.1 for a locality with one address and 0.04 for
 * each power of ten more, below mapped villages. Nothing else tells its size.
 */
export function scoreStatedArea(type: AreaType, addresses: number): number {
  const base = type === 'neighbourhood' ? 0.08 : type === 'locality' ? 0.1 : 0.16
  return Math.min(base + 0.04 * Math.log10(addresses), base + 0.2)
}

/**
 * Returns the importance that a venue gains from its area: 0.02 for each power of ten above 1,000 square metres, at
 * most 0.08. A zoo or campus thus comes before the stop and the department of the same name.
 */
export function scoreSize(squareMeters: number): number {
  return squareMeters > 1_000 ? Math.min(0.08, 0.02 * Math.log10(squareMeters / 1_000)) : 0
}

/**
 * Returns the importance that a street gains from its town: of streets with one name, the one in the largest town
 * comes first.
 */
export function scoreTown(townImportance: number): number {
  return 0.15 * Math.max(0, townImportance - bases.village)
}

/** Returns the same for a town known only from addresses: 0.006 for each power of ten of them, at most 0.03. */
export function scoreStatedTown(addresses: number): number {
  return Math.min(0.03, 0.006 * Math.log10(addresses))
}

function scorePopulation(population: number | undefined): number {
  if (!population || population <= 100) return 0
  return Math.min(0.28, 0.055 * Math.log10(population / 100))
}

function scoreFame(tags: OsmTags): number {
  let languages = 0
  let article = 0
  for (const key in tags) {
    if (key.startsWith('name:')) languages++
    else if (key === 'wikipedia' || key.startsWith('wikipedia:')) article = 0.08
  }
  return article + (tags.wikidata ? 0.04 : 0) + Math.min(0.06, languages * 0.002)
}

function capital({ capital, is_capital }: OsmTags): number {
  if (capital === 'yes' || capital === '2' || is_capital === 'country') return 0.1
  if (capital === '3' || capital === '4' || is_capital === 'state') return 0.05
  return capital && /^\d+$/.test(capital) ? 0.02 : 0
}

/** Base importance of streets by the value of `highway`; a `_link` counts as its road. */
const streetBases: Readonly<Record<string, number>> = {
  motorway: 0.24,
  trunk: 0.24,
  primary: 0.23,
  secondary: 0.22,
  tertiary: 0.21,
  residential: 0.19,
  unclassified: 0.18,
  living_street: 0.19,
  pedestrian: 0.2,
  service: 0.14,
  track: 0.1,
  path: 0.1,
}

export function scoreStreet(highway: string | undefined): number {
  return streetBases[highway?.replace(/_link$/, '') ?? ''] ?? 0.12
}

/** Base importance of venues by tag; alternative values are separated by bars. The first matching row counts. */
const venueRows: readonly (readonly [key: string, values: string, base: number])[] = [
  // A stop is named after a nearby place, and searches mean that place.
  ['highway', 'bus_stop|platform', 0.05],
  ['railway', 'tram_stop', 0.07],
  ['aeroway', 'aerodrome|terminal', 0.28],
  ['aeroway', 'heliport', 0.16],
  ['amenity', 'university|hospital', 0.2],
  ['railway', 'station', 0.2],
  ['railway', 'funicular|monorail|narrow_gauge|preserved', 0.16],
  ['public_transport', 'station', 0.14],
  ['tourism', 'museum|attraction|theme_park|zoo|gallery|aquarium', 0.17],
  ['historic', 'castle|monastery|city_gate|fort|palace|archaeological_site', 0.17],
  ['leisure', 'stadium', 0.18],
  ['natural', 'peak|volcano|glacier', 0.16],
  ['natural', 'water|beach|bay|cape|valley|ridge', 0.15],
  ['place', 'island|archipelago', 0.2],
  ['place', 'islet|locality|farm', 0.13],
  ['waterway', 'river', 0.18],
  ['waterway', 'stream|canal|waterfall', 0.13],
  ['boundary', 'national_park|protected_area', 0.18],
  ['mountain_pass', 'yes', 0.16],
  ['amenity', 'theatre|townhall|college|library|marketplace|courthouse|embassy|casino', 0.15],
  ['amenity', 'place_of_worship|cinema|school|police|post_office|ferry_terminal', 0.14],
  ['shop', 'mall|department_store', 0.16],
  ['leisure', 'park|nature_reserve|marina|sports_centre|golf_course', 0.14],
  ['tourism', 'hotel|alpine_hut|camp_site|hostel|viewpoint', 0.13],
  ['man_made', 'lighthouse|tower|bridge|pier', 0.13],
  ['railway', 'halt|subway_entrance', 0.12],
  ['public_transport', 'platform|stop_position', 0.05],
]

const venueBases = venueRows.map(
  ([key, values, base]) => [key, new Set(values.split('|')), base] as const,
)

/**
 * Returns the base importance of a venue. Unnamed venues are found by category, so their importance hardly matters.
 */
export function scoreVenue(tags: OsmTags, isNamed: boolean): number {
  if (!isNamed) return bases.unnamed
  for (const [key, values, base] of venueBases) if (values.has(tags[key] ?? '')) return base
  return 0.1
}

/** Parses a population such as `~ 12,000`. Returns undefined if it is missing or not plausible. */
export function parsePopulation({ population }: OsmTags): number | undefined {
  const digits = /^[\s~]*(\d[\d\s.,']*)/.exec(population ?? '')?.[1]?.replace(/[\s.,']/g, '')
  const people = digits ? Number(digits) : 0
  return people > 0 && people < 2e9 ? people : undefined
}
