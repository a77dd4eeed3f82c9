import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RegionError } from '../errors.ts'
import { describeUnexpected, type ExpectedContent } from './content.ts'
import { requestFollowingRedirects } from './request.ts'
import { StalledError, TransientError } from './transient-errors.ts'

export interface Download {
  url: string
  path: string
  /** Expected content; anything else, such as a login page, is refused. */
  content?: ExpectedContent
  /** Maximum size; a larger file is refused, whether its size is announced or not. */
  maxBytes: number
  signal?: AbortSignal | undefined
  onProgress?: (fraction: number) => void
  /** Wait before the second attempt; doubled each time. */
  firstWaitMs?: number
  /** A connection that delivers under a kilobyte in this time has stalled. */
  stallMs?: number
}

/** Result of a download; `absent` is a 404. */
export type DownloadResult = 'downloaded' | 'unchanged' | 'absent'

/** Minimum bytes in `stallMs`; a slower server counts as stalled. */
const minBytesPerStall = 1024

async function readSize(path: string): Promise<number> {
  return await stat(path).then(
    (facts) => facts.size,
    () => 0,
  )
}

async function readTag(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined)
}

/**
 * Downloads a file, through `<path>.part`. A broken download resumes from there, now or in the next run, if
 * the server still has the same content (`If-Range`). An existing file whose entity tag is known is downloaded
 * again only if the server has other content (`If-None-Match`).
 *
 * @throws RegionError for a status other than success or 404, unexpected or too much content, a disk error,
 * and a server that stays unreachable.
 */
export async function download(request: Download): Promise<DownloadResult> {
  await withDiskErrors(request.path, () => mkdir(dirname(request.path), { recursive: true }))
  let waitMs = request.firstWaitMs ?? 500
  for (let attempt = 1; ; attempt++) {
    request.signal?.throwIfAborted()
    try {
      return await tryDownload(request)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (!(error instanceof TransientError)) throw error
      if (attempt >= error.maxTries) {
        await removeUnresumablePart(request.path)
        throw new RegionError(`${request.url} cannot be downloaded: ${error.message}`, {
          cause: error,
        })
      }
      await sleep(waitMs, undefined, { signal: request.signal }).catch(() => {})
      waitMs *= 2
    }
  }
}

/** Removes a part without an entity tag, because it cannot be resumed. */
async function removeUnresumablePart(path: string): Promise<void> {
  if ((await readTag(`${path}.part.etag`)) === undefined) await removePart(path)
}

async function removePart(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true })
  await rm(`${path}.part.etag`, { force: true })
}

/** Turns disk errors into a `RegionError`. */
async function withDiskErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new RegionError(
      isFull
        ? `The disk is full: ${path} does not fit; free some space and run the command again, it resumes.`
        : `${path} cannot be written (${code}); check the folder and its permissions.`,
      { cause: error },
    )
  }
}

async function tryDownload(request: Download): Promise<DownloadResult> {
  const { stallMs = 30_000 } = request
  const stalled = new AbortController()
  const timer = setTimeout(() => {
    const seconds = Number((stallMs / 1000).toPrecision(2))
    stalled.abort(new StalledError(`the server sent less than 1 kB in ${seconds} s`))
  }, stallMs)
  const signals = [stalled.signal, ...(request.signal ? [request.signal] : [])]
  try {
    return await transfer(request, AbortSignal.any(signals), timer)
  } finally {
    clearTimeout(timer)
    // Aborting closes an unfinished response; cancelling its body could wait for more data.
    stalled.abort()
  }
}

async function transfer(
  request: Download,
  signal: AbortSignal,
  timer: NodeJS.Timeout,
): Promise<DownloadResult> {
  const { url, path, onProgress } = request
  const part = `${path}.part`
  const partTag = `${part}.etag`
  const tag = `${path}.etag`
  const have = await readSize(part)
  const resumeTag = have > 0 ? await readTag(partTag) : undefined
  // Offsets count bytes of the file itself, so it must not be compressed.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (resumeTag) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': resumeTag })
  else if ((await readSize(path)) > 0) {
    const known = await readTag(tag)
    if (known) headers['if-none-match'] = known
  }
  const response = await requestFollowingRedirects(url, headers, signal)
  if (response.status === 304 && headers['if-none-match']) return 'unchanged'
  if (response.status === 404) return 'absent'
  if (response.status === 416) {
    // The part is as long as the file, or longer: start over.
    await rm(part, { force: true })
    throw new TransientError('the partial file did not match')
  }
  refuse(response, url)
  const range = parseRange(response)
  const resumes = range !== undefined && resumeTag !== undefined && range.start === have
  if (response.status === 206 && !resumes) {
    await rm(part, { force: true })
    throw new TransientError('the server sent a different range than requested')
  }
  const before = resumes ? have : 0
  const total = resumes ? range.total : readLength(response)
  await assertFits(request, total, total === undefined ? 0 : total - before)
  const etag = response.headers.get('etag')
  // A weak tag does not guarantee equal bytes, so it cannot be used to resume.
  await withDiskErrors(path, async () => {
    if (etag && !etag.startsWith('W/')) await writeFile(partTag, etag)
    else await rm(partTag, { force: true })
  })
  await receive(response, request, { before, total, signal, timer })
  const got = await readSize(part)
  if (total !== undefined && got !== total) {
    if (got > total) await removePart(path)
    throw new TransientError(`${got} bytes arrived instead of ${total}`)
  }
  await withDiskErrors(path, async () => {
    await rename(part, path)
    await rm(partTag, { force: true })
    if (etag) await writeFile(tag, etag)
    else await rm(tag, { force: true })
  })
  onProgress?.(1)
  return 'downloaded'
}

