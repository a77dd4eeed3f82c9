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
import { isAbsence, runOnDisk } from './faults.ts'
import { LocalStorage, makeEtag } from './index.ts'
import {
  type SignedDownload,
  type SignedUpload,
  signFields,
  signQuery,
  verifyDownload,
  verifyUpload,
} from './presigned.ts'
import { readUploadSecret } from './upload-secret.ts'

/** Paths of the local server's own routes for presigned uploads and downloads. */
export const uploadPath = '/uploads'
export const downloadPath = '/downloads/'

/** An object opened for reading. The caller closes it or reads a stream to its end. */
interface OpenObject {
  size: number
  etag: string
  /** ISO 8601. */
  modifiedAt: string
  /** Streams the object; closes the file at its end or when the stream is destroyed. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/**
 * Storage in a directory, with presigned URLs that the local server handles. They are signed with the secret of that
 * directory.
 */
export class PresignedLocalStorage extends LocalStorage implements PresigningStorage {
  readonly #home: string
  readonly #url: () => string | undefined
  #secret: Promise<Buffer> | undefined

  /** @param options.url Address of the local server for callers; read at each use. */
  constructor(home: string, { url }: { url: () => string | undefined }) {
    super(home)
    this.#home = home
    this.#url = url
  }

  #getSecret(): Promise<Buffer> {
    this.#secret ??= readUploadSecret(this.#home).catch((error: unknown) => {
      this.#secret = undefined
      throw error
    })
    return this.#secret
  }

  /**
   * Makes a URL of the local server.
   *
   * @throws ApiError `service_unavailable` when the address of the server is unknown.
   */
  #makeUrl(path: string): URL {
    const url = this.#url()
    if (!url) throw unavailable(new Error('CAIRN_URL is not set: no server takes uploads.'))
    return new URL(url.replace(/\/+$/, '') + path)
  }

  async presignUpload(key: string, options: PresignUploadOptions): Promise<PresignedUpload> {
    checkPresigning(key, options)
    const { maxBytes, expiresInSeconds } = options
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1000).toISOString()
    const fields = signFields(await this.#getSecret(), { key, maxBytes, expiresAt })
    return { method: 'POST', url: this.#makeUrl(uploadPath).href, fields, expiresAt, maxBytes }
  }

  async presignDownload(key: string, options: PresignDownloadOptions): Promise<PresignedDownload> {
    checkPresigning(key, options)
    const fileName = [...options.fileName.toWellFormed()].slice(0, maxFileNameCharacters).join('')
    const expires = Math.floor(Date.now() / 1000 + options.expiresInSeconds)
    const path = key.split('/').map(encodeURIComponent).join('/')
    const url = this.#makeUrl(downloadPath + path)
    url.search = new URLSearchParams(
      signQuery(await this.#getSecret(), { key, fileName, expires }),
    ).toString()
    return { url: url.href, expiresAt: new Date(expires * 1000).toISOString() }
  }

  /**
   * Verifies the fields of an upload.
   *
   * @throws ApiError as {@link verifyUpload} does.
   */
  async acceptUpload(fields: Readonly<Record<string, string>>): Promise<SignedUpload> {
    return verifyUpload(await this.#getSecret(), fields)
  }

  /**
   * Verifies the query of a download.
   *
   * @throws ApiError as {@link verifyDownload} does.
   */
  async acceptDownload(key: string, query: ReadonlyMap<string, string>): Promise<SignedDownload> {
    return verifyDownload(await this.#getSecret(), key, query)
  }

  /** Returns the free disk space that is available to unprivileged users, in bytes. */
  async freeBytes(): Promise<number> {
    return await runOnDisk(async () => {
      await mkdir(this.#home, { recursive: true })
      const { bavail, bsize } = await statfs(this.#home)
      return bavail * bsize
    })
  }

  /** Opens an object for streaming; later writes to its key do not affect the stream. */
  async open(key: string): Promise<OpenObject> {
    let file: FileHandle | undefined
    try {
      file = await open(this.localPath(key), 'r')
      const facts = await file.stat({ bigint: true })
      if (!facts.isFile()) throw new ObjectNotFound(key)
      const opened = file
      return {
        size: Number(facts.size),
        etag: makeEtag(facts),
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
