import type { PlaceType } from '../../gazetteer/index.ts'
import type { SearchContext } from '../context.ts'
import type { AddressFields } from '../query.ts'
import { type Interpretation, interpretationsOf } from './interpretations.ts'
import { numberSpans } from './number-spans.ts'
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
  /** Meanings of the address without its first or its last part between commas: a flat, a building, a shop. */
  partTargets: readonly Interpretation[]
  /** Address, street or house number is given, also where no word of it can be searched for. */
  hasTarget: boolean
  /** A house number without a street: of a village without street names. */
  houseNumber?: string | undefined
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
  return { ...targetOf(fields, warn), areas }
}

function targetOf(
  { address, street, houseNumber }: AddressFields,
  warn: Warn,
): Omit<InterpretedFields, 'areas'> {
  const number = houseNumber?.trim()
  const isStreet = Boolean(street?.trim())
  const line = isStreet ? street! : [number, address].filter((part) => part?.trim()).join(' ')
  if (line === '') return { targets: [], partTargets: [], hasTarget: false }
  const query = tokenized(line, warn)
  const loneNumber = isStreet ? number : isNumber(query) ? query.text : undefined
  if (query.words.length === 0 || (!isStreet && loneNumber)) {
    return { targets: [], partTargets: [], hasTarget: true, houseNumber: loneNumber }
  }
  const targetsOf = (part: QueryText) =>
    isStreet ? streetTargets(part, number) : lineTargets(part)
  return {
    targets: targetsOf(query),
    partTargets: partsOf(query).flatMap(targetsOf),
    hasTarget: true,
  }
}

/** Whether a line is nothing but a house number: `12 bis`. */
function isNumber({ text, words }: QueryText): boolean {
  if (!/^\d/.test(text)) return false
  return numberSpans(text, words).some(({ first, end }) => first === 0 && end === words.length)
}

const comma = /[,;|]/

/** The line without its last part between commas, without the last two, and without the first. */
function partsOf({ text }: QueryText): QueryText[] {
  const parts = text.split(comma).filter((part) => part.trim() !== '')
  if (parts.length < 2) return []
  const shorter = [parts.slice(0, -1), parts.slice(0, -2), parts.slice(1)]
  const texts = new Set(shorter.filter((kept) => kept.length > 0).map((kept) => kept.join(',')))
  return [...texts]
    .map((part) => tokenize(part))
    .filter((part) => part.words.length > 0 && !isNumber(part))
}

/** The meanings of a street; the house number may stand in its field: `Via Pegna 5`. */
function streetTargets(query: QueryText, number: string | undefined): Interpretation[] {
  const terms = termsOf(query, 'name')
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
