import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { microdollars, operation } from '#platform/api'
import { ApiError } from '#platform/errors'
import { describeTool, isFreeTool, type OperationTool, type Tool } from '#platform/mcp'
import {
  findOperationCall,
  makeCorrectingTool,
  operationsOfTools,
  tools,
  withLongitude,
} from '../../../functions/mcp/tools/index.ts'
import { operations } from '../../../functions/operations.ts'

/** Maximum size of `{"tools": [...]}` in bytes: an assistant reads it before its first question. */
const maxListBytes = 30_000

const listed = tools.map(describeTool)
const validators = new AjvJsonSchemaValidator()

/** Returns every schema inside a schema. */
function schemasIn(value: unknown): Record<string, unknown>[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(schemasIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

const tool = (name: string) => tools.find((each) => each.name === name)! as OperationTool
const free = (name: string) => {
  const found: Tool = tools.find((each) => each.name === name)!
  if (!isFreeTool(found)) throw new Error(`${name} is not free`)
  return found
}

describe('the list of tools', () => {
  test('is short enough to be read before each conversation', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: listed }))).toBeLessThan(maxListBytes)
  })

  test.each(listed)(
    'has schemas for $name without references and tuples, and with types of items',
    (each) => {
      for (const schema of [each.inputSchema, each.outputSchema].flatMap(schemasIn)) {
        expect(schema).not.toHaveProperty('$ref')
        expect(schema).not.toHaveProperty('prefixItems')
        expect(schema).not.toHaveProperty('pattern')
        expect(Array.isArray(schema.items)).toBe(false)
      }
      for (const schema of schemasIn(each.inputSchema)) {
        if (schema.type === 'array') expect(schema.items).toBeDefined()
      }
      expect(each.inputSchema).not.toHaveProperty('anyOf')
    },
  )

  test.each(listed)(
    'describes in a few sentences when to use $name',
    ({ name, title, description }) => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(title!.length).toBeLessThan(40)
      expect(description!.length).toBeGreaterThan(60)
      expect(description!.length).toBeLessThan(420)
    },
  )

  test('names only tools that exist', () => {
    const names = listed.map(({ name }) => name)
    for (const { description } of listed)
      for (const [named] of description!.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g))
        if (!['round_trip', 'place_types', 'optimized_order', 'travel_options'].includes(named))
          expect(names).toContain(named)
  })

  test('describes only arguments that the contracts accept', () => {
    for (const { name, operations, input } of tools) {
      const known = operations.flatMap(({ input }) =>
        Object.keys((input as z.ZodObject).shape).flatMap((field) => [
          field,
          field.split('.').at(-1)!,
        ]),
      )
      for (const field of Object.keys(input().properties ?? {}))
        if (operations.length > 0) expect([name, known.includes(field)]).toEqual([name, true])
    }
  })
})

test('every example of an operation is valid in the schema of its tool', () => {
  for (const { name, operations, input } of tools) {
    const [first] = operations
    if (!first || ['search_places', 'reverse_geocode'].includes(name)) continue
    const validate = validators.getValidator(input() as never)
    for (const { request } of first.examples)
      expect([name, validate(request)]).toMatchObject([name, { valid: true }])
  }
})

test('the tools call only operations of the table', () => {
  const ids = operations.map(({ id }) => id)
  for (const id of operationsOfTools) expect(ids).toContain(id)
})

describe('search_places', () => {
  const called = (args: Record<string, unknown>) => {
    const { operation, fields } = tool('search_places').call(args)
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    return [operation.id, Object.fromEntries(given)]
  }

  test('searches around a named place or a position', () => {
    expect(called({ query: 'cafe', near: 'Lagrin', size: 3 })).toEqual([
      'geocoding/places',
      { query: 'cafe', near: 'Lagrin', size: 3 },
    ])
    expect(called({ query: 'cafe', lat: 46, lng: -28, country: 'XCA' })).toEqual([
      'geocoding/places',
      { query: 'cafe', 'near.lat': 46, 'near.lon': -28, 'boundary.country': 'XCA' },
    ])
  })

  test('finds names and addresses, nearer ones first', () => {
    expect(called({ query: 'Via Pegna 5' })).toEqual(['geocoding/search', { text: 'Via Pegna 5' }])
    expect(called({ query: 'Via Pegna', lat: 46, lon: -28, place_types: ['street'] })).toEqual([
      'geocoding/search',
      {
        text: 'Via Pegna',
        'focus.point.lat': 46,
        'focus.point.lon': -28,
        place_types: ['street'],
      },
    ])
    expect(called({ query: 'Via Pegna', near: 'Lagrin', place_types: ['street'] })).toEqual([
      'geocoding/search',
      { text: 'Via Pegna, Lagrin', place_types: ['street'] },
    ])
  })
})

