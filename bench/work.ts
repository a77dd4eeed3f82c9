import type { LatLon } from '#ground/geo'
import { estimateWork } from '../functions/work/index.ts'
import { dearRequests, dearTexts } from '../test/fixtures/dear-requests.ts'
import { seeded } from '../test/fixtures/random.ts'
import { openCaller } from './measured-caller.ts'
import { findMiddle } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

type Request = { operation: string; request: Record<string, unknown> }

/**
 * Compares the estimate that decides on admission with the measured work, for requests from the smallest to the
 * largest. The ratio is estimate to measurement: below 1 an operation takes more than it was admitted for.
 */
export async function runWorkBenchmark(): Promise<void> {
  const { call, region, bounds } = await openCaller()
  const middle = findMiddle(region, bounds)
  const requests = [...createScaledRequests(middle), ...dearRequests(bounds, middle)]
  const rows = new Map<string, { cpu: number[]; bytes: number[]; most: number; estimate: number }>()
  for (const each of requests) {
    await call(each)
    const { status, processorMs, answerBytes } = await call(each)
    const { cpuMs, answerBytes: bytes } = estimateWork(each.operation, each.request)
    if (process.env.CAIRN_BENCH_VERBOSE) {
      const text = JSON.stringify(each.request).slice(0, 90)
      console.log(
        `${each.operation} ${status} ${processorMs.toFixed(0)} ms, estimated ${cpuMs.toFixed(0)}; ` +
          `${(answerBytes / 1000).toFixed(0)} kB, estimated ${(bytes / 1000).toFixed(0)} ${text}`,
      )
    }
    if (status !== 200) continue
    const row = rows.get(each.operation) ?? { cpu: [], bytes: [], most: 0, estimate: 0 }
    rows.set(each.operation, row)
    row.cpu.push(cpuMs / processorMs)
    row.bytes.push(bytes / answerBytes)
    if (processorMs > row.most) Object.assign(row, { most: processorMs, estimate: cpuMs })
  }
  const head = [
    '',
    'requests',
    'processor: p10',
    'median',
    'p90',
    'most',
    'estimated',
    'bytes: p10',
    'median',
    'p90',
  ]
  const ratios = (values: number[]) =>
    [0.1, 0.5, 0.9].map((share) => percentile(values, share).toFixed(2))
  console.log(
    formatTable([
      head,
      ...[...rows].map(([operation, { cpu, bytes, most, estimate }]) => [
        operation,
        `${cpu.length}`,
        ...ratios(cpu),
        `${most.toFixed(0)} ms`,
        `${estimate.toFixed(0)} ms`,
        ...ratios(bytes),
      ]),
    ]),
  )
}

/** Creates requests of growing size, varying the fields that determine their work. */
function createScaledRequests(middle: LatLon): Request[] {
  const random = seeded(5)
  const around = (count: number, degrees: number): LatLon[] =>
    Array.from({ length: count }, () => ({
      lat: middle.lat + degrees * (2 * random() - 1),
      lon: middle.lon + degrees * (2 * random() - 1),
    }))
  const make = (operation: string, request: Record<string, unknown>) => ({ operation, request })
  const texts = dearTexts(200, 9)
  const degrees = [0.01, 0.03, 0.06]
  const travels = ['auto', 'bicycle', 'pedestrian']
  return degrees.flatMap((spread, size) => [
    ...travels.flatMap((travel) => [
      ...[2, 5, 20].map((count, i) =>
        make('routing/route', {
          locations: around(count, spread),
          travel,
          elevation_interval: [10, 30, 100][(i + size) % 3],
        }),
      ),
      ...[3, 10, 30].map((count) =>
        make('routing/optimize', { locations: around(count, spread), travel }),
      ),
      ...[2, 10, 50].map((count) =>
        make('routing/matrix', {
          sources: around(count, spread),
          targets: around(count, spread),
          travel,
        }),
      ),
      ...[[{ time: 10 }], [{ time: 30 }, { time: 60 }], [{ distance: 3 }], [{ distance: 20 }]].map(
        (contours) => make('routing/isochrone', { locations: around(1, spread), contours, travel }),
      ),
      make('routing/search-along-route', {
        locations: around(2 + 4 * size, spread),
        search: 'shop',
        travel,
      }),
      make('routing/compare', { locations: around(2 + 4 * size, spread) }),
      make('routing/locate', { locations: around(10 ** size, spread), travel }),
    ]),
    ...[20, 200, 2000].map((count) =>
      make('routing/elevation', { shape: around(count, spread / 50), range: true }),
    ),
    ...[10, 200, 2_000].map((count) =>
      make('routing/snap', {
        shape: Array.from({ length: count }, (_, i) => ({
          lat: middle.lat + spread * Math.sin(i / 400) * 0.3,
          lon: middle.lon + spread * Math.cos(i / 400) * 0.3,
        })),
        travel: 'pedestrian',
      }),
    ),
    make('predict', {
      profile: 'despondent',
      area: {
        type: 'circle',
        center: { lat: middle.lat, lng: middle.lon },
        radius_m: [500, 2_000, 5_000][size],
      },
      params: { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true },
    }),
    ...[1, 10, 50].map((count) =>
      make('geocoding/batch', { items: texts.slice(0, count).map((text) => ({ text })) }),
    ),
    ...[1, 10, 50].map((count) =>
      make('ai/parse-address', {
        addresses: texts.slice(50, 50 + count).map((text) => ({ text })),
      }),
    ),
    ...texts
      .slice(size * 10, size * 10 + 10)
      .flatMap((text) => [
        make('geocoding/search', { text }),
        make('geocoding/autocomplete', { text }),
        make('geocoding/parse', { text }),
        make('ai/query', { query: `cafes near ${text.slice(0, 60)}` }),
      ]),
  ])
}
