import * as z from 'zod'
import { findLengthIssues, maxTextCharacters, textParameter } from '#places/text/schemas'
import type { AddressFields } from '../query.ts'
import { aliasIssues } from './query-values.ts'

const field = (description: string) => textParameter().optional().meta({ description })

/** Other names of parts: those that results and other services use. */
const aliases = {
  venue: 'address',
  housenumber: 'house_number',
  city: 'locality',
  postcode: 'postalcode',
} as const

type Alias = keyof typeof aliases
const aliasNames = Object.keys(aliases) as Alias[]

function aliasField(alias: Alias) {
  return field(`Another name of \`${aliases[alias]}\`.`)
}

const partShape = {
  address: field(
    'House number and street in one line, or the name of a place; behind a comma may stand the town ' +
      `and the country. All parts together have at most ${maxTextCharacters} characters.`,
  ),
  house_number: field('With `street`, in place of `address`.'),
  street: field('In place of `address`. Its house number may stand in it.'),
  neighbourhood: field('Neighbourhood or suburb.'),
  borough: field('Borough.'),
  locality: field('City, town or village.'),
  county: field('County or district.'),
  region: field('State, province or region.'),
  postalcode: field('Postal code.'),
  country: field(
    'Name or code of a country, ISO 3166-1 alpha-3 or alpha-2. Only places of that country are results. ' +
      'One that is not known is left out, with a warning and a `confidence` of at most 0.4.',
  ),
}

/** The parts of an address, as parameters and as fields of a batch item. */
export const addressShape = {
  ...partShape,
  venue: aliasField('venue').meta({
    description: 'Another name of `address`, for the name of a place.',
  }),
  housenumber: aliasField('housenumber'),
  city: aliasField('city'),
  postcode: aliasField('postcode'),
}

const Fields = z.object(addressShape)
export type AddressParameters = z.output<typeof Fields>
type Parts = z.output<z.ZodObject<typeof partShape>>

const names = Object.keys(partShape) as (keyof Parts)[]
const allNames = Object.keys(addressShape) as (keyof AddressParameters)[]

/** The own name of a part. */
function nameOf(name: keyof AddressParameters): keyof Parts {
  return aliasNames.includes(name as Alias) ? aliases[name as Alias] : (name as keyof Parts)
}

/** The parts of a request under their own names. */
function partsOf(request: AddressParameters): Parts {
  const given = givenNames(request).map((name) => [nameOf(name), request[name]])
  return Object.fromEntries(given) as Parts
}

/** Whether any part of an address is given. */
export function hasAddress(request: AddressParameters): boolean {
  return givenNames(request).length > 0
}

function givenNames(request: AddressParameters): (keyof AddressParameters)[] {
  return allNames.filter((name) => request[name] !== undefined)
}

/** Issues of the address as a whole: no part, parts that exclude each other, total length. */
export function addressIssues(
  request: AddressParameters,
): { path: PropertyKey[]; message: string }[] {
  const given = givenNames(request)
  if (given.length === 0) {
    return [{ path: ['address'], message: `or another part is required: ${names.join(', ')}` }]
  }
  const issues = [
    ...aliasNames.flatMap((alias) => aliasIssues(request, aliases[alias], alias)),
    ...findLengthIssues(Object.fromEntries(given.map((name) => [name, request[name]]))),
  ]
  if (partsOf(request).address === undefined) return issues
  const message =
    request.address === undefined
      ? 'must not come with venue: send one of the two'
      : 'must not come with address: it is a part of it'
  const parts = given
    .filter((name) => name === 'street' || nameOf(name) === 'house_number')
    .map((name) => ({ path: [name], message }))
  return [...parts, ...issues]
}

export function addressFieldsOf(request: AddressParameters): AddressFields {
  const { house_number, ...parts } = partsOf(request)
  const fields = { ...parts, ...(house_number !== undefined && { houseNumber: house_number }) }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value!.trim()]))
}

/** The parts as one line, to echo what was searched for. */
export function addressLine(request: AddressParameters): string {
  const { house_number, street, ...others } = partsOf(request)
  const first = [house_number, street].filter((part) => part !== undefined).join(' ')
  return [first, ...names.map((name) => (others as Parts)[name])]
    .map((part) => part?.trim())
    .filter((part) => part)
    .join(', ')
}

/** A request without the parts of an address. */
export function withoutAddress<Request extends AddressParameters>(
  request: Request,
): Omit<Request, keyof AddressParameters> {
  const others = Object.entries(request).filter(([name]) => !Object.hasOwn(addressShape, name))
  return Object.fromEntries(others) as Omit<Request, keyof AddressParameters>
}
