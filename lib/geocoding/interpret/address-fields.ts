import type { PlaceType } from '../../gazetteer/index.ts'
import type { SearchContext } from '../context.ts'
import type { AddressFields } from '../query.ts'
import { type Interpretation, interpretationsOf } from './interpretations.ts'
import { type QueryTerm, queryTermsOf } from './query-term.ts'
import { tokenize, warnIfTruncated } from './tokenize.ts'

/** A field that names an area around the address. */
export interface AreaField {
  name: 'postalcode' | 'neighbourhood' | 'borough' | 'locality' | 'county' | 'region'
  terms: readonly QueryTerm[]
  /** Types of places that the field may name, the likeliest first. */
  types: readonly PlaceType[]
}

export interface InterpretedFields {
  /** The meanings of the fields that name the place itself: `address`, or street and house number. */
  targets: readonly Interpretation[]
  /** Narrowest first. */
  areas: readonly AreaField[]
}

/**
 * Narrowest first. One country's county is another's region, and a town may be a region of its own, so
 * each field may also name an area one level up or down.
 */
const areaFields: readonly Pick<AreaField, 'name' | 'types'>[] = [
  { name: 'neighbourhood', types: ['neighbourhood', 'locality'] },
  { name: 'postalcode', types: ['postalcode'] },
  { name: 'borough', types: ['neighbourhood', 'locality', 'county'] },
  { name: 'locality', types: ['locality', 'neighbourhood', 'county', 'region'] },
  { name: 'county', types: ['county', 'region', 'locality'] },
  { name: 'region', types: ['region', 'county'] },
]

type Warn = SearchContext['warn']

/** Interprets each field in its role. Blank fields count as absent. */
export function interpretFields(fields: AddressFields, warn: Warn): InterpretedFields {
  const areas = areaFields.flatMap(({ name, types }): AreaField[] => {
    const terms = fieldTerms(fields[name], 'where', warn)
    return terms.length > 0 ? [{ name, types, terms }] : []
  })
  return { targets: targetsOf(fields, warn), areas }
}

function targetsOf({ address, street, houseNumber }: AddressFields, warn: Warn): Interpretation[] {
  if (street?.trim()) {
    const terms = fieldTerms(street, 'name', warn)
    const number = houseNumber?.trim()
    return terms.length > 0 ? [number ? { terms, houseNumber: number } : { terms }] : []
  }
  const line = [houseNumber, address].filter((part) => part?.trim()).join(' ')
  if (line === '') return []
  const query = tokenize(line)
  warnIfTruncated(query, warn)
  return interpretationsOf(query)
    .filter(({ country, terms }) => !country && terms.length > 0)
    .map((interpretation) => ({
      ...interpretation,
      terms: interpretation.terms.map((term) => ({ ...term, role: 'name' as const })),
    }))
}

function fieldTerms(field: string | undefined, role: 'name' | 'where', warn: Warn): QueryTerm[] {
  if (!field) return []
  const query = tokenize(field)
  warnIfTruncated(query, warn)
  return queryTermsOf(query.words, { categories: false, role })
}
