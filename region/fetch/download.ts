import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RegionError } from '../errors.ts'

export interface Download {
  url: string
  path: string
  signal?: AbortSignal | undefined
  onProgress?: (fraction: number) => void
  /** Before the second try; doubled each time. */
  firstWaitMs?: number
}

/** How a download ended: `absent` is a 404. */
export type DownloadEnd = 'downloaded' | 'unchanged' | 'absent'

/** A fault that another try may mend. */
class PassingFault extends Error {
  /** How often to try in all. */
  readonly tries: number = 6
}

/** Without a network nobody wants to wait long to be told so. */
class OutOfReach extends PassingFault {
  override readonly tries = 3
}

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
 * @throws RegionError for an answer other than success or 404, and when the server stays out of reach.
 */
export async function download(request: Download): Promise<DownloadEnd> {
  await mkdir(dirname(request.path), { recursive: true })
  let waitMs = request.firstWaitMs ?? 500
  for (let attempt = 1; ; attempt++) {
    request.signal?.throwIfAborted()
    try {
      return await tryOnce(request)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (!(error instanceof PassingFault)) throw error
      if (attempt >= error.tries)
        throw new RegionError(`${request.url} cannot be downloaded: ${error.message}`, {
          cause: error,
        })
      await sleep(waitMs, undefined, { signal: request.signal }).catch(() => {})
      waitMs *= 2
    }
  }
}

async function tryOnce({ url, path, signal, onProgress }: Download): Promise<DownloadEnd> {
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
  const response = await reach(url, headers, signal)
  if (response.status === 304) {
    await response.body?.cancel()
    return 'unchanged'
  }
  if (response.status === 404) {
    await response.body?.cancel()
    return 'absent'
  }
  if (response.status === 416) {
    // The part is as long as the file, or longer: begin anew.
    await response.body?.cancel()
    await rm(part, { force: true })
    throw new PassingFault('the part that was there did not fit')
  }
  await refuse(response, url)
  const goesOn = response.status === 206 && startsAt(response, have)
  if (response.status === 206 && !goesOn) {
    await response.body?.cancel()
    await rm(part, { force: true })
    throw new PassingFault('the server sent another part than asked for')
  }
  const etag = response.headers.get('etag')
  // A weak tag does not promise equal bytes, so nothing is resumed by it.
  if (etag && !etag.startsWith('W/')) await writeFile(partTag, etag)
  else await rm(partTag, { force: true })
  const before = goesOn ? have : 0
  const length = response.headers.get('content-length')
  const total = length === null ? undefined : before + Number(length)
  await receive(response, part, before, total, onProgress)
  const got = await sizeOf(part)
  if (total !== undefined && got !== total)
    throw new PassingFault(`${got} bytes came instead of ${total}`)
  await rename(part, path)
  await rm(partTag, { force: true })
  if (etag) await writeFile(tag, etag)
  else await rm(tag, { force: true })
  onProgress?.(1)
  return 'downloaded'
}

async function reach(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: 'follow', signal: signal ?? null })
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
    const why = cause?.code ?? cause?.message ?? (error as Error).message
    const host = URL.parse(url)?.host ?? url
    throw new OutOfReach(`${host} cannot be reached (${why}); is there a network?`, {
      cause: error,
    })
  }
}

async function refuse(response: Response, url: string): Promise<void> {
  if (response.status === 200 || response.status === 206) return
  await response.body?.cancel()
  const answer = `the server answered ${response.status}`
  if (response.status >= 500 || response.status === 429) throw new PassingFault(answer)
  throw new RegionError(`${url} cannot be downloaded: ${answer}.`)
}

function startsAt(response: Response, position: number): boolean {
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')
  return Number(range?.[1]) === position
}

/** Appends a body to the part, or starts the part anew; whatever has come stays on disk. */
async function receive(
  response: Response,
  part: string,
  before: number,
  total: number | undefined,
  onProgress: Download['onProgress'],
): Promise<void> {
  if (!response.body) throw new PassingFault(`no content came for ${basename(part)}`)
  let got = before
  const file = await open(part, before > 0 ? 'a' : 'w')
  try {
    for await (const chunk of arriving(response.body)) {
      await file.writeFile(chunk)
      got += chunk.byteLength
      if (total) onProgress?.(Math.min(0.999, got / total))
    }
  } finally {
    await file.close()
  }
}

/** Tells a broken connection from a full disk. */
async function* arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new PassingFault('the connection broke', { cause: error })
  }
}
