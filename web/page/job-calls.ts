import { call, type Exchange, isOk } from './api.ts'
import { shellQuoted } from './format.ts'

/** What the page shows of a job. */
export interface JobReport {
  state: string
  counts: { total: number; matched: number; unmatched: number; failed: number }
  progress: number
  charged_usd: string
  error?: { message: string; line?: number }
  result?: { url: string }
}

/** Where to send the file of a job. */
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

/** Milliseconds between two looks at a job. */
const [firstWaitMs, maxWaitMs] = [500, 10_000]

export interface JobWatcher {
  signal: AbortSignal
  /** An answer: the last one has ended the watch if it is refused or its job has ended. */
  seen: (exchange: Exchange) => void
  /** No answer, or an outage: it is asked again. */
  missed: () => void
}

/** Asks for the state of a job, ever less often, until it has ended. */
export async function watchJob(jobId: string, { signal, seen, missed }: JobWatcher): Promise<void> {
  for (let looks = 1; !signal.aborted; looks++) {
    const exchange = await callJob('show', jobId, signal).catch(() => undefined)
    if (signal.aborted) return
    if (exchange && (isOk(exchange) || !isPassing(exchange))) {
      seen(exchange)
      if (!isOk(exchange) || hasEnded(exchange.answer)) return
    } else missed()
    await pause(Math.min(maxWaitMs, firstWaitMs * 1.2 ** looks), signal)
  }
}

function isPassing({ status }: Exchange): boolean {
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
 * A URL of the server, or of its store of files, as this page reaches it: the server of this machine has several names.
 * The page's Content-Security-Policy says which stores it reaches.
 */
export function reachableUrl(url: string): string {
  const { hostname, port, pathname, search, origin, href } = new URL(url, location.origin)
  const isSame =
    origin === location.origin ||
    (isLoopback(hostname) && port === location.port && isLoopback(location.hostname))
  return isSame ? pathname + search : href
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

/** An upload that no answer came to: it broke off, or this page may not send there. */
export class UploadBrokeOff extends Error {
  override message = 'The upload broke off. Send the file again.'
}

/**
 * Sends the file of a job; `fetch` would not tell how far it is.
 *
 * @throws Error in words for a person, {@link UploadBrokeOff} among them, and the reason of the signal.
 */
export function sendFile(
  { method, url, fields = {}, headers = {} }: Upload,
  file: File,
  { signal, progressed }: { signal: AbortSignal; progressed: (share: number) => void },
): Promise<void> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lost = () => reject(new UploadBrokeOff())
  request.upload.onprogress = ({ loaded, total }) => progressed(total > 0 ? loaded / total : 0)
  request.onerror = lost
  request.ontimeout = lost
  request.onload = () => {
    if (request.status < 300) resolve()
    else reject(new Error(refusalOf(request)))
  }
  signal.addEventListener('abort', () => {
    request.abort()
    reject(signal.reason)
  })
  request.open(method, reachableUrl(url))
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

function refusalOf({ status, responseText }: XMLHttpRequest): string {
  try {
    return JSON.parse(responseText).message
  } catch {
    return `The file was refused (${status}).`
  }
}

/** A command that sends the file, where the page does not reach the store. */
export function uploadCommand({ url, fields = {} }: Upload, fileName: string): string {
  const parts = [...Object.entries(fields), ['file', `@${fileName}`] as const]
  const form = parts.map(([name, value]) => `  -F ${shellQuoted(`${name}=${value}`)}`)
  return [`curl ${shellQuoted(url)}`, ...form].join(' \\\n')
}
