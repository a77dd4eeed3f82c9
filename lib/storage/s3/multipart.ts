import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Piece } from '../uploading.ts'
import type { Call, S3Calls } from './calls.ts'
import { nameOf } from './faults.ts'
import { patienceFor } from './settings.ts'

/** A part in the store. */
export interface StoredPart {
  number: number
  etag: string
  /** Base64, as S3 has it. */
  sha256: string
}

export function sha256Base64(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** Putting large parts together takes S3 up to minutes, in which it sends nothing. */
const completionMilliseconds = 300_000

/** One multipart upload: S3 checks every part by its SHA-256 and shows the object when it is whole. */
export class Multipart {
  readonly id: string
  readonly #calls: S3Calls
  readonly #key: string
  readonly #place: { Bucket: string; Key: string; UploadId: string }

  constructor(calls: S3Calls, key: string, id: string) {
    this.id = id
    this.#calls = calls
    this.#key = key
    this.#place = { Bucket: calls.bucket, Key: key, UploadId: id }
  }

  static async begin(
    calls: S3Calls,
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
    const patience = calls.settings.write
    const call = { operation: 'CreateMultipartUpload', key, patience, signal }
    const { UploadId } = await calls.call(call, (client, abortSignal) =>
      client.send(new CreateMultipartUploadCommand(input), { abortSignal }),
    )
    return new Multipart(calls, key, UploadId!)
  }

  #call(operation: string, signal?: AbortSignal): Call {
    return { operation, key: this.#key, patience: this.#calls.settings.write, signal }
  }

  /** The parts that are there, by number; `undefined` when the upload is over or was thrown away. */
  async parts(signal?: AbortSignal): Promise<Map<number, StoredPart> | undefined> {
    const found = new Map<number, StoredPart>()
    let marker: string | undefined
    do {
      const input = { ...this.#place, ...(marker !== undefined && { PartNumberMarker: marker }) }
      const page = await this.#calls.call(this.#call('ListParts', signal), (client, abortSignal) =>
        client.send(new ListPartsCommand(input), { abortSignal }).catch((error: unknown) => {
          if (nameOf(error) === 'NoSuchUpload') return undefined
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

  async #send({ number, bytes }: Piece, signal: AbortSignal): Promise<StoredPart> {
    const sha256 = sha256Base64(bytes)
    const call = this.#call('UploadPart', signal)
    call.patience = patienceFor(bytes.length, call.patience)
    const input = { ...this.#place, PartNumber: number, Body: bytes, ChecksumSHA256: sha256 }
    const { ETag } = await this.#calls.call(call, (client, abortSignal) =>
      client.send(new UploadPartCommand(input), { abortSignal }),
    )
    return { number, etag: ETag!, sha256 }
  }

  /**
   * Sends the pieces, a few at a time. The first fault ends it: of the pieces' source, of the store,
   * or the signal's reason. By then nothing is on its way any more.
   */
  async send(
    pieces: AsyncIterable<Piece>,
    { signal, onSent }: { signal?: AbortSignal | undefined; onSent?(piece: Piece): void } = {},
  ): Promise<StoredPart[]> {
    const stop = new AbortController()
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const sent: StoredPart[] = []
    const underway = new Set<Promise<void>>()
    const send = async (piece: Piece): Promise<void> => {
      try {
        sent.push(await this.#send(piece, either))
        onSent?.(piece)
      } catch (error) {
        stop.abort(error)
      }
    }
    try {
      for await (const piece of pieces) {
        const sending: Promise<void> = send(piece).finally(() => underway.delete(sending))
        underway.add(sending)
        if (underway.size >= this.#calls.settings.parallelParts) await Promise.race(underway)
        either.throwIfAborted()
      }
    } catch (error) {
      stop.abort(error)
    }
    await Promise.all(underway)
    either.throwIfAborted()
    return sent
  }

  /** @returns The object's ETag. */
  async complete(parts: StoredPart[], signal?: AbortSignal): Promise<string> {
    const inOrder = parts
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, etag, sha256 }) => ({
        PartNumber: number,
        ETag: etag,
        ChecksumSHA256: sha256,
      }))
    const call = this.#call('CompleteMultipartUpload', signal)
    call.patience = { ...call.patience, answerMilliseconds: completionMilliseconds }
    const input = { ...this.#place, MultipartUpload: { Parts: inOrder } }
    const { ETag } = await this.#calls.call(call, (client, abortSignal) =>
      client.send(new CompleteMultipartUploadCommand(input), { abortSignal }),
    )
    return ETag!
  }

  /** Throws the parts away; what cannot be reached now is left to the bucket's lifecycle. */
  async abort(): Promise<void> {
    const input = this.#place
    await this.#calls
      .call(this.#call('AbortMultipartUpload'), (client, abortSignal) =>
        client.send(new AbortMultipartUploadCommand(input), { abortSignal }),
      )
      .catch(() => {})
  }
}
