import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { estimateWork, isHeavy, workModels } from '../../../functions/work/index.ts'
import { dearRequests } from '../../fixtures/dear-requests.ts'
import { generatedRequests } from '../../fixtures/requests/index.ts'
import { runs } from '../../setup/suite.ts'

const box = { min_lat: 42.42, min_lon: 1.4, max_lat: 42.66, max_lon: 1.79 }
const dear = dearRequests(box, { lat: 42.5063, lon: 1.5218 })

describe('the estimated work of a request', () => {
  test('has a model for every operation, and is infinite for any other', () => {
    expect(Object.keys(workModels).sort()).toEqual(operations.map(({ id }) => id).sort())
    expect(isHeavy(estimateWork('constructor', {}))).toBe(true)
  })

  test.each(dear.filter(({ name }) => !/^(search|reverse|places|locate|route, 3)/.test(name)))(
    'is heavy for $name',
    ({ operation, request }) => {
      expect(isHeavy(estimateWork(operation, request))).toBe(true)
    },
  )

  test('is light for the examples of searches and of a short route', () => {
    const light = operations.filter(({ id }) =>
      /^geocoding|routing\/(route|elevation|locate)$/.test(id),
    )
    for (const { id, examples } of light) {
      for (const { name, request } of examples) {
        if (request.round_trip || request.exclude_polygons || name.includes('alternat')) continue
        expect([id, name, isHeavy(estimateWork(id, request))]).toEqual([id, name, false])
      }
    }
  })

  test.each(operations.map(({ id }) => id))('is a number for any request to %s', (id) => {
    const generated = generatedRequests[id] ?? fc.constant({})
    const field = fc.constantFrom('locations', 'shape', 'text', 'items', 'area', 'contours', 'size')
    const mixed = fc.oneof(generated, fc.dictionary(field, fc.anything()), fc.object())
    fc.assert(
      fc.property(mixed, (request) => {
        const { cpuMs, answerBytes } = estimateWork(id, (request ?? {}) as Record<string, unknown>)
        expect(cpuMs).toBeGreaterThanOrEqual(0)
        expect(answerBytes).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: runs(100) },
    )
  })

  test('grows with the size of the request', () => {
    const ring = (count: number, degrees: number) =>
      Array.from({ length: count }, (_, i) => ({
        lat: 42.5 + degrees * Math.sin(i),
        lon: 1.5 + degrees * Math.cos(i),
      }))
    const route = (count: number, degrees: number, more = {}) =>
      estimateWork('routing/route', { locations: ring(count, degrees), ...more })
    const grows = (few: { cpuMs: number; answerBytes: number }, many: typeof few) => {
      expect(many.cpuMs).toBeGreaterThan(few.cpuMs)
      expect(many.answerBytes).toBeGreaterThan(few.answerBytes)
    }
    grows(route(2, 0.05), route(10, 0.05))
    grows(route(2, 0.05), route(2, 0.5))
    grows(route(2, 0.05), route(2, 0.05, { elevation_interval: 10 }))
    grows(route(2, 0.05), route(2, 0.05, { alternates: 3 }))
    const text = (text: string) => estimateWork('geocoding/search', { text }).cpuMs
    expect(text('\u{fdfa}'.repeat(50))).toBeGreaterThan(5 * text('a'.repeat(50)))
  })
})
