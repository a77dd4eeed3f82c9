/**
 * What an address is made of, from the narrowest to the widest. A value is a span of the text as it
 * stands there. Designators belong to a unit, level, staircase, entrance and box ("Apt 4B", "3rd floor",
 * "PO Box 12"), not to a house number or postcode ("Nr. 9" gives `9`, "〒100-0001" gives `100-0001`).
 */
export const componentKeys = [
  'house',
  'po_box',
  'unit',
  'level',
  'staircase',
  'entrance',
  'house_number',
  'road',
  'suburb',
  'city_district',
  'city',
  'county',
  'state',
  'postcode',
  'country',
] as const

export type ComponentKey = (typeof componentKeys)[number]

/** The components that the text has; the others are absent. */
export type AddressComponents = Partial<Record<ComponentKey, string>>

/** A component and where it stands in the text, in UTF-16 units. */
export interface ComponentSpan {
  key: ComponentKey
  start: number
  end: number
}

/** One reading of a text. */
export interface Parse {
  components: AddressComponents
  /** In the order of the text. */
  spans: readonly ComponentSpan[]
  /** ISO 3166-1 alpha-2 of the country whose conventions it was read by, where one fitted. */
  country?: string
  /** Higher is better; only readings of one text compare. */
  score: number
}

/** What a name may be, to whoever knows places. */
export type NameKind = 'country' | 'region' | 'county' | 'locality' | 'neighbourhood' | 'street'

/** Names of places that a parser may ask for; must answer at once. */
export interface PlaceNames {
  /** Of a name folded with `fold` of `../text`; empty when it is not known. */
  kindsOf(foldedName: string): readonly NameKind[]
}

export interface ParseHints {
  /** ISO 3166-1 alpha-2 or alpha-3: the country whose conventions are tried first. */
  country?: string
  gazetteer?: PlaceNames
}
