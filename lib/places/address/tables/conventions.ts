import { countries } from './countries.ts'

/** Conventions of the addresses of a country; see `CountryEntry`. */
export interface AddressConventions {
  country: string | undefined
  numberFirst: boolean
  postcodeFirst: boolean
  widestFirst: boolean
  unitBeforeNumber: boolean
  quarters: number
  languages: readonly string[]
}

let known: ReadonlyMap<string, AddressConventions> | undefined

function load(): ReadonlyMap<string, AddressConventions> {
  const conventions = new Map<string, AddressConventions>()
  for (const [country, entry] of countries) {
    if (!entry.languages) continue
    const { numberFirst = false, postcodeFirst = false, widestFirst = false, languages } = entry
    const { unitBeforeNumber = false, quarters = 0 } = entry
    conventions.set(country, {
      country,
      numberFirst,
      postcodeFirst,
      widestFirst,
      unitBeforeNumber,
      quarters,
      languages,
    })
  }
  return conventions
}

/** Returns the conventions of a country by ISO 3166-1 alpha-2. An unknown country has no preferred order. */
export function findConventions(country: string | undefined): AddressConventions {
  known ??= load()
  const conventions = country === undefined ? undefined : known.get(country)
  return (
    conventions ?? {
      country,
      numberFirst: false,
      postcodeFirst: false,
      widestFirst: false,
      unitBeforeNumber: false,
      quarters: 0,
      languages: [],
    }
  )
}

export function listConventionCountries(): Iterable<string> {
  known ??= load()
  return known.keys()
}
