import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { distance } from '../../examples/add-operation/distance/contract.ts'
import { operations } from '../../functions/operations.ts'
import { makeOpenApiDocument } from '../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { newCaller } from '../fixtures/handler.ts'
import { runs } from '../setup/suite.ts'

let caller: Awaited<ReturnType<typeof newCaller>>
let handler: typeof import('../../examples/add-operation/distance/handler.ts')['handler']
beforeAll(async () => {
  caller = await newCaller()
  handler = (await import('../../examples/add-operation/distance/handler.ts')).handler
})

async function call(body: unknown) {
  const { statusCode, headers, body: text } = await handler(proxyEvent({ body, caller }))
  return { statusCode, headers, json: JSON.parse(text) }
}

describe('examples/add-operation', () => {
  test.each(distance.examples)('answers its example: $summary', async ({ request }) => {
    const { statusCode, headers, json } = await call(request)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'x-charged': '0.0001' })
    expect(json).toEqual({ distance_meters: 4178.5, legs_meters: [4178.5] })
  })

  test('refuses a single position without a charge', async () => {
    const { statusCode, headers, json } = await call({ positions: [{ lat: 0, lon: 0 }] })
    expect({ statusCode, error: json.error }).toEqual({ statusCode: 400, error: 'bad_request' })
    expect(headers).toMatchObject({ 'x-charged': '0.00' })
  })

  test('measures a path and its reverse alike', async () => {
    const position = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    const positions = fc.array(position, { minLength: 2, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(positions, async (path) => {
        const { json: there } = await call({ positions: path })
        const { json: back } = await call({ positions: path.toReversed() })
        expect(there.legs_meters).toHaveLength(path.length - 1)
        expect(back.legs_meters.toReversed()).toEqual(there.legs_meters)
      }),
      { numRuns: runs(50) },
    )
  })

  test('appears in the OpenAPI document once it is in the table of operations', () => {
    const document = makeOpenApiDocument([...operations, distance])
    expect(document.paths).toHaveProperty('/v1/geo/distance')
  })

  test('works as a copy in functions/geo: every import resolves from there', () => {
    const imports = globSync('examples/add-operation/distance/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([.#][^']+)'/g)].map(([, path]) => path!),
    )
    expect(imports.length).toBeGreaterThan(4)
    const unresolved = imports.filter(
      (path) => path.startsWith('../') && !existsSync(resolve('functions/geo/distance', path)),
    )
    expect(unresolved).toEqual([])
  })
})