test('a position from a search is accepted as a location of a route, and the other way round', () => {
  const places = { locations: [{ lat: 1, lng: 2 }], other: { lng: 5 }, area: { lat: 1, lon: 3 } }
  expect(withLongitude(places, 'lon')).toEqual({
    locations: [{ lat: 1, lon: 2 }],
    other: { lng: 5 },
    area: { lat: 1, lon: 3 },
  })
  expect(withLongitude(places, 'lng').area).toEqual({ lat: 1, lng: 3 })
})

test('heights outside the data are reported as unknown', () => {
  const summary = { min_elevation_meters: 1, max_elevation_meters: 3, avg_elevation_meters: 2 }
  const nothing = {
    min_elevation_meters: null,
    max_elevation_meters: null,
    avg_elevation_meters: null,
  }
  const { describe: text, shorten } = tool('elevation')
  expect(text({ summary, height: [1, null, 3] }, {}, 'compact')).toContain('1, unknown, 3')
  expect(text({ summary: nothing, height: [null] }, {}, 'compact')).toBe('No height is known here.')
  const many = Array.from({ length: 2000 }, (_, index) => index)
  const { height } = shorten({ summary, height: many }, 'compact', {}) as { height: number[] }
  expect(height).toHaveLength(50)
  expect([height[0], height.at(-1)]).toEqual([0, 1999])
})

describe('measure', () => {
  const { answer } = free('measure')

  test('measures along the ellipsoid', () => {
    // Expected value: GeographicLib's GeodSolve for JFK to LHR.
    const { answer: found, text } = answer({
      from: { lat: 40.6, lon: -73.8 },
      to: { lat: 51.6, lng: -0.5 },
    })
    expect(found).toMatchObject({ distance_meters: 5_551_759.4, initial_bearing_degrees: 51.2 })
    expect(text).toMatch(/^5,552 km in a straight line, bearing 51\.2°/)
  })

  test('names the wrong argument', () => {
    expect(() => answer({ from: { lat: 40, lon: 0 }, to: { lat: 91, lon: 0 } })).toThrow(ApiError)
    expect(() => answer({ from: { lat: 40, lon: 0 } })).toThrow('to is required.')
  })
})

describe('parse_address', () => {
  const correcting = operation({
    id: 'ai/parse-address',
    method: 'POST',
    path: '/v1/ai/parse-address',
    summary: 'Address correction',
    description: 'Corrects.',
    price: microdollars(1000),
    needs: [],
    input: z.object({ addresses: z.array(z.object({ text: z.string() })) }),
    output: z.object({ results: z.array(z.object({ index: z.int() })) }),
    errors: [],
    examples: [],
  })

  test('corrects addresses when the table contains the operation', () => {
    const isThere = operations.some(({ id }) => id === 'ai/parse-address')
    expect(tool('parse_address').operations.map(({ id }) => id)).toEqual([
      isThere ? 'ai/parse-address' : 'geocoding/parse',
    ])
  })

  test('describes each change and its kind', () => {
    const made = makeCorrectingTool(correcting)
    expect(made.input().required).toEqual(['addresses'])
    const text = made.describe(
      {
        results: [
          {
            index: 0,
            input: 'via pegna 5 Pradeta',
            corrected: 'Via Pegna 5, 1130 Pradetta',
            corrections: [
              { field: 'locality', type: 'typo', original: 'Pradeta', corrected: 'Pradetta' },
              { field: 'postcode', type: 'inferred', corrected: '1130' },
            ],
            confidence: 0.91,
          },
          { index: 1, input: 'call me', corrected: 'call me', corrections: [], confidence: 0 },
        ],
      },
      {},
      'compact',
    )
    expect(text).toBe(
      '0: "Via Pegna 5, 1130 Pradetta" (confidence 0.91; typo: "Pradeta" to "Pradetta"; inferred: nothing to "1130")\n' +
        '1: not an address: "call me"',
    )
  })
})

test('an order of stops is described even when the given order has no route', () => {
  const route = {
    distance_meters: 1000,
    duration_seconds: 60,
    legs: [],
    terrain: null,
    flags: { has_toll: false, has_highway: false, has_ferry: false },
  }
  const answer = { route, optimized_order: [0, 2, 1, 3], savings: null }
  const text = tool('optimize_route').describe(answer, {}, 'compact')
  expect(text).toContain('Visit in the order 0, 2, 1, 3')
  expect(text).toContain('There is no route in the given order')
})

test('the scheduler finds the operation of a message', () => {
  const message = (name: string, args?: object) => ({
    method: 'tools/call',
    params: { name, arguments: args },
  })
  expect(findOperationCall(message('optimize_route', { locations: [] }))?.operation.id).toBe(
    'routing/optimize',
  )
  for (const other of [message('measure'), message('nonsense'), { method: 'tools/list' }, {}])
    expect(findOperationCall(other)).toBeUndefined()
})
