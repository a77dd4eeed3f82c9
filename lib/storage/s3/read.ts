import type { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3'
import {
  type ByteRange,
  type GetOptions,
  ObjectChanged,
  ObjectNotFound,
  type StoredBytes,
} from '../port.ts'
import { isAnswer, type S3Calls } from './calls.ts'
import { BrokenAnswer, nameOf, statusOf } from './faults.ts'
import { type HedgeBudget, hedged } from './hedge.ts'

/** What a refusal says about the object; other errors are as they were. */
function answerOf(error: unknown, key: string, range: ByteRange | undefined): unknown {
  const status = statusOf(error)
  // A bucket that is not there is our fault and not an answer about an object.
  if (status === 404 && nameOf(error) !== 'NoSuchBucket') return new ObjectNotFound(key)
  if (status === 412) return new ObjectChanged(key)
  if (status === 416) return new RangeError(`${key} ends before byte ${range?.start}`)
  return error
}

interface Promised {
  /** Of the whole object. */
  size: number
  length: number
}

/** What the headers promise, checked against what was asked for. */
function promisedBy(output: GetObjectCommandOutput, range: ByteRange | undefined): Promised {
  const length = output.ContentLength
  if (length === undefined || output.ETag === undefined)
    throw new BrokenAnswer('the answer has no length or no ETag')
  if (!range) return { size: length, length }
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(output.ContentRange ?? '') ?? []
  const end = Math.min(range.end, Number(size))
  if (Number(first) !== range.start || Number(last) !== end - 1 || length !== end - range.start)
    throw new BrokenAnswer(`asked for ${range.start}-${range.end - 1}, got ${output.ContentRange}`)
  return { size: Number(size), length }
}

/** Reads the body to its promised end; too short, too long or stalled is a fault that may pass. */
async function bodyOf(
  body: Readable,
  length: number,
  stallMilliseconds: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  const timer = setTimeout(() => {
    body.destroy(new BrokenAnswer(`no byte for ${stallMilliseconds} ms`))
  }, stallMilliseconds)
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      timer.refresh()
      if (filled + chunk.length > length) throw new BrokenAnswer('the body is too long')
      bytes.set(chunk, filled)
      filled += chunk.length
    }
  } catch (error) {
    throw error instanceof BrokenAnswer
      ? error
      : new BrokenAnswer('the body broke off', { cause: error })
  } finally {
    clearTimeout(timer)
  }
  if (filled < length) throw new BrokenAnswer(`the body ended after ${filled} of ${length} bytes`)
  return bytes
}

/**
 * Reads an object or a range of it. At most one second request is made for a slow first byte, however
 * many attempts it takes.
 */
export async function readObject(
  calls: S3Calls,
  budget: HedgeBudget,
  key: string,
  { range, etag, signal }: GetOptions,
): Promise<StoredBytes> {
  const { read: patience, hedgeMilliseconds, stallMilliseconds } = calls.settings
  const input = {
    Bucket: calls.bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end - 1}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  }
  let hasHedge = false
  budget.earn()

  const ask = (
    signal: AbortSignal,
    twin: boolean,
  ): Promise<GetObjectCommandOutput & { twin: boolean }> =>
    calls.send(patience, signal, async (client, abortSignal) => {
      try {
        const output = await client.send(new GetObjectCommand(input), { abortSignal })
        // Too late: its twin has won in the same turn. An unread body would keep the connection.
        if (abortSignal.aborted) (output.Body as Readable).destroy()
        return { ...output, twin }
      } catch (error) {
        throw answerOf(error, key, range)
      }
    })
  const mayHedge = (): boolean => {
    if (hasHedge || !budget.spend()) return false
    hasHedge = true
    calls.statistics.hedges++
    return true
  }
  const hedging = { delayMilliseconds: hedgeMilliseconds, mayHedge, isAnswer }

  return await calls.attempt({ operation: 'GetObject', key, patience, signal }, async (signal) => {
    const output = await hedged(ask, { ...hedging, signal })
    if (output.twin) calls.statistics.hedgesWon++
    const body = output.Body as Readable
    try {
      const { size, length } = promisedBy(output, range)
      const bytes = await bodyOf(body, length, stallMilliseconds)
      return { key, size, etag: output.ETag!, bytes }
    } finally {
      body.destroy()
    }
  })
}
