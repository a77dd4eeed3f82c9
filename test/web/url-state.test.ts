import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialState, type PageState, travelTypes, viewIds } from '../../web/page/state.ts'
import { formatFragment, parseFragment } from '../../web/page/url-state.ts'
import { runs } from '../setup/suite.ts'

const rounded = (min: number, max: number, digits: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Number(value.toFixed(digits)) + 0)
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => {
  const plain = text.replace(/[;,]+/g, ' ').replace(/\s+/g, ' ').trim()
  return plain === '' ? 'x' : plain
})
const state: fc.Arbitrary<PageState> = fc.record({
  view: fc.constantFrom(...viewIds),
  points: fc.array(
    fc.record(
      { lat: rounded(-90, 90, 6), lon: rounded(-180, 180, 6), label: name },
      { requiredKeys: ['lat', 'lon'] },
    ),
    { maxLength: 5 },
  ),
  travel: fc.constantFrom(...travelTypes),
  options: fc
    .dictionary(
      fc.constantFrom('use_hills', 'use_ferry', 'type'),
      fc.oneof(fc.boolean(), rounded(0, 9, 2), fc.constant('wheelchair')),
    )
    .map((options) => (Object.keys(options).length > 0 ? { bicycle: { ...options } } : {})),
  fields: fc
    .dictionary(fc.constantFrom('route.departure', 'ask.query'), fc.string({ unit: 'grapheme' }))
    .map((fields) => ({ ...fields })),
  theme: fc.constantFrom('auto', 'light', 'dark'),
  relief: fc.constantFrom('2d', '3d'),
  camera: fc.option(
    fc.record({
      lat: rounded(-85, 85, 5),
      lon: rounded(-180, 180, 5),
      zoom: rounded(0, 20, 2),
      bearing: fc.integer({ min: -179, max: 180 }),
      pitch: fc.integer({ min: 0, max: 75 }),
    }),
    { nil: undefined },
  ),
})

describe('the state in the URL', () => {
  test('is the same after writing and reading', () => {
    fc.assert(
      fc.property(state, (written) => {
        expect(parseFragment(`#${formatFragment(written)}`)).toEqual(written)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('is empty for the initial state', () => {
    expect(formatFragment(initialState)).toBe('')
    expect(parseFragment('')).toEqual(initialState)
  })

  test('shows positions and labels in readable form', () => {
    const points = [
      { lat: 46.5, lon: 7.25, label: 'Café' },
      { lat: 46, lon: 7 },
    ]
    expect(formatFragment({ ...initialState, points })).toBe('points=46.5,7.25,Caf%C3%A9;46,7')
  })

  test('is read from any text, without the invalid values', () => {
    const broken = 'view=nope&points=99,1;a,b;46.5,7&travel=rocket&theme=pink&map=1/2&car.speed=1'
    expect(parseFragment(broken)).toEqual({ ...initialState, points: [{ lat: 46.5, lon: 7 }] })
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(viewIds).toContain(parseFragment(text).view)
      }),
      { numRuns: runs(1000) },
    )
  })
})
