import type { PlaceType } from '#places/gazetteer'
import { fold } from '#places/text'
import type { SearchContext } from '../context.ts'
import type { AddressFields } from '../query.ts'
import { countryNamed } from './country-names.ts'
import { type Interpretation, interpretationsOf } from './interpretations.ts'
import { isKnownArea } from './known-areas.ts'
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
  /** Meanings of the address with its last parts between commas as the area around it: `Via Pegna 5, Pradetta`. */
  placedTargets: readonly Interpretation[]
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

const noTargets = { targets: [], placedTargets: [], partTargets: [] }

function targetOf(
  { address, street, houseNumber }: AddressFields,
  warn: Warn,
): Omit<InterpretedFields, 'areas'> {
  const number = houseNumber?.trim()
  const isStreet = Boolean(street?.trim())
  const line = isStreet ? street! : [number, address].filter((part) => part?.trim()).join(' ')
  if (line === '') return { ...noTargets, hasTarget: false }
  const query = tokenized(line, warn)
  const loneNumber = isStreet ? number : isNumber(query) ? query.text : undefined
  if (query.words.length === 0 || (!isStreet && loneNumber)) {
    return { ...noTargets, hasTarget: true, houseNumber: loneNumber }
  }
  const targetsOf = (part: QueryText) =>
    isStreet ? streetTargets(part, number) : lineTargets(part)
  const parts = partsOf(query).map((part) => ({ ...part, targets: targetsOf(part.kept) }))
  return {
    targets: targetsOf(query),
    placedTargets: parts.flatMap(({ targets, behind }) => placed(targets, behind)),
    partTargets: parts.flatMap(({ targets, lacksArea }) =>
      targets.map((target) => (lacksArea ? { ...target, lacksArea } : target)),
    ),
    hasTarget: true,
  }
}

/** The targets within the areas and the country that parts of the address name. */
function placed(targets: readonly Interpretation[], parts: readonly QueryText[]): Interpretation[] {
  const countryOf = ({ text }: QueryText) => countryNamed(fold(text))
  const country = parts.map(countryOf).find((code) => code !== undefined)
  const where = parts.filter((part) => countryOf(part) === undefined)
  const terms = where.flatMap((part) => termsOf(part, 'where'))
  if (terms.length === 0 && !country) return []
  return targets.map((target) => ({
    ...target,
    terms: [...target.terms, ...terms],
    ...(country && { country }),
  }))
}

/** Whether a line is nothing but a house number: `12 bis`. */
function isNumber({ text, words }: QueryText): boolean {
  if (!/^\d/.test(text)) return false
  return numberSpans(text, words).some(({ first, end }) => first === 0 && end === words.length)
}

const comma = /[,;|]/

interface AddressPart {
  kept: QueryText
  /** The parts left out behind it. */
  behind: readonly QueryText[]
  lacksArea?: true
}

/** The line without its last part between commas, without the last two, and without the first. */
function partsOf({ text }: QueryText): AddressPart[] {
  const texts = text.split(comma).filter((part) => part.trim() !== '')
  if (texts.length < 2) return []
  const parts = texts.map((part) => tokenize(part))
  const cuts = [
    [0, parts.length - 1],
    [0, parts.length - 2],
    [1, parts.length],
  ] as const
  const shorter = cuts
    .filter(([first, end]) => end > first)
    .map(([first, end]): AddressPart => {
      const behind = parts.slice(end)
      const lacksArea = behind.some((part) => isKnownArea(fold(part.text)))
      const kept = parts.slice(first, end)
      return {
        kept: kept.length === 1 ? kept[0]! : tokenize(kept.map((part) => part.text).join(',')),
        behind,
        ...(lacksArea && { lacksArea }),
      }
    })
  return shorter.filter(({ kept }) => kept.words.length > 0 && !isNumber(kept))
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
