import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readInput, warnOfUnknownFields } from '#platform/api'
import { runs } from '../../../setup/suite.ts'

const Position = z.object({ lat: z.number(), lon: z.number() })
const Tree: z.ZodType = z.lazy(() => z.object({ leaf: z.string(), trees: z.array(Tree) }))

const schema = z
  .object({
    locations: z.array(Position),
    origin: z.union([Position, z.string()]),
    area: z.discriminatedUnion('type', [
      z.object({ type: z.literal('circle'), radius_m: z.number() }),
      z.object({ type: z.literal('path'), buffer_m: z.number() }),
    ]),
    params: z.strictObject({ elapsed_minutes: z.number().optional() }).optional().default({}),
    counts: z.record(z.string(), Position),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    pair: z.tuple([Position, z.string()]).rest(Position),
    list: z.preprocess((value) => value, z.array(Position)),
    shape: z.array(Position).transform((positions) => positions.length),
    tree: Tree,
    open: z.looseObject({ known: Position }),
    items: z.array(z.union([z.strictObject({ text: z.string() }), z.unknown()])),
    anything: z.unknown(),
  })
  .partial()

const warningsOf = (fields: unknown) => warnOfUnknownFields(schema, fields)

describe('unknown fields', () => {
  test.each([
    [{ locations: [{ lat: 1, lon: 2 }] }, []],
    [{ locations: [{ lat: 1, lon: 2, heading: 4 }] }, ['ignored field "locations[0].heading"']],
    [{ origin: { lat: 1, lon: 2, zip: 4 } }, ['ignored field "origin.zip"']],
    [{ origin: 'a name' }, []],
    [{ area: { type: 'path', radius_m: 4 } }, ['ignored field "area.radius_m"']],
    [
      { counts: { a: { lat: 1, lon: 2, x: 3 } } },
      ['ignored field "counts.a.x": did you mean "lon"?'],
    ],
    [{ both: { a: '', b: '', c: '' } }, ['ignored field "both.c"']],
    [{ pair: [{ q: 1 }, '', { q: 1 }] }, ['ignored field "pair[].q" (2 times)']],
    [{ list: [{ zip: 1 }] }, ['ignored field "list[0].zip"']],
    [{ shape: [{ zip: 1 }] }, ['ignored field "shape[0].zip"']],
    [
      { tree: { trees: [{ trees: [{ zip: 1 }] }] } },
      ['ignored field "tree.trees[0].trees[0].zip"'],
    ],
    [{ open: { other: 1, known: { zip: 1 } } }, ['ignored field "open.known.zip"']],
    [{ items: [{ txet: 'a' }] }, ['unknown field "items[0].txet": did you mean "text"?']],
    [{ anything: { at: 'all' } }, []],
    [{ locations: { zip: 1 } }, []],
    [
      JSON.parse('{"__proto__": 1, "constructor": 2}'),
      ['ignored field "__proto__"', 'ignored field "constructor"'],
    ],
  ])('in %j produce the warnings %j', (fields, warnings) => {
    expect(warningsOf(fields)).toEqual(warnings)
  })

  test.each([
    ['Locations', 'did you mean "locations"?'],
    ['loactions', 'did you mean "locations"?'],
    ['points', 'did you mean "locations"?'],
    ['elapsed_minutes', '"elapsed_minutes" belongs in "params"'],
    ['elapsedMinutes', '"elapsed_minutes" belongs in "params"'],
    ['elapsed_minute', 'did you mean "params.elapsed_minutes"?'],
  ])('come with a hint when they resemble a known field: %s', (name, hint) => {
    expect(warningsOf({ [name]: 1 })).toEqual([`ignored field "${name}": ${hint}`])
  })

  test('come without a hint when no known name is near', () => {
    expect(warningsOf({ colour: 1 })).toEqual(['ignored field "colour"'])
  })

  test('are reported in one sentence per kind', () => {
    const locations = Array.from({ length: 2000 }, () => ({ lat: 1, lon: 2, heading: 3 }))
    expect(warningsOf({ locations })).toEqual(['ignored field "locations[].heading" (2,000 times)'])
  })

  test('are reported in at most 10 sentences, and an eleventh with the number of the others', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`zz${i}`, i]))
    const warnings = warningsOf(many)
    expect(warnings).toHaveLength(11)
    expect(warnings.at(-1)).toBe('ignored 4,990 more unknown fields')
  })

  test('are counted up to 20,000, with a note that there are more', () => {
    const items = Array.from({ length: 100_000 }, () => ({ a: 1, b: 2 }))
    const warnings = warnOfUnknownFields(
      z.object({ items: z.array(z.object({ a: z.number() })) }),
      {
        items,
      },
    )
    expect(warnings).toEqual([
      'ignored field "items[].b" (at least 20,000 times)',
      'ignored more unknown fields',
    ])
  })

  test('are named on one line of bounded length, whatever their names contain', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (name) => {
      for (const warning of warningsOf({ [`zz${name}`]: 1 })) {
        expect(warning.length).toBeLessThan(400)
        expect(warning).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u)
      }
    })
    fc.assert(property, { numRuns: runs(300) })
  })
})

describe('an input that refuses unknown fields', () => {
  const input = z.object({
    params: z.object({ searched: z.boolean().optional() }),
    name: z.string(),
  })
  const read = (fields: Record<string, unknown>) =>
    readInput({ input, unknownFields: 'refused' }, fields)

  test('names each unknown field with its path and a hint, and other faults after them', () => {
    let error: unknown
    try {
      read({ params: { Searched: true }, searched: true })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({
      code: 'bad_request',
      message: 'params.Searched is not a known field: did you mean "searched"? (and 2 more).',
      fields: {
        details: [
          { path: 'params.Searched', message: 'is not a known field: did you mean "searched"?' },
          { path: 'searched', message: 'is not a known field: "searched" belongs in "params"' },
          { path: 'name', message: 'is required' },
        ],
      },
    })
  })

  test('accepts known fields', () => {
    expect(read({ params: {}, name: 'a' })).toEqual({ params: {}, name: 'a' })
  })
})
