import { optimizeStops } from '#routing/operations'
import { visitOrder } from '#routing/operations/optimize/order'
import { OptimizeRequest } from '#routing/schemas'
import { seeded } from '../test/fixtures/random.ts'
import {
  instanceOf,
  randomStops,
  secondsOf,
} from '../test/routing/operations/optimize/instances.ts'
import { openBenchEngine } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const instances = 20
const stopsEach = 50

/**
 * Compares our optimised order with the engine's own `optimizedRoute` for the same 50 stops by car: the duration of
 * both orders on the same matrix, and the time each computation takes. Ours also computes the savings and the
 * terrain.
 */
export async function runOptimizeBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const random = seeded(11)
  const rows: string[][] = []
  const times = { ours: [] as number[], engine: [] as number[], search: [] as number[] }
  let quicker = 0
  for (let i = 0; i < instances; i++) {
    const locations = await randomStops(engine, bounds, random, stopsEach)
    const instance = await instanceOf(engine, locations)
    const timed = async (name: keyof typeof times, work: () => unknown) => {
      const from = performance.now()
      await work()
      times[name].push(performance.now() - from)
    }
    let order: number[] = []
    await timed('search', async () => {
      order = await visitOrder(instance.seconds)
    })
    await timed('engine', () => engine.call('optimizedRoute', { locations, costing: 'auto' }))
    await timed('ours', () =>
      optimizeStops(engine, OptimizeRequest.parse({ locations }), { warn: () => {} }),
    )
    const given = secondsOf([...locations.keys()], instance)
    const [ours, engines] = [secondsOf(order, instance), secondsOf(instance.engineOrder, instance)]
    if (ours < engines) quicker++
    const behind = `${((engines / ours - 1) * 100).toFixed(2)} %`
    rows.push([`${i + 1}`, `${given} s`, `${engines} s`, `${ours} s`, behind])
  }
  console.log(`optimize: ${instances} times ${stopsEach} random stops of ${region}, car`)
  console.log(formatTable([['', 'as given', 'engine', 'ours', 'engine is slower by'], ...rows]))
  console.log(`ours is quicker on ${quicker} of ${instances}`)
  const row = (label: string, at: number) => {
    const [ours, engines] = [percentile(times.ours, at), percentile(times.engine, at)]
    const search = `${percentile(times.search, at).toFixed(0)} ms`
    const both = [ours, engines].map((ms) => `${ms.toFixed(0)} ms`)
    return [label, ...both, `${(ours / engines).toFixed(2)} x`, search]
  }
  console.log(
    formatTable([
      ['', 'ours', 'bare engine', 'ratio', 'of ours, the search'],
      row('median', 0.5),
      row('p95', 0.95),
    ]),
  )
  console.log()
}
