/** How addresses of a country are written. */
export interface AddressConventions {
  country: string | undefined
  /** The house number stands before the street. */
  numberFirst: boolean
  /** The postcode stands before the town; otherwise behind it, or behind the state. */
  postcodeFirst: boolean
  /** The widest part is written first. */
  widestFirst: boolean
  /** The first of two dashed or slashed numbers is the unit: "5/120 Smith Street". */
  unitBeforeNumber: boolean
  /** ISO 639-1, the ones of its streets. */
  languages: readonly string[]
}

/**
 * Country, flags and languages; the flags: n number first, p postcode first, w widest first, u unit before number. What is
 * not listed is read like its neighbours are, with no order preferred.
 */
const table = `
AD - ca,es,fr | AE n en | AL p - | AM - - | AR - p
AT p de | AU nu en | AZ - - | BA p hr,sr | BD - en
BE p fr,nl,de | BG p bg | BO - es | BR - pt | BW n en
BY w ru | CA nu en,fr | CH p de,fr,it | CI - fr | CL - es
CM - fr | CN nw en | CO - es | CR - es | CU - es
CY p el,en | CZ p cs | DE p de | DK p da | DO p es
DZ np fr | EC - es | EE p et | EG n en | ES p es,ca
FI p fi,sv | FJ n en | FR np fr | GB nu en | GE - -
GH n en | GR p el | GT - es | HK n en | HN - es
HR p hr | HU w hu | ID - id | IE nu en | IL np en
IN nu en | IS p is | IT p it | JM n en | JP n en
KE n en | KR n en | KZ w ru | LB n fr,en | LI p de
LK n en | LT - lt | LU np fr,de | LV - lv | MA np fr
MC np fr | MD p ro | ME p sr | MG - fr | MK p mk
MT n en | MU n en,fr | MX p es | MY np en | MZ - pt
NA n en | NG n en | NL p nl | NO p no | NZ nu en
PA - es | PE - es | PH n en | PK - en | PL p pl
PT p pt | PY - es | RO - ro | RS p sr | RU w ru
RW - en | SA n en | SE p sv | SG nu en | SI p sl
SK p sk | SN np fr | SV - es | TH n en | TN np fr
TR p tr | TT n en | TW n en | TZ n en | UA - uk,ru
UG n en | US n en | UY p es | VA p it | VE - es
VN n vi | ZA n en | ZM n en | ZW n en | SM p it
`

let known: Map<string, AddressConventions> | undefined

const unknown: AddressConventions = {
  country: undefined,
  numberFirst: false,
  postcodeFirst: false,
  widestFirst: false,
  unitBeforeNumber: false,
  languages: [],
}

function load(): Map<string, AddressConventions> {
  const conventions = new Map<string, AddressConventions>()
  for (const row of table.trim().split(/ \| |\n/)) {
    const [country = '', flags = '', languages = ''] = row.split(' ')
    conventions.set(country, {
      country,
      numberFirst: flags.includes('n'),
      postcodeFirst: flags.includes('p'),
      widestFirst: flags.includes('w'),
      unitBeforeNumber: flags.includes('u'),
      languages: languages === '-' ? [] : languages.split(','),
    })
  }
  return conventions
}

/** Habits of a country by ISO 3166-1 alpha-2. */
export function conventionsOf(country: string | undefined): AddressConventions {
  known ??= load()
  return (country && known.get(country)) || { ...unknown, country }
}

/** Countries that stand for others of their kind when nothing tells the country. */
export function countriesWithConventions(): Iterable<string> {
  known ??= load()
  return known.keys()
}
