/** Components of a corrected address, in the order of its listed corrections. */
export const correctedFields = [
  'house_number',
  'unit',
  'road',
  'neighbourhood',
  'locality',
  'county',
  'region',
  'postcode',
  'country',
] as const

export type CorrectedField = (typeof correctedFields)[number]

/** Values by component; `country_code` is ISO 3166-1 alpha-3. Absent components are left out. */
export type CorrectedComponents = Partial<Record<CorrectedField | 'country_code', string>>

/**
 * How a value changed: `typo` other letters, `abbreviation` a shortened word in full, `inferred` added,
 * `reformatted` only case, accents, punctuation, blanks or order, `removed` taken out.
 */
export const correctionTypes = [
  'typo',
  'abbreviation',
  'inferred',
  'reformatted',
  'removed',
] as const

export type CorrectionType = (typeof correctionTypes)[number]

/** Field of corrections outside of components: the order of the line, and words of no component. */
export const wholeAddress = 'address'

export interface Correction {
  field: CorrectedField | typeof wholeAddress
  type: CorrectionType
  /** As in the input; null for `inferred`. */
  original: string | null
  /** As in the corrected line; null for `removed`. */
  corrected: string | null
}

export interface CorrectedAddress {
  input: string
  /** The address in one line, as its country writes it; the input itself if nothing changed. */
  corrected: string
  components: CorrectedComponents
  corrections: readonly Correction[]
  /** 0 to 1, by the bands of the contract: 0.9 clean or well supported, 0.7 some inference, 0.5 guessing. */
  confidence: number
}

/** An address as received from the caller. */
export interface GivenAddress {
  text: string
  /** ISO 3166-1 alpha-3 of the likely country. */
  country?: string | undefined
}

/** Checks whether a text was read as an address: only those are charged. */
export function wasRead({ confidence }: Pick<CorrectedAddress, 'confidence'>): boolean {
  return confidence > 0
}
