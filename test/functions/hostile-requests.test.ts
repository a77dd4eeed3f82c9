import { expect, test } from 'vitest'
import { callTool } from '#platform/mcp'
import { toOneLine } from '#platform/safe-text'
import { tools } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { startCpuClock } from '../fixtures/cpu-clock.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { callIdle, richCaller } from '../fixtures/idle-functions.ts'

/*
 * Wrong requests that used to be expensive: each is refused with a short answer. The cost is compared with a
 * shorter request of the same kind, so that the speed of the machine does not matter.
 */

const call = (id: string, fields: Record<string, unknown>) =>
  callIdle(operations.find((each) => each.id === id)!, fields)

async function measureCpuMs(work: () => unknown): Promise<number> {
  const readClock = startCpuClock()
  await work()
  return readClock()
}

test('a number of many digits is refused in time proportional to its length', async () => {
  const refuse = (digits: number) =>
    call('geocoding/reverse', { lat: `${'1'.repeat(digits)}x`, lon: '1' })
  expect((await refuse(4_000)).status).toBe(400)
  const short = await measureCpuMs(() => refuse(20_000))
  const long = await measureCpuMs(() => refuse(200_000))
  // Ten times the digits used to take a hundred times as long.
  expect(long).toBeLessThan(30 * short + 50)
})

test('a field with a long and invisible name is named by its beginning', async () => {
  const name = 'a\u200b'.repeat(500_000)
  const start = toOneLine(name, 200)
  expect(start).toMatch(/^a+…$/)
  const short = await measureCpuMs(() => toOneLine(name.slice(0, 2_000), 200))
  const long = await measureCpuMs(() => toOneLine(name, 200))
  // A thousand times the characters used to take over a hundred times the time.
  expect(long).toBeLessThan(10 * short + 5)
  const { status, json } = await call('routing/route', {
    locations: [
      { lat: 1, lon: 1 },
      { lat: 2, lon: 2 },
    ],
    [name]: 1,
  })
  expect(status).toBe(200)
  expect(json.warnings[0].length).toBeLessThan(600)
})

test.each([1_001, 80_000])(
  '%i wrong positions of excluded polygons are reported as one issue',
  async (n) => {
    const { status, json } = await call('routing/route', {
      locations: [
        { lat: 1, lon: 1 },
        { lat: 2, lon: 2 },
      ],
      exclude_polygons: [
        { type: 'Polygon', coordinates: [Array.from({ length: n }, () => ['a', 'b'])] },
      ],
    })
    expect(status).toBe(400)
    expect(json.details).toEqual([
      {
        path: 'exclude_polygons',
        message: `must have at most 1,000 positions together; they have ${n.toLocaleString('en-US')}`,
      },
    ])
  },
)

test('unknown options are refused without listing all of their names', async () => {
  const options = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`k${i}`, 1]))
  const many = await call('routing/route', {
    locations: [
      { lat: 1, lon: 1 },
      { lat: 2, lon: 2 },
    ],
    travel_options: { auto: { ...options, ['k'.repeat(100_000)]: 1 } },
  })
  expect(many.status).toBe(400)
  expect(many.body.length).toBeLessThan(3_000)
  expect(many.json.message).toContain('more')
})

test.each([
  ['search_places', { query: { toString: 1 } }, 'text'],
  ['search_places', { query: 'x', near: { lat: 1 } }, 'near'],
  ['search_places', { query: { a: 1 }, near: 'Lagrin' }, 'query'],
  ['search_places', { query: 'x', lat: [{}], lon: 1 }, 'near.lat'],
  ['reverse_geocode', { lat: { toString: 1 }, lon: 1 }, 'lat'],
])('%s with %j is reported as a mistake of the caller', async (name, args, path) => {
  const tool = tools.find((each) => each.name === name)!
  const result = await callTool(tool, args, {
    event: proxyEvent({ caller: richCaller }),
    functions: {
      invoke: () => {
        throw new Error('nothing may be invoked')
      },
    },
    limits: {},
  } as never)
  expect(result.isError).toBe(true)
  const text = result.content.map((each) => ('text' in each ? each.text : '')).join('\n')
  expect(text).toMatch(new RegExp(`^bad_request: ${path} must be a text or a number`))
})
