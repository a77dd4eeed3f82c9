import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Health } from '../../functions/health/handler.ts'
import { operations } from '../../functions/operations.ts'
import { openAccounts } from '../../lib/accounts/index.ts'
import { openApiDocument } from '../../lib/api/openapi.ts'
import { currentBuild, openDataset } from '../../lib/dataset/index.ts'
import { openStorage, type Storage } from '../../lib/storage/index.ts'
import { demoKey } from './demo-key.ts'
import { createGateway } from './gateway.ts'
import { gatewayResponse } from './invoke.ts'
import { jobOf } from './job.ts'
import { WorkerPool } from './pool.ts'
import type { Settings } from './settings.ts'

/** Milliseconds between looks at the published build of the region. */
const buildCheckMs = 2000
/** Milliseconds that calls under way are given when the server is told to stop. */
const drainMs = 30_000

/** A signal to a whole process group arrives twice, once more through npm; later ones mean impatience. */
const sameSignalMs = 2000

/** Starts the local server: listens at once, answers 503 until the region is built and a worker is ready. */
export async function serve({ port, home, region, workers }: Settings): Promise<void> {
  mkdirSync(home, { recursive: true })
  const environment = { ...process.env, CAIRN_HOME: home, REGION: region }
  const storage = await openStorage(environment)
  const pool = new WorkerPool(workers, {
    POWERTOOLS_LOG_LEVEL: 'WARN',
    POWERTOOLS_METRICS_DISABLED: 'true',
    // Answers are held against their own contract here, and not in a deployment.
    CAIRN_CHECK_RESPONSES: 'small',
    ...environment,
  })
  let build: string | undefined

  const health = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const workers = pool.readyCount
    if (workers === 0) return gatewayResponse('INTEGRATION_FAILURE', {})
    const answer = await pool.health(event)
    const found: Partial<Health> = answer ? JSON.parse(answer.body) : {}
    // `build` is what new calls are served from, which the supervisor knows first.
    const body = found.checks
      ? { ...found, build, workers }
      : { status: 'unavailable', region, build, workers }
    return { ...json(answer?.statusCode ?? 503, body), headers: answer?.headers ?? jsonType }
  }
  let document: string | undefined
  const server = createGateway({
    operations,
    call: (operation, event, gone) =>
      pool.call(operation, event, { job: jobOf(operation, event), gone }),
    pages: {
      '/health': health,
      '/openapi.json': async () => {
        document ??= JSON.stringify(openApiDocument(operations))
        return { statusCode: 200, headers: jsonType, body: document }
      },
    },
    onAnswer: ({ method, path, status, milliseconds }) => {
      if (path.startsWith('/health')) return
      const time = new Date().toISOString().slice(11, 19)
      console.log(`${time} ${method} ${path.split('?')[0]} ${status} ${milliseconds.toFixed(1)} ms`)
    },
  })
  const address = await listen(server, port)

  let watcher: NodeJS.Timeout | undefined
  const stop = async () => {
    clearInterval(watcher)
    setTimeout(() => pool.kill(), drainMs).unref()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await closed
    await pool.stop()
    process.exit(0)
  }
  let stoppedAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = Date.now()
        void stop()
      } else if (Date.now() - stoppedAt > sameSignalMs) process.exit(1)
    })
  }

  build = await publishedBuild(storage, home, region)
  await pool.start()
  watcher = watchBuild(storage, region, build, async (next) => {
    await pool.roll()
    build = next
    console.log(`Now serving build ${next} of region ${region}.`)
  })

  const accounts = await openAccounts(environment)
  const key = await demoKey(home, accounts)
  accounts.close()
  const url = `http://127.0.0.1:${address.port}`
  const { manifest } = await openDataset(storage, region)
  const locations = await pool.example(manifest.bounds)
  console.log(`
Cairn serves region ${region} (build ${build}) at ${url}
${manifest.attribution}

Demo key: ${key}`)
  if (locations) {
    const body = JSON.stringify({ locations })
    console.log(`Try it:
  curl -s ${url}/v1/routing/route -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${body}'
`)
  }
}

/** The published build of the region; the demo region is built when there is none. */
async function publishedBuild(storage: Storage, home: string, region: string): Promise<string> {
  const published = await currentBuild(storage, region)
  if (published) return published
  if (region !== 'demo') {
    throw new Error(
      `Region ${region} is not built; run: npm run region -- build ${region} --osm FILE --dem FILE`,
    )
  }
  console.log('Building the demo region, this once:')
  const { buildDemo, showProgress } = await import('../../region/index.ts')
  const { progress, stop } = showProgress(process.stdout)
  try {
    return (await buildDemo({ storage, home, progress })).build
  } finally {
    stop()
  }
}

/** Tells of every new build that is published while the server runs; one that fails is tried once. */
function watchBuild(
  storage: Storage,
  region: string,
  served: string,
  onBuild: (build: string) => Promise<void>,
): NodeJS.Timeout {
  let seen = served
  let busy = false
  return setInterval(async () => {
    if (busy) return
    busy = true
    try {
      const build = await currentBuild(storage, region)
      if (!build || build === seen) return
      seen = build
      await onBuild(build)
    } catch (error) {
      console.error(`Still serving the earlier build: ${(error as Error).message}`)
    } finally {
      busy = false
    }
  }, buildCheckMs)
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new Error(`Port ${port} is taken; choose another with PORT=N.`) : error)
    })
    server.listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo))
  })
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' }

function json(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: jsonType, body: JSON.stringify(body) }
}
