import type { PlaceType } from '../../gazetteer/index.ts'
import type { SearchContext } from '../context.ts'
import type { AddressFields } from '../query.ts'
import { type Interpretation, interpretationsOf } from './interpretations.ts'
import { type QueryTerm, queryTermsOf } from './query-term.ts'
import { type QueryText, tokenize, warnIfTruncated } from './tokenize.ts'

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
  const number = houseNumber?.trim()
  if (street?.trim()) return streetTargets(tokenized(street, warn), number)
  const line = [number, address].filter((part) => part?.trim()).join(' ')
  return line === '' ? [] : lineTargets(tokenized(line, warn))
}

/** The meanings of a street; the house number may stand in its field: `Via Pegna 5`. */
function streetTargets(query: QueryText, number: string | undefined): Interpretation[] {
  const terms = termsOf(query, 'name')
  if (terms.length === 0) return []
  const numbered = /\d/.test(query.text)
    ? lineTargets(query).filter(({ houseNumber }) => houseNumber !== undefined)
    : []
  if (!number) return [{ terms }, ...numbered]
  const repeated = numbered.filter(({ houseNumber }) => houseNumber === number)
  return [{ terms, houseNumber: number }, ...repeated]
}

function lineTargets(query: QueryText): Interpretation[] {
  return interpretationsOf(query)
    .filter(({ country, terms }) => !country && terms.length > 0)
    .map((interpretation) => ({
      ...interpretation,
      terms: interpretation.terms.map((term) => ({ ...term, role: 'name' as const })),
    }))
}

function fieldTerms(field: string | undefined, role: 'name' | 'where', warn: Warn): QueryTerm[] {
  return field ? termsOf(tokenized(field, warn), role) : []
}

function termsOf({ words }: QueryText, role: 'name' | 'where'): QueryTerm[] {
  return queryTermsOf(words, { categories: false, role })
}

function tokenized(text: string, warn: Warn): QueryText {
  const query = tokenize(text)
  warnIfTruncated(query, warn)
  return query
}
