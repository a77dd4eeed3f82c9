import { dearRequests, dearTexts } from '../test/fixtures/dear-requests.ts'
import type { Measured } from '../test/fixtures/measured-call.ts'
import { openCaller } from './measured-caller.ts'
import { findMiddle } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const textsOfOperation = 1_000

/** Measures how long the most expensive valid request of each operation blocks the event loop, alone in one process. */
export async function runStallsBenchmark(): Promise<void> {
  const { call, region, bounds } = await openCaller()

  console.log(`stalls: the dearest legal requests in ${region}, second call of each`)
  const rows = [['', 'status', 'took', 'processor', 'longest stall', 'answer']]
  for (const request of dearRequests(bounds, findMiddle(region, bounds))) {
    await call(request)
    const { status, milliseconds, processorMs, stallMs, answerBytes } = await call(request)
    const figures = [milliseconds, processorMs, stallMs].map((ms) => `${ms.toFixed(0)} ms`)
    rows.push([request.name, String(status), ...figures, `${(answerBytes / 1000).toFixed(0)} kB`])
  }
  console.log(formatTable(rows))

  console.log(
    `\nstalls: ${textsOfOperation} generated dear texts for each operation that takes one`,
  )
  const textRows = [['', 'median', 'p99', 'most', 'longest stall']]
  for (const [operation, requestOf] of Object.entries(withText)) {
    const measured: Measured[] = []
    for (const text of dearTexts(textsOfOperation, 77)) {
      measured.push(await call({ operation, request: requestOf(text) }))
    }
    const times = measured.map(({ milliseconds }) => milliseconds)
    const stall = Math.max(...measured.map(({ stallMs }) => stallMs))
    const figures = [...[0.5, 0.99, 1].map((share) => percentile(times, share)), stall]
    textRows.push([operation, ...figures.map((ms) => `${ms.toFixed(1)} ms`)])
  }
  console.log(formatTable(textRows))
  console.log()
}

const withText: Record<string, (text: string) => Record<string, unknown>> = {
  'geocoding/search': (text) => ({ text, size: 40 }),
  'geocoding/autocomplete': (text) => ({ text, size: 40 }),
  'geocoding/structured-search': (text) => ({
    address: text,
    neighbourhood: text.slice(40),
    locality: text.slice(20),
    county: text.slice(80),
    region: text.slice(100),
    postalcode: text.slice(100),
    size: 40,
  }),
  'geocoding/places': (text) => ({
    query: text,
    'near.lat': 42.5,
    'near.lon': 1.5,
    radius: 50,
    size: 40,
  }),
  'geocoding/parse': (text) => ({ text: Array(4).fill(text).join(' ').slice(0, 1_000) }),
}