/** Returns the size of the whole body, or undefined if it is compressed in spite of the request. */
function readLength(response: Response): number | undefined {
  const length = response.headers.get('content-length')
  const isCompressed = (response.headers.get('content-encoding') ?? 'identity') !== 'identity'
  return length === null || isCompressed ? undefined : Number(length)
}

function parseRange(response: Response): { start: number; total: number } | undefined {
  if (response.status !== 206) return undefined
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  if (!range) return undefined
  const [, start, end, total] = range
  return { start: Number(start), total: total === '*' ? Number(end) + 1 : Number(total) }
}

/** Throws, before the body is received, if the file exceeds `maxBytes` or its rest does not fit on the disk. */
async function assertFits(
  request: Download,
  totalBytes: number | undefined,
  dueBytes: number,
): Promise<void> {
  const isTooLarge = totalBytes !== undefined && totalBytes > request.maxBytes
  const { bavail, bsize } = await statfs(dirname(request.path))
  const freeBytes = bavail * bsize
  if (!isTooLarge && dueBytes <= freeBytes) return
  if (isTooLarge) throw await reportTooLarge(request, `it has ${size(totalBytes)}`)
  throw new RegionError(
    `${request.url} cannot be downloaded: ${size(dueBytes)} are missing, and the disk of ${dirname(request.path)} has ${size(freeBytes)} free.`,
  )
}

async function reportTooLarge(
  { url, path, maxBytes }: Download,
  found: string,
): Promise<RegionError> {
  await removePart(path)
  return new RegionError(`${url} is too large: ${found}, the limit is ${size(maxBytes)}.`)
}

function size(bytes: number): string {
  if (bytes < 1e4) return `${bytes} bytes`
  return bytes < 1e8 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function refuse(response: Response, url: string): void {
  if (response.status === 200 || response.status === 206) return
  const answer = `the server answered ${response.status}`
  if (response.status >= 500 || response.status === 429) throw new TransientError(answer)
  throw new RegionError(`${url} cannot be downloaded: ${answer}.`)
}

interface Transfer {
  /** Bytes already in the part. */
  before: number
  total: number | undefined
  signal: AbortSignal
  /** Detects a stall. */
  timer: NodeJS.Timeout
}

/** Appends a body to the part, or starts a new part; received bytes stay on disk. */
async function receive(
  response: Response,
  request: Download,
  { before, total, signal, timer }: Transfer,
): Promise<void> {
  const part = `${request.path}.part`
  if (!response.body)
    throw new TransientError(`the response for ${basename(request.path)} had no body`)
  let got = before
  let sinceRefresh = 0
  const file = await withDiskErrors(request.path, () => open(part, before > 0 ? 'a' : 'w'))
  try {
    const body = passErrors(response.body, signal)
    for await (const chunk of before > 0 ? body : checkHead(body, request)) {
      got += chunk.byteLength
      if (got > request.maxBytes) throw await reportTooLarge(request, 'more arrived')
      await withDiskErrors(request.path, () => file.writeFile(chunk))
      sinceRefresh += chunk.byteLength
      if (sinceRefresh >= minBytesPerStall) {
        sinceRefresh = 0
        timer.refresh()
      }
      if (total) request.onProgress?.(Math.min(0.999, got / total))
    }
  } finally {
    await file.close()
  }
}

/** Passes on a body once its first bytes match the expected content. */
async function* checkHead(
  body: AsyncIterable<Uint8Array>,
  { url, path, content }: Download,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  const isExpected = (bytes: Buffer): boolean => !content || content.matches(bytes)
  const refuseHead = async (bytes: Buffer): Promise<never> => {
    await removePart(path)
    throw new RegionError(`${url} is not ${content!.name} but ${describeUnexpected(bytes)}`)
  }
  for await (const chunk of body) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < (content?.headBytes ?? 0)) continue
    if (!isExpected(head)) await refuseHead(head)
    yield head
    head = undefined
  }
  if (!head) return
  // The body is shorter than the bytes needed to recognise it.
  if (!isExpected(head)) await refuseHead(head)
  yield head
}

/** Turns connection errors into transient ones; disk errors stay as they are. */
async function* passErrors(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    signal.throwIfAborted()
    throw new TransientError('the connection broke', { cause: error })
  }
}
