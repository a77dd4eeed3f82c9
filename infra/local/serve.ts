import { mkdirSync } from 'node:fs'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Health } from '../../functions/health/handler.ts'
import { healthCheck } from '../../functions/health/health-check.ts'
import { toolServer } from '../../functions/mcp/route.ts'
import { operations } from '../../functions/operations.ts'
import { openAccounts } from '../../lib/accounts/index.ts'
import { openApiDocument } from '../../lib/api/openapi.ts'
import { runConsoleAction } from '../../lib/console/index.ts'
import { openDataset } from '../../lib/dataset/index.ts'
import { openJobs } from '../../lib/jobs/index.ts'
import { openJobFiles, openStorage, PresignedLocalStorage } from '../../lib/storage/index.ts'
import { ensureBuilt } from './built-region.ts'
import { demoKey } from './demo-key.ts'
import { probeDisk } from './disk-probe.ts'
import { createGateway } from './gateway.ts'
import { gatewayResponse } from './invoke.ts'
import { LocalJobs } from './jobs/local-jobs.ts'
import { listen } from './listen.ts'
import { WorkerPool } from './pool.ts'
import { scheduledCallOf } from './scheduled-call.ts'
import { ServedBuild } from './served-build.ts'
import type { Settings } from './settings.ts'
import { ConsoleRoutes } from './site/console.ts'
import { SiteRoutes } from './site/site-routes.ts'

/** Milliseconds for calls in flight when the server is told to stop. */
const drainMs = 30_000

/** A signal to the process group arrives twice, the second time through npm; a later one forces the exit. */
const sameSignalMs = 2000

/** Starts the local server: listens at once, answers 503 until the region is built and a worker is ready. */
export async function serve({
  port,
  home,
  region,
  workers,
  jobProcesses,
}: Settings): Promise<void> {
  mkdirSync(home, { recursive: true })
  const environment: NodeJS.ProcessEnv = { ...process.env, CAIRN_HOME: home, REGION: region }
  const storage = await openStorage(environment)
  const workerEnvironment: NodeJS.ProcessEnv = {
    POWERTOOLS_LOG_LEVEL: 'WARN',
    POWERTOOLS_METRICS_DISABLED: 'true',
    // Checks answers against their contract; a deployment does not.
    CAIRN_CHECK_RESPONSES: 'small',
    ...environment,
  }
  const pool = new WorkerPool(workers, workerEnvironment)
  // In a bucket they have URLs of their own, and a deployment runs their jobs.
  const files = await openJobFiles(environment)
  let jobs: LocalJobs | undefined
  let served: ServedBuild | undefined
  let key: string | undefined

  const checkDisk = healthCheck({ name: 'disk', limitMs: 3000, probe: () => probeDisk(home) })
  const health = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const workers = pool.readyCount
    if (workers === 0) return gatewayResponse('INTEGRATION_FAILURE', {})
    const build = served?.build
    // The workers answer 503: their files have changed.
    if (served && !served.isIntact)
      return json(503, { status: 'unavailable', region, build, workers })
    const [answer, disk] = await Promise.all([pool.health(event), checkDisk()])
    const found: Partial<Health> = answer ? JSON.parse(answer.body) : {}
    const status = disk.status === 'ok' ? (found.status ?? 'unavailable') : 'unavailable'
    // The supervisor is the first to know the build of new calls.
    const body = found.checks
      ? { ...found, status, build, workers, checks: { ...found.checks, disk } }
      : { status, region, build, workers }
    const statusCode = disk.status === 'ok' ? (answer?.statusCode ?? 503) : 503
    return { ...json(statusCode, body), headers: answer?.headers ?? jsonType }
  }
  let document: string | undefined
  const operatorConsole = new ConsoleRoutes((call) =>
    runConsoleAction(call, async () => ({
      accounts: await openAccounts(environment),
      jobs: await openJobs(environment),
      place: 'this machine',
      reference: '/docs',
    })),
  )
  const server = createGateway({
    routes: [...operations, toolServer],
    call: (operation, event, caller) =>
      pool.call(operation, event, {
        ...caller,
        call: scheduledCallOf(operation, event, caller.body),
      }),
    pages: {
      '/health': health,
      '/openapi.json': async () => {
        document ??= JSON.stringify(openApiDocument(operations))
        return { statusCode: 200, headers: jsonType, body: document }
      },
    },
    ...(files instanceof PresignedLocalStorage && {
      files: { storage: files, onUpload: (key) => void jobs?.submit(key) },
    }),
    site: new SiteRoutes({
      ...{ storage, dataset: async () => served?.dataset, key: () => key },
      console: operatorConsole,
    }),
    onAnswer: ({ method, path, status, milliseconds }) => {
      if (path === '/health' || /^\/($|map\/|assets\/)/.test(path)) return
      const time = new Date().toISOString().slice(11, 19)
      console.log(`${time} ${method} ${path} ${status} ${milliseconds.toFixed(1)} ms`)
    },
  })
  const url = await listen(server, port, 'PORT=N')
  // Where uploads are sent; somebody behind a proxy has set its address.
  workerEnvironment.CAIRN_URL ||= url

  const stop = async () => {
    served?.stop()
    setTimeout(() => {
      pool.kill()
      // An upload or download may take longer; it can be repeated.
      server.closeAllConnections()
    }, drainMs).unref()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await jobs?.stop()
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

  await ensureBuilt(storage, home, region)
  served = await ServedBuild.open(storage, region, {
    replaceWorkers: () => pool.replaceAll(),
    log: (line) => console.log(line),
    error: (line) => console.error(line),
  })
  await pool.start()
  served.watch()
  if (files instanceof PresignedLocalStorage && jobProcesses > 0) {
    jobs = await LocalJobs.open({
      environment: workerEnvironment,
      home,
      processes: jobProcesses,
      log: (line) => console.log(line),
    })
    await jobs.start()
  }

  const accounts = await openAccounts(environment)
  key = await demoKey(home, accounts)
  accounts.close()
  const { manifest } = await openDataset(storage, region)
  const locations = await pool.example(manifest.bounds)
  console.log(`
Cairn serves region ${region} (build ${served.build}) at ${url}
${manifest.attribution}

Map:       ${url}
Reference: ${url}/docs
Console:   ${url}/console#token=${operatorConsole.token}
Demo key: ${key}`)
  if (locations) {
    const body = JSON.stringify({ locations })
    console.log(`Try it:
  curl -s ${url}/v1/routing/route -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${body}'
`)
  }
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' }

function json(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: jsonType, body: JSON.stringify(body) }
}
