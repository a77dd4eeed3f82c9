import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { truth } from '../demo-island/index.ts'
import { startServer } from '../test/fixtures/server.ts'
import { formatTable, percentile } from './statistics.ts'

const warmUps = 100
const calls = 500

/**
 * Measures the overhead of a call over HTTP: connection, authorizer, validation, charge, ledger and the way to the
 * worker process and back. The peer is the work itself, as timed by the server.
 */
export async function runGatewayBenchmark(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const server = await startServer(home, { CAIRN_CHECK_RESPONSES: '0' })
  try {
    const { key } = await server.newKey('100.00')
    const body = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }
    const totals: number[] = []
    const works: number[] = []
    for (let i = -warmUps; i < calls; i++) {
      const from = performance.now()
      const answer = await server.post('/v1/routing/route', body, { 'x-api-key': key })
      const total = performance.now() - from
      const work = Number(/work;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
      if (i < 0) continue
      totals.push(total)
      works.push(work)
    }
    const overheads = totals.map((total, i) => total - works[i]!)
    const row = (name: string, at: number) => {
      const [total, work] = [percentile(totals, at), percentile(works, at)]
      const numbers = [total, work, percentile(overheads, at)].map((ms) => `${ms.toFixed(2)} ms`)
      return [name, ...numbers, `${(total / work).toFixed(2)} x`]
    }
    console.log(
      `gateway: ${calls} calls of a short route of the demo region over HTTP, one at a time`,
    )
    console.log(
      formatTable([
        ['', 'call', 'its work', 'beside', 'ratio'],
        row('median', 0.5),
        row('p95', 0.95),
      ]),
    )
    console.log()
  } finally {
    await server.stop()
  }
}
