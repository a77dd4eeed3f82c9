import type { AreaType } from '../../lib/gazetteer/index.ts'

interface Levels {
  region: readonly number[]
  county: readonly number[]
  locality: readonly number[]
  neighbourhood: readonly number[]
}

/**
 * Which `admin_level` is what, by country, the level that addresses use first. Regions, counties,
 * localities and neighbourhoods, separated by bars. From what the levels are used for on the map:
 * https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dadministrative
 */
const table: Readonly<Record<string, string>> = {
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

const elsewhere = '4|6,5|8,7|10,9,11'

/** Where a town that is a county of its own has no area of the locality's level. */
const townCounties: ReadonlySet<string> = new Set(['DE', 'AT', 'PL'])

const parsed = new Map<string, Levels>()

function levelsOf(country: string): Levels {
  const known = parsed.get(country)
  if (known) return known
  const [region, county, locality, neighbourhood] = (table[country] ?? elsewhere)
    .split('|')
    .map((levels) => (levels ? levels.split(',').map(Number) : []))
  const levels = {
    ...{ region: region!, county: county! },
    ...{ locality: locality!, neighbourhood: neighbourhood! },
  }
  parsed.set(country, levels)
  return levels
}

export interface AdminClass {
  type: AreaType
  /** Among the levels of its type; 0 is the one that addresses use. */
  preference: number
}

/**
 * What an administrative area is.
 *
 * @param country ISO 3166-1 alpha-2.
 * @param hasSeatOfItsName The settlement that governs it has the same name.
 * @returns Undefined for levels that nobody puts into an address.
 */
export function adminClassOf(
  country: string,
  level: number,
  hasSeatOfItsName: boolean,
): AdminClass | undefined {
  if (level === 2) return { type: 'country', preference: 0 }
  for (const [type, levels] of Object.entries(levelsOf(country)) as [AreaType, number[]][]) {
    const preference = levels.indexOf(level)
    if (preference < 0) continue
    if (type === 'county' && hasSeatOfItsName && townCounties.has(country))
      return { type: 'locality', preference: 1 }
    return { type, preference }
  }
  return undefined
}
