import type { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3'
import {
  type ByteRange,
  type GetOptions,
  ObjectChanged,
  ObjectNotFound,
  type StoredBytes,
} from '../port.ts'
import { BrokenResponse, readErrorName, readStatus } from './faults.ts'
import { type HedgeBudget, runHedged } from './hedge.ts'
import { isDefinitive, type S3Requests } from './requests.ts'

/** Translates an error response about the object; other errors are returned unchanged. */
function translateError(error: unknown, key: string, range: ByteRange | undefined): unknown {
  const status = readStatus(error)
  // A missing bucket is a fault of the deployment.
  if (status === 404 && readErrorName(error) !== 'NoSuchBucket') return new ObjectNotFound(key)
  if (status === 412) return new ObjectChanged(key)
  if (status === 416) return new RangeError(`${key} ends before byte ${range?.start}`)
  return error
}

interface Lengths {
  /** Bytes of the whole object. */
  size: number
  /** Bytes of this response. */
  length: number
}

/** Reads the lengths from the headers and checks them against the requested range. */
function readLengths(output: GetObjectCommandOutput, range: ByteRange | undefined): Lengths {
  const length = output.ContentLength
  if (length === undefined || output.ETag === undefined)
    throw new BrokenResponse('the response has no length or no ETag')
  if (!range) return { size: length, length }
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(output.ContentRange ?? '') ?? []
  const end = Math.min(range.end, Number(size))
  if (Number(first) !== range.start || Number(last) !== end - 1 || length !== end - range.start)
    throw new BrokenResponse(
      `asked for ${range.start}-${range.end - 1}, got ${output.ContentRange}`,
    )
  return { size: Number(size), length }
}

/** Reads a body of `length` bytes; too short, too long or stalled is a transient fault. */
async function readBody(
  body: Readable,
  length: number,
  stallMilliseconds: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  const timer = setTimeout(() => {
    body.destroy(new BrokenResponse(`no byte for ${stallMilliseconds} ms`))
  }, stallMilliseconds)
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      timer.refresh()
      if (filled + chunk.length > length) throw new BrokenResponse('the body is too long')
      bytes.set(chunk, filled)
      filled += chunk.length
    }
  } catch (error) {
    throw error instanceof BrokenResponse
      ? error
      : new BrokenResponse('the body broke off', { cause: error })
  } finally {
    clearTimeout(timer)
  }
  if (filled < length) throw new BrokenResponse(`the body ended after ${filled} of ${length} bytes`)
  return bytes
}

/**
 * Reads an object or a range of it. A slow first byte causes at most one hedge, over all attempts.
 */
export async function readObject(
  calls: S3Requests,
  budget: HedgeBudget,
  key: string,
  { range, etag, signal }: GetOptions,
): Promise<StoredBytes> {
  const { read: policy, hedgeMilliseconds, stallMilliseconds } = calls.settings
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
    isHedge: boolean,
  ): Promise<GetObjectCommandOutput & { isHedge: boolean }> =>
    calls.send(policy, signal, async (client, abortSignal) => {
      try {
        const output = await client.send(new GetObjectCommand(input), { abortSignal })
        // The other request has won in the same turn of the event loop. An unread body would block the connection.
        if (abortSignal.aborted) (output.Body as Readable).destroy()
        return { ...output, isHedge }
      } catch (error) {
        throw translateError(error, key, range)
      }
    })
  const mayHedge = (): boolean => {
    if (hasHedge || !budget.spend()) return false
    hasHedge = true
    calls.statistics.hedges++
    return true
  }
  const hedging = { delayMilliseconds: hedgeMilliseconds, mayHedge, isDefinitive: isDefinitive }

  return await calls.attempt({ operation: 'GetObject', key, policy, signal }, async (signal) => {
    const output = await runHedged(ask, { ...hedging, signal })
    if (output.isHedge) calls.statistics.hedgesWon++
    const body = output.Body as Readable
    try {
      const { size, length } = readLengths(output, range)
      const bytes = await readBody(body, length, stallMilliseconds)
      return { key, size, etag: output.ETag!, bytes }
    } finally {
      body.destroy()
    }
  })
}
