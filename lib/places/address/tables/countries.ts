import table from '../../../../data/address/countries.json' with { type: 'json' }

/** Facts about a country and its addresses. */
export interface CountryEntry {
  /** ISO 3166-1. */
  alpha3?: string
  /** The alpha-2 code more often means a state or province: "PR", "NC". */
  regionCode?: boolean
  /** Names that are missing from the locale data of the runtime. */
  names?: readonly string[]
  /** Score of the country before any evidence: how common its addresses are. */
  prior?: number
  /** ISO 639-1 languages of street names; present when the conventions of its addresses are known. */
  languages?: readonly string[]
  /** The house number stands before the street. */
  numberFirst?: boolean
  /** The postcode stands before the city; otherwise after the city or the state. */
  postcodeFirst?: boolean
  /** The largest area is written first. */
  widestFirst?: boolean
  /** The first of two numbers joined by a dash or slash is the unit: "5/120 Smith Street". */
  unitBeforeNumber?: boolean
  /** Share of the towns where quarters instead of streets number the houses, as in Venice and all over Japan. */
  quarters?: number
  /**
   * Source of a regular expression. A group named `p` is a prefix that is not part of the code
   * ("D-10115", "〒100-0001", "CEP 01310-100").
   */
  postcode?: string
  /** 0 to 1: how clearly a postcode of this form indicates the country. */
  postcodeSpecificity?: number
}

/** Countries by ISO 3166-1 alpha-2, in alphabetical order. */
export const countries: ReadonlyMap<string, CountryEntry> = new Map(
  Object.entries<CountryEntry>(table),
)
