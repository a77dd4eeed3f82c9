import { countries } from './countries.ts'

/** How addresses of a country are written; see `CountryEntry`. */
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

/** Conventions of a country by ISO 3166-1 alpha-2; no preferred order for an unknown one. */
export function conventionsOf(country: string | undefined): AddressConventions {
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

export function countriesWithConventions(): Iterable<string> {
  known ??= load()
  return known.keys()
}
