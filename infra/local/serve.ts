import { mkdirSync } from 'node:fs'
import { runConsoleAction } from '#console'
import { listAreas } from '#ground/dataset'
import { isUploadAwaited, openJobs } from '#places/jobs'
import { openAccounts } from '#platform/accounts'
import { openJobFiles, openStorage, PresignedLocalStorage } from '#platform/storage'
import { makeHealthCheck } from '../../functions/health/health-check.ts'
import { toolServer } from '../../functions/mcp/route.ts'
import { operations } from '../../functions/operations.ts'
import { makeOpenApiDocument } from '../../lib/platform/api/openapi.ts'
import { ensureBuilt } from './built-region.ts'
import { ensureDemoKey } from './demo-key.ts'
import { probeDisk } from './disk-probe.ts'
import { createGateway } from './gateway.ts'
import { createHealthPage, jsonType } from './health-page.ts'
import { LocalJobs } from './jobs/local-jobs.ts'
import { listen } from './listen.ts'
import { WorkerPool } from './pool.ts'
import { describeCall } from './scheduled-call.ts'
import { ServedBuilds } from './served-builds.ts'
import type { Settings } from './settings.ts'
import { ConsoleRoutes } from './site/console.ts'
import { SiteRoutes } from './site/site-routes.ts'

/** Milliseconds that calls in flight get when the server is told to stop. */
const drainMs = 30_000

/**
 * Milliseconds within which a repeated signal counts as the same one: a signal to the process group arrives twice, the
 * second time through npm. A later one forces the exit.
 */
const sameSignalMs = 2000

/** Starts the local server. It listens at once and answers 503 until the region is built and a worker is ready. */
export async function serve({
  port,
  home,
  regions,
  workers,
  maxWorkerBytes,
  jobProcesses,
}: Settings): Promise<void> {
  mkdirSync(home, { recursive: true })
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    CAIRN_HOME: home,
    REGION: regions.join(),
  }
  const storage = await openStorage(environment)
  const workerEnvironment: NodeJS.ProcessEnv = {
    POWERTOOLS_LOG_LEVEL: 'WARN',
    POWERTOOLS_METRICS_DISABLED: 'true',
    // Checks answers against their contract, which a deployment does not.
    CAIRN_CHECK_RESPONSES: 'small',
    ...environment,
  }
  const pool = new WorkerPool({
    size: workers,
    environment: workerEnvironment,
    maxWorkerBytes,
    log: (line) => console.log(line),
  })
  // Files in a bucket have their own URLs, and a deployment runs their jobs.
  const files = await openJobFiles(environment)
  let jobs: LocalJobs | undefined
  let served: ServedBuilds | undefined
  let key: string | undefined

  const checkDisk = makeHealthCheck({ name: 'disk', limitMs: 3000, probe: () => probeDisk(home) })
  const health = createHealthPage({
    regions,
    workers: () => pool.readyCount,
    served: () => served,
    deepHealth: (event) => pool.checkHealth(event),
    checkDisk,
  })
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
        call: describeCall(operation, event, caller.body),
      }),
    pages: {
      '/health': health,
      '/openapi.json': async () => {
        document ??= JSON.stringify(makeOpenApiDocument(operations))
        return { statusCode: 200, headers: jsonType, body: document }
      },
    },
    ...(files instanceof PresignedLocalStorage && {
      files: {
        storage: files,
        takesUpload: async (key) => isUploadAwaited(await openJobs(environment), key),
        onUpload: (key) => void jobs?.submit(key),
      },
    }),
    site: new SiteRoutes({
      storage,
      regions,
      dataset: async (region) => served?.dataset(region),
      key: () => key,
      console: operatorConsole,
    }),
    onAnswer: ({ method, path, status, milliseconds }) => {
      if (path === '/health' || /^\/($|map\/|assets\/)/.test(path)) return
      const time = new Date().toISOString().slice(11, 19)
      console.log(`${time} ${method} ${path} ${status} ${milliseconds.toFixed(1)} ms`)
    },
  })
  const url = await listen(server, port, 'PORT=N')
  // Address that uploads are sent to. Behind a proxy, the operator has set it already.
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
        stoppedAt = performance.now()
        void stop()
      } else if (performance.now() - stoppedAt > sameSignalMs) process.exit(1)
    })
  }

  for (const region of regions) await ensureBuilt(storage, home, region)
  served = await ServedBuilds.open(storage, regions, {
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
  key = await ensureDemoKey(home, accounts)
  accounts.close()
  const datasets = regions.map((region) => served!.dataset(region)!)
  const [first] = datasets
  const locations = await pool.findExample(first!.name, listAreas(first!.manifest)[0]!)
  const names = datasets.map(({ name, build }) => `${name} (build ${build})`)
  const credits = new Set(datasets.map(({ manifest }) => manifest.attribution))
  console.log(`
Cairn serves region${names.length > 1 ? 's' : ''} ${names.join(' and ')} at ${url}
${[...credits].join('\n')}

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
