import type { JobStatus, Operations } from './contracts.ts'
import { CairnError, type CairnErrorCode } from './errors.ts'
import type { CallOptions } from './method.ts'
import { pause } from './time-limit.ts'

type JobOperations = Operations['geocoding']['jobs']
type JobInput = NonNullable<Parameters<JobOperations['create']>[0]>
type ListInput = NonNullable<Parameters<JobOperations['list']>[0]>
type Upload = Awaited<ReturnType<JobOperations['create']>>['upload']

/** A file as `fetch` accepts it. In Node, `openAsBlob(path)` streams a file from the disk. */
export type JobFile = Blob | Uint8Array<ArrayBuffer> | string

export interface WaitOptions {
  /** Stops waiting. The job continues. */
  signal?: AbortSignal
  /** Called with each status received. */
  onProgress?: (status: JobStatus) => void
  /** Pause between two status requests, ms. By default it grows from 0.5 s to 10 s during the job. */
  pollMs?: number
}

/** States that a job does not leave by itself. */
const stopped: readonly JobStatus['state'][] = ['failed', 'cancelled', 'payment_required']

const maxQuotedCharacters = 500

/** Methods that take several calls, added to `geocoding.jobs`. */
export class JobMethods {
  /**
   * Uploads a file, waits for its result and downloads it. Throws `job_stopped` as {@link JobMethods.wait}.
   *
   * @example
   * const result = await cairn.geocoding.jobs.run(await openAsBlob('customers.csv'), { output: 'geojson' })
   * await writeFile('customers.geojson', await result.text())
   */
  run: (file: JobFile, input?: JobInput, options?: WaitOptions) => Promise<Blob>
  /** Uploads the file of a created job, which starts the job. */
  upload: (upload: Upload, file: JobFile, options?: { signal?: AbortSignal }) => Promise<void>
  /**
   * Waits until a job has succeeded. Throws `job_stopped`, whose `body` is the status, when it has failed, is
   * cancelled or waits for a top-up; a job that waits for a top-up can be waited for again.
   */
  wait: (job: { job_id: string }, options?: WaitOptions) => Promise<JobStatus>
  /** Downloads the result of a job that has succeeded. */
  download: (job: { job_id: string }, options?: { signal?: AbortSignal }) => Promise<Blob>
  /**
   * Iterates over all jobs of the account, newest first, and reads them page by page.
   *
   * @example
   * for await (const job of cairn.geocoding.jobs.all()) console.log(job.job_id, job.state)
   */
  all: (input?: ListInput, options?: CallOptions) => AsyncGenerator<JobStatus, void, undefined>

  constructor(jobs: JobOperations, send: typeof fetch) {
    this.run = async (file, input = {}, options = {}) => {
      const { signal } = options
      const created = await jobs.create(input, pickSignal(signal))
      await this.upload(created.upload, file, pickSignal(signal))
      await this.wait(created, options)
      return await this.download(created, pickSignal(signal))
    }

    this.upload = async ({ method, url, fields, headers }, file, { signal } = {}) => {
      const blob = file instanceof Blob ? file : new Blob([file])
      const body = method === 'POST' ? buildForm(fields ?? {}, blob) : blob
      const init = { method, body, ...(method === 'PUT' && headers && { headers }) }
      await transfer(send, url, { ...init, ...pickSignal(signal) })
    }

    this.wait = async ({ job_id }, { signal, onProgress, pollMs } = {}) => {
      for (let looks = 1; ; looks++) {
        const status = await jobs.show({ job_id }, pickSignal(signal))
        onProgress?.(status)
        if (status.state === 'succeeded') return status
        if (stopped.includes(status.state)) throw stoppedError(status)
        await pause(pollMs ?? Math.min(10_000, 500 * 1.2 ** looks), signal)
      }
    }

    this.download = async ({ job_id }, { signal } = {}) => {
      const status = await jobs.show({ job_id }, pickSignal(signal))
      if (!status.result) throw stoppedError(status)
      const response = await transfer(send, status.result.url, pickSignal(signal))
      return await response.blob()
    }

    this.all = async function* (input = {}, options) {
      let page = await jobs.list(input, options)
      yield* page.jobs
      while (page.next !== undefined) {
        page = await jobs.list({ ...input, before: page.next }, options)
        yield* page.jobs
      }
    }
  }
}

function pickSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}

/** Builds the form of an upload. The fields come before the file. */
function buildForm(fields: Readonly<Record<string, string>>, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}

async function transfer(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await send(url, init)
  } catch (cause) {
    init.signal?.throwIfAborted()
    const message = 'The connection for a file of the job failed.'
    throw new CairnError({ code: 'connection_failed', message, body: undefined, cause })
  }
  if (response.ok) return response
  const { status } = response
  const body = (await response.text()).slice(0, maxQuotedCharacters)
  const code = 'file_refused' satisfies CairnErrorCode
  throw new CairnError({ code, message: `A file of the job was refused: ${status}.`, body, status })
}

function stoppedError(status: JobStatus) {
  const reason = status.error?.message ?? ''
  const message = `Job ${status.job_id} is ${status.state}. ${reason}`.trim()
  return new CairnError({ code: 'job_stopped', message, body: status })
}
