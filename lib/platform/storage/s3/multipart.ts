import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { UploadChunk } from '../upload-chunks.ts'
import { readErrorName } from './faults.ts'
import type { S3Call, S3Requests } from './requests.ts'
import { chooseRetryPolicy } from './settings.ts'

/** A part that has been uploaded. */
export interface StoredPart {
  number: number
  etag: string
  /** SHA-256, Base64. */
  sha256: string
}

export function hashBase64(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** Timeout for completing an upload. S3 may take minutes to join large parts, and sends nothing meanwhile. */
const completionTimeoutMilliseconds = 300_000

/** One multipart upload. S3 checks the SHA-256 of every part; the object appears when the upload is completed. */
export class Multipart {
  readonly id: string
  readonly #calls: S3Requests
  readonly #key: string
  readonly #place: { Bucket: string; Key: string; UploadId: string }

  constructor(calls: S3Requests, key: string, id: string) {
    this.id = id
    this.#calls = calls
    this.#key = key
    this.#place = { Bucket: calls.bucket, Key: key, UploadId: id }
  }

  static async begin(
    calls: S3Requests,
    key: string,
    metadata: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Multipart> {
    const input = {
      Bucket: calls.bucket,
      Key: key,
      ChecksumAlgorithm: 'SHA256',
      Metadata: metadata,
    } as const
    const policy = calls.settings.write
    const call = { operation: 'CreateMultipartUpload', key, policy, signal }
    const { UploadId } = await calls.call(call, (client, abortSignal) =>
      client.send(new CreateMultipartUploadCommand(input), { abortSignal }),
    )
    return new Multipart(calls, key, UploadId!)
  }

  #call(operation: string, signal?: AbortSignal): S3Call {
    return { operation, key: this.#key, policy: this.#calls.settings.write, signal }
  }

  /** Lists the uploaded parts by number; `undefined` when the upload was completed or aborted. */
  async parts(signal?: AbortSignal): Promise<Map<number, StoredPart> | undefined> {
    const found = new Map<number, StoredPart>()
    let marker: string | undefined
    do {
      const input = { ...this.#place, ...(marker !== undefined && { PartNumberMarker: marker }) }
      const page = await this.#calls.call(this.#call('ListParts', signal), (client, abortSignal) =>
        client.send(new ListPartsCommand(input), { abortSignal }).catch((error: unknown) => {
          if (readErrorName(error) === 'NoSuchUpload') return undefined
          throw error
        }),
      )
      if (!page) return undefined
      for (const { PartNumber: number, ETag: etag, ChecksumSHA256: sha256 } of page.Parts ?? [])
        if (number && etag && sha256) found.set(number, { number, etag, sha256 })
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (marker !== undefined)
    return found
  }

  async #send({ number, bytes }: UploadChunk, signal: AbortSignal): Promise<StoredPart> {
    const sha256 = hashBase64(bytes)
    const call = this.#call('UploadPart', signal)
    call.policy = chooseRetryPolicy(bytes.length, call.policy)
    const input = { ...this.#place, PartNumber: number, Body: bytes, ChecksumSHA256: sha256 }
    const { ETag } = await this.#calls.call(call, (client, abortSignal) =>
      client.send(new UploadPartCommand(input), { abortSignal }),
    )
    return { number, etag: ETag!, sha256 }
  }

  /**
   * Sends the chunks, a few at a time. Throws the first fault of the source, the store or the signal after all
   * requests in flight have ended.
   */
  async send(
    chunks: AsyncIterable<UploadChunk>,
    {
      signal,
      onSent,
    }: { signal?: AbortSignal | undefined; onSent?(chunk: UploadChunk): void } = {},
  ): Promise<StoredPart[]> {
    const stop = new AbortController()
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const sent: StoredPart[] = []
    const inFlight = new Set<Promise<void>>()
    const send = async (chunk: UploadChunk): Promise<void> => {
      try {
        sent.push(await this.#send(chunk, either))
        onSent?.(chunk)
      } catch (error) {
        stop.abort(error)
      }
    }
    try {
      for await (const chunk of chunks) {
        const sending: Promise<void> = send(chunk).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
        if (inFlight.size >= this.#calls.settings.parallelParts) await Promise.race(inFlight)
        either.throwIfAborted()
      }
    } catch (error) {
      stop.abort(error)
    }
    await Promise.all(inFlight)
    either.throwIfAborted()
    return sent
  }

  /** Completes the upload. @returns The object's ETag. */
  async complete(parts: StoredPart[], signal?: AbortSignal): Promise<string> {
    const inOrder = parts
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, etag, sha256 }) => ({
        PartNumber: number,
        ETag: etag,
        ChecksumSHA256: sha256,
      }))
    const call = this.#call('CompleteMultipartUpload', signal)
    call.policy = { ...call.policy, responseTimeoutMilliseconds: completionTimeoutMilliseconds }
    const input = { ...this.#place, MultipartUpload: { Parts: inOrder } }
    const { ETag } = await this.#calls.call(call, (client, abortSignal) =>
      client.send(new CompleteMultipartUploadCommand(input), { abortSignal }),
    )
    return ETag!
  }

  /** Discards the parts; if that fails, the bucket's lifecycle rule removes them later. */
  async abort(): Promise<void> {
    const input = this.#place
    await this.#calls
      .call(this.#call('AbortMultipartUpload'), (client, abortSignal) =>
        client.send(new AbortMultipartUploadCommand(input), { abortSignal }),
      )
      .catch(() => {})
  }
}
