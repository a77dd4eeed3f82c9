import type { AreaType } from '#places/gazetteer'

/** Values of `admin_level` for each type of area, the preferred one first. */
interface Levels {
  region: readonly number[]
  county: readonly number[]
  locality: readonly number[]
  neighbourhood: readonly number[]
}

/**
 * Values of `admin_level` by country, as `regions|counties|localities|neighbourhoods`. Where a type has several
 * levels, the one that addresses use comes first. Derived from how each country uses the levels:
 * https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dadministrative
 */
const levelsByCountry: Readonly<Record<string, string>> = {
  AD: '7||8|10',
  AR: '4|5|8,7|10,9',
  AT: '4|6|8|10,9',
  AU: '4|6|9|10',
  BR: '4|5|8|10,9',
  CZ: '6|7|8|10',
  DK: '4||7|8,10,9',
  EE: '6|7|8|9,10',
  FI: '6|7|8|10,11',
  FR: '4|6|8|9,10',
  GB: '4|6,8|10|11',
  GR: '5|6|7,8|10',
  HR: '6||8,7|10',
  HU: '6|7|8|9,10',
  IE: '6|7|8|10',
  JP: '4|6|7|9,8,10',
  LT: '4|5|8|10',
  LU: '6||8|10,9',
  MX: '4|6|8|10',
  NL: '4|8|10|11,12',
  NO: '4||7|9,10',
  PL: '4|6|8,7|10,9,11',
  PT: '6,4||7|8',
  RO: '4||6|8',
  SE: '4||7|9,10',
  SK: '4|8|9,6|10',
  TR: '4|6||8',
}

const otherCountries = '4|6,5|8,7|10,9,11'

/** Countries where a town that is its own county (kreisfreie Stadt) has no area at the locality level. */
const countriesWithTownCounties: ReadonlySet<string> = new Set(['DE', 'AT', 'PL'])

const parsedLevels = new Map<string, Levels>()

function parseLevels(country: string): Levels {
  const known = parsedLevels.get(country)
  if (known) return known
  const [region, county, locality, neighbourhood] = (levelsByCountry[country] ?? otherCountries)
    .split('|')
    .map((levels) => (levels ? levels.split(',').map(Number) : []))
  const levels = {
    region: region!,
    county: county!,
    locality: locality!,
    neighbourhood: neighbourhood!,
  }
  parsedLevels.set(country, levels)
  return levels
}

export interface AdminClass {
  type: AreaType
  /** Index among the levels of the type; addresses use level 0. */
  preference: number
}

/**
 * Returns the type of an administrative area in addresses, or undefined for levels that addresses do not use.
 *
 * @param country ISO 3166-1 alpha-2.
 * @param hasCentreOfSameName Whether its `admin_centre` has the name of the area.
 */
export function classifyAdminArea(
  country: string,
  level: number,
  hasCentreOfSameName: boolean,
): AdminClass | undefined {
  if (level === 2) return { type: 'country', preference: 0 }
  for (const [type, levels] of Object.entries(parseLevels(country)) as [AreaType, number[]][]) {
    const preference = levels.indexOf(level)
    if (preference < 0) continue
    if (type === 'county' && hasCentreOfSameName && countriesWithTownCounties.has(country))
      return { type: 'locality', preference: 1 }
    return { type, preference }
  }
  return undefined
}
