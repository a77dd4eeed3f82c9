import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { openStorage } from '#platform/storage'
import { buildDemo } from '../demo-island/index.ts'
import { type DeployedFunction, deployedFunctions } from '../functions/deployed.ts'
import { operations } from '../functions/operations.ts'
import { assemble, startOptions } from '../test/fixtures/assembly.ts'
import { authorized, authorizerEvent, restEvent } from '../test/fixtures/bundle-runner.event.ts'
import { type FunctionOptions, runFunction } from '../test/fixtures/bundle-runner.ts'
import { startCloud, type TestCloud } from '../test/fixtures/cloud.ts'
import { measureShares, partNames } from './cold-parts.ts'
import { formatTable, percentile } from './statistics.ts'

const runs = Number(process.env.CAIRN_BENCH_RUNS ?? 9)
/** Ids of the functions to start, separated by commas; all by default. */
const chosen = process.env.CAIRN_BENCH_FUNCTIONS?.split(',')
const warmCalls = 30
const home = 'node_modules/.cache/cairn-bench'

/**
 * One start of a function: times in milliseconds, and bytes of memory after the first answer (after the
 * initialisation if there is none).
 */
interface Start {
  initialisation: number
  /** Processor time of the initialisation; `bare` is the processor time of starting Node before it. */
  processor: number
  bare: number
  /** Only for functions that are called, see {@link createCalls}. */
  first?: number
  warm?: number
  resident: number
}

/**
 * Measures cold starts of every deployed function as its template declares it, each in a new process with a new
 * temporary folder. Table and bucket are on this machine, so their share of the time is a lower bound. The peer is
 * the same function in one file with all AWS SDK clients and the code of all functions.
 */
export async function runColdBenchmark(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-cold-'))
  await buildDemo({ storage: await openStorage({ CAIRN_HOME: home }), home })
  // Runs first, because it can fail, and the stand-ins for table and bucket would then keep the process alive.
  const assembly = assemble()
  const cloud = await startCloud(home, ['demo'])
  try {
    const rows = [['', 'initialisation', 'first answer', 'warm answer', 'JavaScript', 'resident']]
    const partRows = [['', 'processor', 'bare Node', 'ratio', ...partNames]]
    for (const target of deployedFunctions) {
      if (chosen && !chosen.includes(target.id)) continue
      const ours = startOptions(assembly.functions.get(target.id)!, cloud.sdk, {
        ...cloud.names,
        // The tool server reads this variable but calls no function while it starts.
        CAIRN_FUNCTIONS: '{}',
        REGION: 'demo',
      })
      const peer = { ...ours, code: join(scratch, target.id) }
      const bytes = { ours: measureBytes(ours.code), peer: bundleEverything(target, peer.code) }
      const next = await createCalls(target, cloud)
      const starts = { ours: [] as Start[], peer: [] as Start[] }
      for (let run = 0; run < runs; run++) {
        // The order alternates, because the second start finds files in the system's cache.
        const names = run % 2 ? (['peer', 'ours'] as const) : (['ours', 'peer'] as const)
        for (const name of names) {
          starts[name].push(await start(name === 'ours' ? ours : peer, next))
        }
      }
      rows.push(...formatRows(target.id, starts, bytes))
      const profile = join(scratch, `${target.id.replaceAll('/', '-')}.cpuprofile`)
      await start({ ...ours, env: { ...ours.env, CAIRN_TEST_PROFILE: profile } }, next)
      partRows.push(formatPartRow(target.id, starts.ours, measureShares(profile, ours.code)))
    }
    console.log(
      `cold: medians of ${runs} starts of each function, in turn; table and bucket on this machine; ` +
        'initialisation without the start of Node itself',
    )
    console.log(`${formatTable(rows)}\n`)
    console.log(
      'cold: processor time of an initialisation beside the start of bare Node in the same process, all threads; ' +
        'its parts by the samples of one more start',
    )
    console.log(`${formatTable(partRows)}\n`)
  } finally {
    await cloud.stop()
    assembly.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function start(options: FunctionOptions, next?: () => unknown): Promise<Start> {
  const running = await runFunction(options)
  try {
    const ready = {
      initialisation: running.initialisedMilliseconds,
      processor: running.processorMilliseconds,
      bare: running.startProcessorMilliseconds,
      resident: running.residentBytes,
    }
    if (!next) return ready
    const { milliseconds: first, residentBytes: resident } = await running.invoke(next())
    const warm: number[] = []
    for (let i = 0; i < warmCalls; i++) warm.push((await running.invoke(next())).milliseconds)
    return { ...ready, first, warm: percentile(warm, 0.5), resident }
  } finally {
    await running.stop()
  }
}

/**
 * Creates a source of calls that the function answers successfully, each with its own request id. Undefined where a
 * call needs the result of an earlier one, such as a job.
 */
async function createCalls(
  { id, kind }: DeployedFunction,
  cloud: TestCloud,
): Promise<(() => unknown) | undefined> {
  const { key, keyId, accountId } = await cloud.newKey(1_000_000_000)
  if (kind === 'ledger') {
    // Uses the first credit only: the key that was added afterwards changed no balance and creates no row.
    const Records = cloud.stream.filter(
      ({ dynamodb }) => dynamodb?.NewImage?.pk?.S === `ACCOUNT#${accountId}`,
    )
    return () => ({ Records: Records.slice(0, 1) })
  }
  if (kind === 'health') {
    return () => restEvent({ operation: { method: 'GET', path: '/health' }, request: {} })
  }
  const operation = operations.find((operation) => operation.id === id) ?? operations[0]!
  const { examples, grant = '' } = operation
  const request = examples[0]?.request
  if (!request) return undefined
  if (kind === 'authorizer') return () => authorizerEvent(restEvent({ operation, request, key }))
  if (kind !== 'operation') return undefined
  const context = { accountId, keyId, balance: '1000000000', grants: grant }
  return () => authorized(restEvent({ operation, request }), { principalId: accountId, context })
}

/** Bundles the function in one file with the code of all functions and returns its size in bytes. */
function bundleEverything({ id, kind }: DeployedFunction, outdir: string): number {
  const handlers = deployedFunctions.map((deployed) => `./functions/${deployed.id}/handler.ts`)
  const others = [
    '@aws-sdk/client-dynamodb',
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-dynamodb',
    './lib/platform/api/openapi.ts',
    ...[
      'platform/accounts',
      'platform/storage',
      'ground/dataset',
      'ground/geo',
      'ground/terrain',
    ].map((module) => `./lib/${module}/index.ts`),
    './lib/routing/operations/index.ts',
  ]
  const modules = [...handlers, ...others]
  const { outputFiles } = buildSync({
    stdin: {
      contents: `
        ${modules.map((path, i) => `import * as module${i} from '${path}'`).join('\n')}
        import { handler } from './functions/${id}/handler.ts'
        import { warm } from './functions/warm.ts'
        globalThis.everything = [${modules.map((_, i) => `{ ...module${i} }`)}]
        await warm('${kind}', handler)
        export { handler }`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: ['@valhallajs/valhallajs'],
    banner: {
      js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);",
    },
    write: false,
  })
  const [file] = outputFiles
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, 'index.mjs'), file!.contents)
  return file!.contents.length
}

