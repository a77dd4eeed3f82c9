import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { predict } from '../../functions/predict/contract.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { fuzzRuns } from '../fixtures/fuzz.ts'
import { handlerOf, newCaller } from '../fixtures/handler.ts'
import { area, params, profile, searched, segments } from '../fixtures/predict-requests.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON.
type Json = any
let call: (body: unknown) => Promise<{ status: number; json: Json }>
beforeAll(async () => {
  const caller = { ...(await newCaller(1_000_000_000)), grants: ['predict'] }
  const handler = await handlerOf(predict)
  call = async (body) => {
    const { statusCode, body: text } = await handler(proxyEvent({ body, caller }))
    return { status: statusCode, json: JSON.parse(text) }
  }
})

const runs = Math.ceil(fuzzRuns({ quick: 100, full: 500 }))

test(`probabilities and masses of ${runs} generated cases add up to 1, also after searches`, async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.record({ profile, area, params, segments, searched }), async (body) => {
      const { status, json } = await call(body)
      if (status !== 200) return
      answered++
      const { outside_mass, cone_removed_mass, regions, segments: shares } = json.summary
      const inside = json.results.reduce((sum: number, { probability }: Json) => {
        expect(probability).toBeGreaterThanOrEqual(0)
        return sum + probability
      }, 0)
      expect(Math.abs(inside + (outside_mass ?? 0) + cone_removed_mass - 1)).toBeLessThan(2e-6)
      for (const { percent, probability } of regions)
        expect(probability).toBeGreaterThan((percent / 100) * inside - 2e-6)
      for (const { probability } of shares) {
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThan(inside + 2e-6)
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
  expect(answered).toBeGreaterThan(runs / 10)
}, 1_800_000)
