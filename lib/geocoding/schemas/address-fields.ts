import * as z from 'zod'
import type { AddressFields } from '../query.ts'
import { lengthIssues, maxTextCharacters, textParameter } from './query-values.ts'

const field = (description: string) => textParameter().optional().meta({ description })

/** The parts of an address, as parameters and as fields of a batch item. */
export const addressShape = {
  address: field(
    `House number and street in one line. All parts together have at most ${maxTextCharacters} characters.`,
  ),
  house_number: field('With `street`, in place of `address`.'),
  street: field('In place of `address`. Its house number may stand in it.'),
  neighbourhood: field('Neighbourhood or suburb.'),
  borough: field('Borough.'),
  locality: field('City, town or village.'),
  county: field('County or district.'),
  region: field('State, province or region.'),
  postalcode: field('Postal code.'),
  country: field('Name or code of a country, ISO 3166-1 alpha-3 or alpha-2.'),
}

const Fields = z.object(addressShape)
export type AddressParameters = z.output<typeof Fields>

const names = Object.keys(addressShape) as (keyof AddressParameters)[]

/** Whether any part of an address is given. */
export function hasAddress(request: AddressParameters): boolean {
  return names.some((name) => request[name] !== undefined)
}

/** Issues of the address as a whole: no part, parts that exclude each other, total length. */
export function addressIssues(
  request: AddressParameters,
): { path: PropertyKey[]; message: string }[] {
  if (!hasAddress(request)) {
    return [{ path: ['address'], message: `or another part is required: ${names.join(', ')}` }]
  }
  const issues = lengthIssues(Object.fromEntries(names.map((name) => [name, request[name]])))
  if (request.address === undefined) return issues
  const parts = (['house_number', 'street'] as const)
    .filter((name) => request[name] !== undefined)
    .map((name) => ({ path: [name], message: 'must not come with address: it is a part of it' }))
  return [...parts, ...issues]
}

export function addressFieldsOf({ house_number, ...request }: AddressParameters): AddressFields {
  const { address, street, neighbourhood, borough, locality, county, region } = request
  const { postalcode, country } = request
  const fields = {
    address,
    houseNumber: house_number,
    street,
    neighbourhood,
    borough,
    locality,
    county,
    region,
    postalcode,
    country,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value!.trim()]))
}

/** The parts as one line, to echo what was searched for. */
export function addressLine(request: AddressParameters): string {
  const { house_number, street, ...others } = request
  const first = [house_number, street].filter((part) => part !== undefined).join(' ')
  return [first, ...names.map((name) => (others as AddressParameters)[name])]
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
