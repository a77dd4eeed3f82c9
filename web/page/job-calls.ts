import { call, type Exchange, isOk } from './api.ts'
import { quoteForShell } from './format.ts'

/** The fields of a job that the page uses. */
export interface JobReport {
  state: string
  counts: { total: number; matched: number; unmatched: number; failed: number }
  progress: number
  charged_usd: string
  error?: { message: string; line?: number }
  result?: { url: string }
}

/** Target of the upload of a job file. */
interface Upload {
  method: 'POST' | 'PUT'
  url: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

const endStates = ['succeeded', 'failed', 'cancelled']

export function hasEnded({ state }: JobReport): boolean {
  return endStates.includes(state)
}

export function callJob(
  operation: 'show' | 'cancel',
  job_id: string,
  signal?: AbortSignal,
): Promise<Exchange> {
  return call({ operation: `geocoding/jobs/${operation}`, input: { job_id } }, signal)
}

/** Base and maximum pause between two status requests of a job, ms. */
const [baseWaitMs, maxWaitMs] = [500, 10_000]

export interface JobWatcher {
  signal: AbortSignal
  /** Called with each response. A refused request and a job that has ended stop the watch. */
  onAnswer: (exchange: Exchange) => void
  /** Called when the server does not answer or fails temporarily. The request is repeated. */
  onMissed: () => void
}

/** Polls the state of a job at growing intervals until the job has ended. */
export async function watchJob(
  jobId: string,
  { signal, onAnswer, onMissed }: JobWatcher,
): Promise<void> {
  for (let polls = 1; !signal.aborted; polls++) {
    const exchange = await callJob('show', jobId, signal).catch(() => undefined)
    if (signal.aborted) return
    if (exchange && (isOk(exchange) || !isTemporary(exchange))) {
      onAnswer(exchange)
      if (!isOk(exchange) || hasEnded(exchange.answer)) return
    } else onMissed()
    await pause(Math.min(maxWaitMs, baseWaitMs * 1.2 ** polls), signal)
  }
}

function isTemporary({ status }: Exchange): boolean {
  return status === 429 || status >= 500
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Converts a URL of the server or of its file store to one that this page can reach. URLs of the page's own origin, and
 * of a local server under another of its names, become paths. The page's Content-Security-Policy lists the stores that
 * are reachable.
 */
export function toReachableUrl(url: string): string {
  const { hostname, port, pathname, search, origin, href } = new URL(url, location.origin)
  const isSame =
    origin === location.origin ||
    (isLoopback(hostname) && port === location.port && isLoopback(location.hostname))
  return isSame ? pathname + search : href
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

/** An upload without a response: the connection broke, or the page's policy blocks the host. */
export class UploadBrokeOff extends Error {
  override message = 'The upload broke off. Send the file again.'
}

/**
 * Uploads the file of a job. `fetch` does not report upload progress, so this uses `XMLHttpRequest`.
 *
 * @throws Error with a message for the user, {@link UploadBrokeOff} included, or the signal's reason.
 */
export function sendFile(
  { method, url, fields = {}, headers = {} }: Upload,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lost = () => reject(new UploadBrokeOff())
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onerror = lost
  request.ontimeout = lost
  request.onload = () => {
    if (request.status < 300) resolve()
    else reject(new Error(readRefusal(request)))
  }
  signal.addEventListener('abort', () => {
    request.abort()
    reject(signal.reason)
  })
  request.open(method, toReachableUrl(url))
  if (method === 'POST') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    request.send(form)
  } else {
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(file)
  }
  return promise
}

function readRefusal({ status, responseText }: XMLHttpRequest): string {
  try {
    return JSON.parse(responseText).message
  } catch {
    return `The file was refused (${status}).`
  }
}

/** Builds a curl command for an upload by form, for use when the page cannot reach the store. */
export function buildUploadCommand({ url, fields = {} }: Upload, fileName: string): string {
  const parts = [...Object.entries(fields), ['file', `@${fileName}`] as const]
  const form = parts.map(([name, value]) => `  -F ${quoteForShell(`${name}=${value}`)}`)
  return [`curl ${quoteForShell(url)}`, ...form].join(' \\\n')
}
