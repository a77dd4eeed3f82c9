import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { predict } from '../../functions/predict/contract.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { fuzzRuns } from '../fixtures/fuzz.ts'
import { handlerOf, newCaller } from '../fixtures/handler.ts'
import { area, double, params, profile, weather } from '../fixtures/predict-requests.ts'

let call: (body: unknown) => Promise<{ status: number; text: string }>
beforeAll(async () => {
  const caller = { ...(await newCaller(1_000_000_000)), grants: ['predict'] }
  const handler = await handlerOf(predict)
  call = async (body) => {
    const { statusCode, body: text } = await handler(proxyEvent({ body, caller }))
    return { status: statusCode, text }
  }
})

const runs = Math.ceil(fuzzRuns({ quick: 100, full: 500 }) / 10)

test(`answers to ${runs} generated cases are repeatable and do not depend on the wind direction`, async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({ profile, area, params }),
      weather,
      double(0, 360),
      async (body, given, direction) => {
        const wind = (wind_direction_deg: number) =>
          call({
            ...body,
            params: { ...body.params, weather: { ...given, wind_direction_deg } },
          })
        const [first, again, turned] = [await wind(0), await wind(0), await wind(direction)]
        expect(turned.status).toBe(first.status)
        const timeless = ({ text }: { text: string }) =>
          text.replace(/"processing_time_ms":[\d.e-]+/, '')
        expect(timeless(again)).toBe(timeless(first))
        expect(timeless(turned).replace(/"wind_direction_deg":[\d.e-]+/, '')).toBe(
          timeless(first).replace(/"wind_direction_deg":[\d.e-]+/, ''),
        )
        if (first.status === 200) answered++
      },
    ),
    { numRuns: runs, endOnFailure: true },
  )
  // The quick suite has ten cases, and nine of them may be refused.
  expect(answered).toBeGreaterThan(runs < 50 ? 0 : runs / 5)
}, 1_800_000)
