import { resolve } from 'node:path'
import { z } from 'zod'
import { type PlaceType, placeTypes } from '#places/gazetteer'
import type { SearchScope } from '#places/search'
import { readTsv } from '../../../fixtures/tsv.ts'

/** A query and the result that a reader of the map expects. */
export interface QueryCase {
  text: string
  /**
   * Where the first result must be, `[lat, lon]`: at one of these points. For a street a point on its
   * course, for an area one inside it.
   */
  at: readonly (readonly [lat: number, lon: number])[]
  /** Accepted types; `address` is a house. */
  types?: readonly PlaceType[]
  /** One of its names. */
  name?: string
  /** The house number as mapped. */
  house?: string
  /** Sent to autocomplete, where any result in the list may match. */
  partial?: true
  scope?: Partial<SearchScope>
  /** The reason for the expectation. */
  why: string
}

/** Maps differ in the type of a settlement, so most cases accept all of these as `area`. */
const areaTypes = ['locality', 'neighbourhood', 'county', 'region'] as const

const columns = ['text', 'at', 'types', 'name', 'house', 'partial', 'scope', 'why'] as const

const list = (separator: string) => z.string().transform((field) => field.split(separator))
const numbers = list(',')
  .transform((fields) => fields.map(Number))
  .pipe(z.array(z.number()))
const point = numbers.pipe(z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]))
const types = z.array(z.enum(placeTypes))

const scopeFields = z.strictObject({
  focus: point.transform(([lat, lon]) => ({ lat, lon })).optional(),
  rectangle: numbers
    .pipe(z.tuple([z.number(), z.number(), z.number(), z.number()]))
    .transform(([min_lat, min_lon, max_lat, max_lon]) => ({ min_lat, min_lon, max_lat, max_lon }))
    .optional(),
  countries: list(',').optional(),
  types: list(',').pipe(types).optional(),
  size: z.coerce.number().int().positive().optional(),
})

const queryCase = z.strictObject({
  text: z.string(),
  at: list(' ').pipe(z.array(point).min(1)),
  types: list(' ')
    .transform((names) => names.flatMap((name) => (name === 'area' ? areaTypes : name)))
    .pipe(types)
    .optional(),
  name: z.string().optional(),
  house: z.string().optional(),
  partial: z
    .literal('yes')
    .transform(() => true as const)
    .optional(),
  scope: list(' ')
    .transform((settings) => Object.fromEntries(settings.map((setting) => setting.split('='))))
    .pipe(scopeFields)
    .optional(),
  why: z.string(),
})

/** The cases of a region; `blind` ones were written from the map by somebody who had not read the code. */
export function queryCases(set: 'hand' | 'blind', region: string): QueryCase[] {
  const path = resolve(import.meta.dirname, set, `${region}.tsv`)
  return readTsv(path, columns).map((row) => queryCase.parse(row) as QueryCase)
}
