import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseRegionNames } from '#ground/dataset'
import { hasEnded, type Job, type JobId, type JobStore } from '#places/jobs'
import { locateHome, writeForCaller } from '#platform/home'
import type { Progress } from '#platform/progress'
import { openStorage, type Storage } from '#platform/storage'

/** Milliseconds between reads of the job. */
const pollMs = 200

export interface Running {
  progress: Progress
  signal: AbortSignal
}

/** Copies a file to the input of a job. */
export async function putInput(
  files: Storage,
  key: string,
  path: string,
  { progress, signal }: Running,
): Promise<void> {
  const { size: totalBytes } = await stat(path)
  async function* countBytes(): AsyncIterable<Uint8Array> {
    let doneBytes = 0
    for await (const chunk of createReadStream(path, { signal })) {
      yield chunk
      doneBytes += chunk.length
      const fraction = Math.min(0.999, doneBytes / Math.max(1, totalBytes))
      progress({ stage: 'Copying the file', fraction, transferred: { doneBytes, totalBytes } })
    }
  }
  await files.put(key, Readable.from(countBytes()))
  progress({ stage: 'Copying the file', fraction: 1 })
}

/**
 * Starts processes of this machine that run the job, or does nothing in a deployment, where the upload starts it.
 * Returns a function that stops them.
 */
export async function startSteps(
  job: Job,
  { processes = availableParallelism() }: { processes?: number },
): Promise<() => Promise<void>> {
  if (process.env.CAIRN_JOBS_BUCKET) return async () => {}
  const { LocalJobs } = await import('../../infra/local/jobs/local-jobs.ts')
  const { ensureBuilt } = await import('../../infra/local/built-region.ts')
  const home = locateHome()
  const storage = await openStorage()
  for (const region of parseRegionNames(job.region)) await ensureBuilt(storage, home, region)
  const environment = {
    POWERTOOLS_LOG_LEVEL: 'WARN',
    POWERTOOLS_METRICS_DISABLED: 'true',
    ...process.env,
    CAIRN_HOME: home,
    REGION: job.region,
  }
  const local = await LocalJobs.open({ environment, home, processes, log: () => {} })
  void local.submit(job.inputKey)
  return () => local.stop()
}

const stageNames: Partial<Record<Job['state'], string>> = {
  awaiting_upload: 'Reading the file',
  planning: 'Reading the file',
  payment_required: 'Waiting for a top-up',
  running: 'Geocoding',
  merging: 'Merging',
}

/** Shows the progress of a job until it has ended. */
export async function follow(
  jobs: JobStore,
  id: JobId,
  { progress, signal }: Running,
): Promise<Job> {
  let shown: string | undefined
  for (;;) {
    const job = await jobs.get(id)
    if (!job) throw new Error(`There is no job ${id.jobId}.`)
    const stage = stageNames[job.state]
    if (shown && shown !== stage) progress({ stage: shown, fraction: 1 })
    shown = stage
    if (hasEnded(job)) return job
    progress({ stage: stage!, fraction: measureFraction(job) })
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function measureFraction({ state, counts, totalRows = 0 }: Job): number {
  if (state !== 'running' || totalRows === 0) return 0
  return Math.min(0.999, (counts.matched + counts.unmatched + counts.failed) / totalRows)
}

/** Copies a result out of the store. The file appears whole or not at all. */
export async function saveResult(files: Storage, job: Job, output: string): Promise<void> {
  const { key, bytes } = job.result!
  const partial = join(dirname(output), `.${basename(output)}.${process.pid}`)
  try {
    await writeForCaller(output, () =>
      pipeline(Readable.from(readAll(files, key, bytes)), createWriteStream(partial)),
    )
    await rename(partial, output)
  } finally {
    await rm(partial, { force: true })
  }
}

const blockBytes = 8 * 1024 * 1024

async function* readAll(files: Storage, key: string, size: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < size; start += blockBytes) {
    const range = { start, end: Math.min(size, start + blockBytes) }
    yield (await files.get(key, { range })).bytes
  }
}

/** Returns the path of a result next to its input: `customers.csv` → `customers-geocoded.geojson`. */
export function outputBeside(file: string, resultKey: string): string {
  const stem = basename(file, extname(file))
  return join(dirname(file), `${stem}-geocoded${extname(resultKey)}`)
}
