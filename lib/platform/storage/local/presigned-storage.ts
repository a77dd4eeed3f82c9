import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { unavailable } from '#platform/errors'
import { type ByteRange, ObjectNotFound } from '../port.ts'
import {
  checkPresigning,
  maxFileNameCharacters,
  type PresignDownloadOptions,
  type PresignedDownload,
  type PresignedUpload,
  type PresigningStorage,
  type PresignUploadOptions,
} from '../presigning.ts'
import { isAbsence, onDisk } from './faults.ts'
import { etagOf, LocalStorage } from './index.ts'
import {
  type SignedDownload,
  type SignedUpload,
  signedFields,
  signedQuery,
  verifyDownload,
  verifyUpload,
} from './presigned.ts'
import { uploadSecret } from './upload-secret.ts'

/** Paths of the local server's own routes for presigned uploads and downloads. */
export const uploadPath = '/uploads'
export const downloadPath = '/downloads/'

/** An object that is being read; the caller closes it or reads a stream to its end. */
interface OpenObject {
  size: number
  etag: string
  /** ISO 8601. */
  modifiedAt: string
  /** Closes the file at its end or when it is destroyed. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** A directory with presigned URLs, which the local server answers; the secret of this home signs them. */
export class PresignedLocalStorage extends LocalStorage implements PresigningStorage {
  readonly #home: string
  readonly #url: () => string | undefined
  #secret: Promise<Buffer> | undefined

  /** @param options.url Address of the local server, as callers reach it; read at each use. */
  constructor(home: string, { url }: { url: () => string | undefined }) {
    super(home)
    this.#home = home
    this.#url = url
  }

  #getSecret(): Promise<Buffer> {
    this.#secret ??= uploadSecret(this.#home).catch((error: unknown) => {
      this.#secret = undefined
      throw error
    })
    return this.#secret
  }

  /** @throws ApiError `service_unavailable` when the address of the server is unknown. */
  #urlOf(path: string): URL {
    const url = this.#url()
    if (!url) throw unavailable(new Error('CAIRN_URL is not set: no server takes uploads.'))
    return new URL(url.replace(/\/+$/, '') + path)
  }

  async presignUpload(key: string, options: PresignUploadOptions): Promise<PresignedUpload> {
    checkPresigning(key, options)
    const { maxBytes, expiresInSeconds } = options
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1000).toISOString()
    const fields = signedFields(await this.#getSecret(), { key, maxBytes, expiresAt })
    return { method: 'POST', url: this.#urlOf(uploadPath).href, fields, expiresAt, maxBytes }
  }

  async presignDownload(key: string, options: PresignDownloadOptions): Promise<PresignedDownload> {
    checkPresigning(key, options)
    const fileName = [...options.fileName.toWellFormed()].slice(0, maxFileNameCharacters).join('')
    const expires = Math.floor(Date.now() / 1000 + options.expiresInSeconds)
    const path = key.split('/').map(encodeURIComponent).join('/')
    const url = this.#urlOf(downloadPath + path)
    url.search = new URLSearchParams(
      signedQuery(await this.#getSecret(), { key, fileName, expires }),
    ).toString()
    return { url: url.href, expiresAt: new Date(expires * 1000).toISOString() }
  }

  /** @throws ApiError as {@link verifyUpload} does. */
  async acceptUpload(fields: Readonly<Record<string, string>>): Promise<SignedUpload> {
    return verifyUpload(await this.#getSecret(), fields)
  }

  /** @throws ApiError as {@link verifyDownload} does. */
  async acceptDownload(key: string, query: ReadonlyMap<string, string>): Promise<SignedDownload> {
    return verifyDownload(await this.#getSecret(), key, query)
  }

  /** Bytes of the disk that this user may still write. */
  async freeBytes(): Promise<number> {
    return await onDisk(async () => {
      await mkdir(this.#home, { recursive: true })
      const { bavail, bsize } = await statfs(this.#home)
      return bavail * bsize
    })
  }

  /** Opens an object for streaming; a later write of its key does not change what is read. */
  async open(key: string): Promise<OpenObject> {
    let file: FileHandle | undefined
    try {
      file = await open(this.localPath(key), 'r')
      const facts = await file.stat({ bigint: true })
      if (!facts.isFile()) throw new ObjectNotFound(key)
      const opened = file
      return {
        size: Number(facts.size),
        etag: etagOf(facts),
        modifiedAt: new Date(Number(facts.mtimeMs)).toISOString(),
        stream: (range) =>
          opened.createReadStream(range ? { start: range.start, end: range.end - 1 } : {}),
        close: () => opened.close(),
      }
    } catch (error) {
      await file?.close()
      if (error instanceof ObjectNotFound) throw error
      throw isAbsence(error) ? new ObjectNotFound(key) : unavailable(error)
    }
  }
}
