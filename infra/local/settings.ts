import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { parseRegionNames } from '#ground/dataset'
import { readDefaultRateLimit } from '#platform/accounts'
import { cairnCommand, locateHome } from '#platform/home'
import { readModelSettings } from '../../lib/language/model/settings.ts'

export interface Settings {
  port: number
  home: string
  /** Names of the served regions, at least one. */
  regions: readonly string[]
  workers: number
  /** Bytes of memory above which a worker is replaced. */
  maxWorkerBytes: number
  jobProcesses: number
}

export class UsageError extends Error {}

const help = `Serves the Cairn API on this machine.

  ${cairnCommand} start                  http://127.0.0.1:3000, the demo region (built on first start)
  ${cairnCommand} start --region NAME    a region built with "${cairnCommand} region build NAME ..."
  npm start -- [options]           the same, in a clone

Options, each also an environment variable:
  --port N         PORT           port on 127.0.0.1 (3000; 0 picks a free one)
  --home DIR       CAIRN_HOME     where data sets, keys and balances live
                   (${locateHome({})})
  --region NAMES   REGION         the region to serve (demo); several with commas: andorra,porto
  --workers N      CAIRN_WORKERS  worker processes (as many as processors, at most 4)
  --worker-memory N  CAIRN_WORKER_MEMORY  megabytes; a worker that holds more is replaced when its calls are
                   done (500)
  --job-processes N  CAIRN_JOB_PROCESSES  processes for batch jobs, while there are any (half of the
                   processors; 0 leaves jobs to "${cairnCommand} jobs")

CAIRN_REQUESTS_PER_KEY and CAIRN_BURST_PER_KEY limit the requests a second of each key and how many may come
at once; without them only accounts with a limit of their own ("${cairnCommand} keys limit") have one.

CAIRN_MODEL is the language model of narratives and questions (none): openai:MODEL, with CAIRN_MODEL_URL and
CAIRN_MODEL_KEY, or bedrock:MODEL_ID, with AWS_REGION and AWS credentials.

CAIRN_URL is the address of the server as callers reach it, where that is a proxy's: upload and download links
begin with it.

GET /health answers 200 when it is ready. SIGTERM and Ctrl-C finish the calls under way and exit 0.`

const options = {
  port: { type: 'string' },
  home: { type: 'string' },
  region: { type: 'string' },
  workers: { type: 'string' },
  'worker-memory': { type: 'string' },
  'job-processes': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const optionNames = Object.keys(options).map((name) => `--${name}`)

const parse = (args: string[]) => parseArgs({ args, options }).values

/** Reads options and environment. Prints the help and returns `'help'` for `--help`. */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  if (values.help) {
    console.log(help)
    return 'help'
  }
  try {
    readDefaultRateLimit(env)
  } catch (error) {
    throw new UsageError(
      `CAIRN_REQUESTS_PER_KEY or CAIRN_BURST_PER_KEY is wrong: ${(error as Error).message}`,
    )
  }
  try {
    readModelSettings(env)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const cores = Math.min(4, availableParallelism())
  return {
    port: parseInteger('PORT', values.port ?? env.PORT, 3000, 0, 65_535),
    home: locateHome(values.home ? { CAIRN_HOME: values.home } : env),
    regions: parseRegions(values.region ?? (env.REGION || 'demo')),
    workers: parseInteger('CAIRN_WORKERS', values.workers ?? env.CAIRN_WORKERS, cores, 1, 64),
    maxWorkerBytes:
      1e6 *
      parseInteger(
        'CAIRN_WORKER_MEMORY',
        values['worker-memory'] ?? env.CAIRN_WORKER_MEMORY,
        500,
        100,
        1_000_000,
      ),
    jobProcesses: parseInteger(
      'CAIRN_JOB_PROCESSES',
      values['job-processes'] ?? env.CAIRN_JOB_PROCESSES,
      Math.max(1, Math.floor(cores / 2)),
      0,
      64,
    ),
  }
}

function parseRegions(list: string): readonly string[] {
  try {
    return parseRegionNames(list)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseInteger(
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
) {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
  return value
}
