import type { JobStatus, Operations } from './contracts.ts'
import { CairnError, type CairnErrorCode } from './errors.ts'
import type { CallOptions } from './method.ts'
import { pause } from './time-limit.ts'

type JobOperations = Operations['geocoding']['jobs']
type JobInput = NonNullable<Parameters<JobOperations['create']>[0]>
type ListInput = NonNullable<Parameters<JobOperations['list']>[0]>
type Upload = Awaited<ReturnType<JobOperations['create']>>['upload']

/** What `fetch` takes as a file; in Node `openAsBlob(path)` streams one from the disk. */
export type JobFile = Blob | Uint8Array<ArrayBuffer> | string

export interface WaitOptions {
  /** Ends the wait, not the job. */
  signal?: AbortSignal
  /** Called with each state that is seen. */
  onProgress?: (status: JobStatus) => void
  /** Milliseconds between two looks; by default from 0.5 s to 10 s, longer as the job takes longer. */
  pollMs?: number
}

/** States in which nothing happens any more without somebody's doing. */
const stopped: readonly JobStatus['state'][] = ['failed', 'cancelled', 'payment_required']

const maxQuotedCharacters = 500

/** What takes several calls: added to `geocoding.jobs`. */
export class JobMethods {
  /**
   * Uploads a file, waits for its result and downloads it. Throws `job_stopped` as {@link JobMethods.wait}.
   *
   * @example
   * const result = await cairn.geocoding.jobs.run(await openAsBlob('customers.csv'), { output: 'geojson' })
   * await writeFile('customers.geojson', await result.text())
   */
  run: (file: JobFile, input?: JobInput, options?: WaitOptions) => Promise<Blob>
  /** Sends the file of a job that was created: this starts it. */
  upload: (upload: Upload, file: JobFile, options?: { signal?: AbortSignal }) => Promise<void>
  /**
   * Waits until a job has succeeded. Throws `job_stopped`, whose `body` is the status, when it has failed, is
   * cancelled or waits for a top-up; a job that waits for a top-up can be waited for again.
   */
  wait: (job: { job_id: string }, options?: WaitOptions) => Promise<JobStatus>
  /** The result of a job that has succeeded. */
  download: (job: { job_id: string }, options?: { signal?: AbortSignal }) => Promise<Blob>
  /**
   * All jobs of the account, the newest first, a page at a time.
   *
   * @example
   * for await (const job of cairn.geocoding.jobs.all()) console.log(job.job_id, job.state)
   */
  all: (input?: ListInput, options?: CallOptions) => AsyncGenerator<JobStatus, void, undefined>

  constructor(jobs: JobOperations, send: typeof fetch) {
    this.run = async (file, input = {}, options = {}) => {
      const { signal } = options
      const created = await jobs.create(input, signalOf(signal))
      await this.upload(created.upload, file, signalOf(signal))
      await this.wait(created, options)
      return await this.download(created, signalOf(signal))
    }

    this.upload = async ({ method, url, fields, headers }, file, { signal } = {}) => {
      const blob = file instanceof Blob ? file : new Blob([file])
      const body = method === 'POST' ? formOf(fields ?? {}, blob) : blob
      const init = { method, body, ...(method === 'PUT' && headers && { headers }) }
      await transfer(send, url, { ...init, ...signalOf(signal) })
    }

    this.wait = async ({ job_id }, { signal, onProgress, pollMs } = {}) => {
      for (let looks = 1; ; looks++) {
        const status = await jobs.show({ job_id }, signalOf(signal))
        onProgress?.(status)
        if (status.state === 'succeeded') return status
        if (stopped.includes(status.state)) throw stoppedError(status)
        await pause(pollMs ?? Math.min(10_000, 500 * 1.2 ** looks), signal)
      }
    }

    this.download = async ({ job_id }, { signal } = {}) => {
      const status = await jobs.show({ job_id }, signalOf(signal))
      if (!status.result) throw stoppedError(status)
      const response = await transfer(send, status.result.url, signalOf(signal))
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

function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}

/** The fields come before the file. */
function formOf(fields: Readonly<Record<string, string>>, file: Blob): FormData {
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
