import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  Busboy,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from '@fastify/busboy'
import { ApiError, unavailable } from '#platform/errors'
import type { ObjectInfo, PresignedLocalStorage } from '#platform/storage'
import { refuseRaw } from './write-answer.ts'

/** Bytes that an upload must send in a window, about 2 kB/s: a slower one would block a connection. */
const minWindowBytes = 64 * 1024
/** Maximum bytes of a refused upload that are read, so that its sender sees the answer. */
const maxDrainedBytes = 64 * 1024 * 1024
/** Maximum bytes around the file: boundaries, fields and their headers. */
const maxFrameBytes = 256 * 1024
/** Bytes of the disk that uploads leave free. */
const minFreeBytes = 1024 ** 3
/** Bytes of an upload between two checks of the disk. */
const spaceCheckBytes = 64 * 1024 * 1024

export interface UploadReception {
  storage: PresignedLocalStorage
  /**
   * Milliseconds within which at least {@link minWindowBytes} must arrive. Otherwise the upload gets 408 and the
   * connection is closed.
   */
  windowMs: number
  /** Refuses the upload with this error, whatever it contains. */
  refusal?: ApiError | undefined
  /** Called with the signed key before anything is stored. Throws to refuse the upload. */
  accept(key: string): Promise<void>
}

/**
 * Receives a signed form and stores its file, with only a piece of it in memory at a time. Nothing is stored before the
 * whole form has arrived, or after an error.
 *
 * @throws ApiError `bad_request` for a malformed form, `forbidden`, `payload_too_large`.
 */
export async function receiveUpload(
  request: IncomingMessage,
  { storage, windowMs, refusal, accept }: UploadReception,
): Promise<ObjectInfo> {
  const form = new UploadForm(request, storage, accept)
  if (refusal) form.fail(refusal)
  let windowBytes = 0
  const window = setInterval(() => {
    if (windowBytes < minWindowBytes) {
      form.fail(new Error('the upload came too slowly'))
      refuseRaw(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT')
    }
    windowBytes = 0
  }, windowMs)
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      windowBytes += chunk.length
      if (!form.failure) await form.write(chunk)
      if (form.failure && bytes > maxDrainedBytes) break
    }
  } catch (error) {
    // The sender has hung up.
    form.fail(error)
  } finally {
    clearInterval(window)
  }
  return await form.end()
}

/** A form, parsed as it arrives. */
class UploadForm {
  /** Reason why the upload is refused. */
  failure: { error: unknown } | undefined
  readonly #storage: PresignedLocalStorage
  readonly #accept: (key: string) => Promise<void>
  readonly #declaredBytes: number
  readonly #form: BusboyInstance | undefined
  readonly #fields = new Map<string, string>()
  readonly #finished = Promise.withResolvers<void>()
  #file: BusboyFileStream | undefined
  #stored: Promise<ObjectInfo> | undefined
  /** Resolves the wait for the form to consume a chunk. */
  #proceed = () => {}

  constructor(
    { headers }: IncomingMessage,
    storage: PresignedLocalStorage,
    accept: (key: string) => Promise<void>,
  ) {
    this.#storage = storage
    this.#accept = accept
    this.#declaredBytes = Number(headers['content-length'] ?? 0)
    this.#finished.promise.catch(() => {})
    try {
      this.#form = new Busboy({
        headers: headers as BusboyHeaders,
        isPartAFile: (name) => name === 'file',
        limits: {
          fieldSize: 16 * 1024,
          fields: 30,
          files: 1,
          headerPairs: 20,
          headerSize: 16 * 1024,
        },
      })
    } catch {
      this.fail(malformed('Send the upload as multipart/form-data.'))
      return
    }
    this.#form
      .on('field', (name, value, _, isCut) => this.#addField(name, value, isCut))
      .on('file', (_, file) => this.#addFile(file))
      .on('filesLimit', () => this.fail(malformed('Send one file in the form.')))
      .on('fieldsLimit', () => this.fail(malformed('The form has too many fields.')))
      .on('error', () => this.fail(malformed('The form is malformed or incomplete.')))
      .on('finish', () => this.#finished.resolve())
  }

  fail(error: unknown): void {
    this.failure ??= { error }
    this.#finished.reject(this.failure.error)
    this.#file?.destroy(this.failure.error as Error)
    this.#proceed()
  }

  /** Passes bytes to the form. Resolves when it has consumed them or has failed. */
  async write(chunk: Buffer): Promise<void> {
    const taken = Promise.withResolvers<void>()
    this.#proceed = taken.resolve
    this.#form!.write(chunk, () => taken.resolve())
    await taken.promise
  }

  /** Completes the form. Must be called when the request has ended, successfully or not. */
  async end(): Promise<ObjectInfo> {
    if (!this.failure) {
      this.#form!.end()
      await this.#finished.promise.catch(() => {})
    }
    if (!this.failure && !this.#stored) this.fail(malformed('Send the field file last.'))
    const [stored] = await Promise.allSettled([this.#stored])
    if (this.failure) throw this.failure.error
    if (stored.status === 'rejected') throw stored.reason
    return stored.value!
  }

  #addField(name: string, value: string, isCut: boolean): void {
    // As in S3, fields after the file are ignored.
    if (this.#stored) return
    if (isCut || this.#fields.has(name)) {
      this.fail(malformed('A field of the form is too long or is given twice.'))
    }
    this.#fields.set(name, value)
  }

  #addFile(file: BusboyFileStream): void {
    this.#file = file
    // Until the file is read; then an error is thrown to the reader.
    file.on('error', () => {})
    this.#stored = this.#store(file)
    this.#stored.catch((error: unknown) => this.fail(error))
  }

  async #store(file: BusboyFileStream): Promise<ObjectInfo> {
    const { key, maxBytes } = await this.#storage.acceptUpload(Object.fromEntries(this.#fields))
    if (this.#declaredBytes > maxBytes + maxFrameBytes) throw tooLarge(maxBytes)
    await this.#accept(key)
    await requireSpace(this.#storage, this.#declaredBytes)
    return await this.#storage.put(key, Readable.from(this.#readContents(file, maxBytes)))
  }

  /** Yields the file's bytes and ends only when the whole form has arrived, so that a partial file is never stored. */
  async *#readContents(file: BusboyFileStream, maxBytes: number): AsyncGenerator<Buffer> {
    let size = 0
    let nextCheckAt = spaceCheckBytes
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (size >= nextCheckAt) {
        nextCheckAt = size + spaceCheckBytes
        // Others write to the disk meanwhile.
        await requireSpace(this.#storage, spaceCheckBytes)
      }
      yield chunk
    }
    await this.#finished.promise
  }
}

/**
 * Throws `service_unavailable` when storing this many bytes would leave less than {@link minFreeBytes} on the disk.
 * Uploads call it repeatedly as they arrive, so the check covers all of them together.
 */
async function requireSpace(storage: PresignedLocalStorage, bytes: number): Promise<void> {
  const freeBytes = await storage.freeBytes()
  if (freeBytes - bytes >= minFreeBytes) return
  throw unavailable(
    new Error(`${freeBytes} bytes are free on the disk`),
    'The disk of the server is nearly full: ask its operator for room, and send the file again.',
  )
}

function malformed(message: string): ApiError {
  return new ApiError('bad_request', message)
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `The file is over the ${maxBytes.toLocaleString('en-US')} bytes that were agreed.`,
  )
}
