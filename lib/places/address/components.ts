/**
 * Components of an address, from the narrowest to the widest. A value is an unchanged span of the text. Designators
 * belong to a unit, level, staircase, entrance and box ("Apt 4B", "3rd floor", "PO Box 12"), not to a house number or
 * postcode ("Nr. 9" becomes `9`, "〒100-0001" becomes `100-0001`).
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

/** Values by component; absent components are left out. */
export type AddressComponents = Partial<Record<ComponentKey, string>>

/** A component and its position in the text, in UTF-16 units. */
export interface ComponentSpan {
  key: ComponentKey
  start: number
  end: number
}

/** One way to split a text into components. */
export interface Parse {
  /** The input with its HTML entities decoded. */
  text: string
  components: AddressComponents
  /** In text order. */
  spans: readonly ComponentSpan[]
  /** ISO 3166-1 alpha-2 of the country whose conventions led to this parse. */
  country: string
  /** Higher is better; comparable only between parses of one text. */
  score: number
}

export interface ParseHints {
  /** ISO 3166-1 alpha-2 or alpha-3 of the likely country. */
  country?: string
}