/** Formats the times, their ratio and the time of each part, milliseconds. */
function formatPartRow(id: string, starts: Start[], shares: Map<string, number>): string[] {
  const median = (field: 'processor' | 'bare') =>
    percentile(
      starts.map((start) => start[field]),
      0.5,
    )
  const [processor, bare] = [median('processor'), median('bare')]
  return [
    id,
    `${processor.toFixed(0)} ms`,
    `${bare.toFixed(0)} ms`,
    `${(processor / bare).toFixed(2)} x`,
    ...partNames.map((part) => (processor * (shares.get(part) ?? 0)).toFixed(0)),
  ]
}

function measureBytes(code: string): number {
  const files = globSync('**/*.mjs', { cwd: code })
  return files.reduce((sum, file) => sum + statSync(join(code, file)).size, 0)
}

function formatRows(
  id: string,
  starts: Record<'ours' | 'peer', Start[]>,
  bytes: Record<'ours' | 'peer', number>,
): string[][] {
  const medians = (name: 'ours' | 'peer') => {
    const of = (field: keyof Start) =>
      percentile(
        starts[name].map((start) => start[field] ?? Number.NaN),
        0.5,
      )
    return [of('initialisation'), of('first'), of('warm'), bytes[name], of('resident')] as const
  }
  const [ours, peer] = [medians('ours'), medians('peer')]
  const row = (label: string, [initialisation, first, warm, size, resident]: typeof ours) => [
    label,
    ...[initialisation, first, warm].map((value) =>
      formatIfMeasured(value, (ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`),
    ),
    `${Math.round(size / 1000)} kB`,
    `${Math.round(resident / 1e6)} MB`,
  ]
  return [
    row(id, ours),
    row('  all in one', peer),
    [
      '  ratio',
      ...ours.map((value, i) =>
        formatIfMeasured(value / peer[i]!, (ratio) => `${ratio.toFixed(2)} x`),
      ),
    ],
  ]
}

function formatIfMeasured(value: number, text: (value: number) => string): string {
  return Number.isNaN(value) ? '' : text(value)
}
