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
  /** What must come; a login page in its place is refused. */
  content?: ExpectedContent
  /** More is refused, whether it is announced or just comes. */
  maxBytes: number
  signal?: AbortSignal | undefined
  onProgress?: (fraction: number) => void
  /** Before the second try; doubled each time. */
  firstWaitMs?: number
  /** For how long less than a kilobyte may come. */
  stallMs?: number
}

/** How a download ended: `absent` is a 404. */
export type DownloadResult = 'downloaded' | 'unchanged' | 'absent'

/** What must come within `stallMs`: a server that drips is as good as one that has stopped. */
const minBytesPerStall = 1024

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (facts) => facts.size,
    () => 0,
  )
}

async function readTag(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined)
}

/**
 * Downloads a file. What has come goes to `<path>.part`; a broken download goes on from there, now or
 * in the next run, provided that the server still has the same content (`If-Range`). A file that is
 * there already is only asked after.
 *
 * @throws RegionError for an answer other than success or 404, for other content than is wanted or more
 * of it, for a disk that cannot take it, and when the server stays out of reach.
 */
export async function download(request: Download): Promise<DownloadResult> {
  await onDisk(request.path, () => mkdir(dirname(request.path), { recursive: true }))
  let waitMs = request.firstWaitMs ?? 500
  for (let attempt = 1; ; attempt++) {
    request.signal?.throwIfAborted()
    try {
      return await tryOnce(request)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (!(error instanceof TransientError)) throw error
      if (attempt >= error.maxTries) {
        await removeUselessPart(request.path)
        throw new RegionError(`${request.url} cannot be downloaded: ${error.message}`, {
          cause: error,
        })
      }
      await sleep(waitMs, undefined, { signal: request.signal }).catch(() => {})
      waitMs *= 2
    }
  }
}

/** Without its tag a part cannot be gone on with. */
async function removeUselessPart(path: string): Promise<void> {
  if ((await readTag(`${path}.part.etag`)) === undefined) await removePart(path)
}

async function removePart(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true })
  await rm(`${path}.part.etag`, { force: true })
}

/** Puts faults of the disk into words. */
async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new RegionError(
      isFull
        ? `The disk is full: ${path} does not fit; make room and run it again, it goes on where it stopped.`
        : `${path} cannot be written (${code}); check the folder and its permissions.`,
      { cause: error },
    )
  }
}

async function tryOnce(request: Download): Promise<DownloadResult> {
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
    // Ends what is not read to its end; cancelling a body may wait for more of it.
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
  const have = await sizeOf(part)
  const resumeTag = have > 0 ? await readTag(partTag) : undefined
  // Offsets count bytes of the file itself, so it must not come packed.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (resumeTag) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': resumeTag })
  else if ((await sizeOf(path)) > 0) {
    const known = await readTag(tag)
    if (known) headers['if-none-match'] = known
  }
  const response = await requestFollowingRedirects(url, headers, signal)
  if (response.status === 304 && headers['if-none-match']) return 'unchanged'
  if (response.status === 404) return 'absent'
  if (response.status === 416) {
    // The part is as long as the file, or longer: begin anew.
    await rm(part, { force: true })
    throw new TransientError('the part that was there did not fit')
  }
  refuse(response, url)
  const range = rangeOf(response)
  const goesOn = range !== undefined && resumeTag !== undefined && range.start === have
  if (response.status === 206 && !goesOn) {
    await rm(part, { force: true })
    throw new TransientError('the server sent another part than asked for')
  }
  const before = goesOn ? have : 0
  const total = goesOn ? range.total : lengthOf(response)
  await assertFits(request, total, total === undefined ? 0 : total - before)
  const etag = response.headers.get('etag')
  // A weak tag does not promise equal bytes, so nothing is resumed by it.
  await onDisk(path, async () => {
    if (etag && !etag.startsWith('W/')) await writeFile(partTag, etag)
    else await rm(partTag, { force: true })
  })
  await receive(response, request, { before, total, signal, timer })
  const got = await sizeOf(part)
  if (total !== undefined && got !== total) {
    if (got > total) await removePart(path)
    throw new TransientError(`${got} bytes came instead of ${total}`)
  }
  await onDisk(path, async () => {
    await rename(part, path)
    await rm(partTag, { force: true })
    if (etag) await writeFile(tag, etag)
    else await rm(tag, { force: true })
  })
  onProgress?.(1)
  return 'downloaded'
}

/** The bytes of the whole body as they arrive; unknown when it comes packed after all. */
function lengthOf(response: Response): number | undefined {
  const length = response.headers.get('content-length')
  const isPacked = (response.headers.get('content-encoding') ?? 'identity') !== 'identity'
  return length === null || isPacked ? undefined : Number(length)
}

function rangeOf(response: Response): { start: number; total: number } | undefined {
  if (response.status !== 206) return undefined
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  if (!range) return undefined
  const [, start, end, total] = range
  return { start: Number(start), total: total === '*' ? Number(end) + 1 : Number(total) }
}

/** Refuses what is known to be too large, before any of it comes. */
async function assertFits(
  request: Download,
  totalBytes: number | undefined,
  dueBytes: number,
): Promise<void> {
  const isTooLarge = totalBytes !== undefined && totalBytes > request.maxBytes
  const { bavail, bsize } = await statfs(dirname(request.path))
  const freeBytes = bavail * bsize
  if (!isTooLarge && dueBytes <= freeBytes) return
  if (isTooLarge) throw await tooLarge(request, `it has ${size(totalBytes)}`)
  throw new RegionError(
    `${request.url} cannot be downloaded: ${size(dueBytes)} are to come, and the disk of ${dirname(request.path)} has ${size(freeBytes)} free.`,
  )
}

async function tooLarge({ url, path, maxBytes }: Download, how: string): Promise<RegionError> {
  await removePart(path)
  return new RegionError(`${url} is too large: ${how}, and up to ${size(maxBytes)} are allowed.`)
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
  /** Bytes of the part that are there. */
  before: number
  total: number | undefined
  signal: AbortSignal
  /** Of the stall. */
  timer: NodeJS.Timeout
}

/** Appends a body to the part, or starts the part anew; whatever has come stays on disk. */
async function receive(
  response: Response,
  request: Download,
  { before, total, signal, timer }: Transfer,
): Promise<void> {
  const part = `${request.path}.part`
  if (!response.body) throw new TransientError(`no content came for ${basename(request.path)}`)
  let got = before
  let sinceRefresh = 0
  const file = await onDisk(request.path, () => open(part, before > 0 ? 'a' : 'w'))
  try {
    const body = arriving(response.body, signal)
    for await (const chunk of before > 0 ? body : checkedHead(body, request)) {
      got += chunk.byteLength
      if (got > request.maxBytes) throw await tooLarge(request, 'more came')
      await onDisk(request.path, () => file.writeFile(chunk))
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

/** Passes a body on once its first bytes are those of the content that is wanted. */
async function* checkedHead(
  body: AsyncIterable<Uint8Array>,
  { url, path, content }: Download,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  const isWanted = (bytes: Buffer): boolean => !content || content.matches(bytes)
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
    if (!isWanted(head)) await refuseHead(head)
    yield head
    head = undefined
  }
  if (!head) return
  // A body shorter than what it takes to tell.
  if (!isWanted(head)) await refuseHead(head)
  yield head
}

/** Tells a broken connection and a stall from a full disk. */
async function* arriving(
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
