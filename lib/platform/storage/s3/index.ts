import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { assertKey, assertPrefix, incomingFolder } from '../keys.ts'
import type { GetOptions, ObjectInfo, StoredBytes, UploadOptions, UploadSource } from '../port.ts'
import {
  checkPresigning,
  type PresignDownloadOptions,
  type PresignedDownload,
  type PresignedUpload,
  type PresigningStorage,
  type PresignUploadOptions,
} from '../presigning.ts'
import { SharedReads } from '../shared-reads.ts'
import { assertSha256 } from '../upload-chunks.ts'
import { readErrorName, readStatus } from './faults.ts'
import { HedgeBudget } from './hedge.ts'
import { putBytes, putStream } from './put.ts'
import { readObject } from './read.ts'
import { S3Requests, type S3Statistics } from './requests.ts'
import { defaultSettings, type S3Settings } from './settings.ts'
import { uploadObject } from './upload.ts'

export type { S3Statistics } from './requests.ts'
export type { S3Settings } from './settings.ts'

export interface S3StorageOptions {
  bucket: string
  /**
   * Client configuration in addition to the SDK's own environment variables: `AWS_REGION`, `AWS_ENDPOINT_URL_S3`,
   * credentials.
   */
  client?: S3ClientConfig
  settings?: Partial<S3Settings>
}

/** Stores objects in one S3 bucket, without a cache. */
export class S3Storage implements PresigningStorage {
  readonly #calls: S3Requests
  readonly #client: S3Client
  readonly #hedges = new HedgeBudget()
  readonly #reads = new SharedReads((key, options) =>
    readObject(this.#calls, this.#hedges, key, options),
  )

  constructor({ bucket, client, settings }: S3StorageOptions) {
    this.#client = new S3Client({
      // `S3Requests` handles retries, because it detects truncated bodies and sends hedges.
      maxAttempts: 1,
      followRegionRedirects: true,
      requestHandler: { connectionTimeout: 1000 },
      ...client,
    })
    this.#calls = new S3Requests(this.#client, bucket, { ...defaultSettings, ...settings })
  }

  get statistics(): Readonly<S3Statistics> {
    return { ...this.#calls.statistics }
  }

  /** Closes idle connections. */
  close(): void {
    this.#client.destroy()
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    assertKey(key)
    const input = { Bucket: this.#calls.bucket, Key: key }
    const policy = this.#calls.settings.read
    return await this.#calls.call(
      { operation: 'HeadObject', key, policy },
      async (client, abortSignal) => {
        try {
          const found = await client.send(new HeadObjectCommand(input), { abortSignal })
          const sha256 = found.Metadata?.sha256
          const info = { key, size: found.ContentLength ?? 0, etag: found.ETag ?? '' }
          const modifiedAt = found.LastModified?.toISOString()
          return {
            ...info,
            ...(modifiedAt && { modifiedAt }),
            ...(sha256 !== undefined && { sha256 }),
          }
        } catch (error) {
          if (readStatus(error) === 404 && readErrorName(error) !== 'NoSuchBucket') return undefined
          throw error
        }
      },
    )
  }

  async get(key: string, options: GetOptions = {}): Promise<StoredBytes> {
    return await this.#reads.get(key, options)
  }

  async put(key: string, body: Uint8Array | string | Readable): Promise<ObjectInfo> {
    assertKey(key)
    const info =
      body instanceof Readable
        ? await putStream(this.#calls, key, body)
        : await putBytes(this.#calls, key, typeof body === 'string' ? Buffer.from(body) : body)
    this.#reads.forget(key)
    return info
  }

  async upload(key: string, source: UploadSource, options: UploadOptions): Promise<ObjectInfo> {
    assertKey(key)
    assertSha256(options.sha256)
    options.signal?.throwIfAborted()
    // The keys of upload notes are reserved: `assertKey` would refuse them.
    const notes = {
      head: (key: string) => this.head(key),
      get: (key: string) => readObject(this.#calls, this.#hedges, key, {}),
      delete: (key: string) => this.#delete(key),
    }
    const info = await uploadObject(this.#calls, notes, key, source, options)
    this.#reads.forget(key)
    return info
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    assertPrefix(prefix)
    let token: string | undefined
    do {
      const input = {
        Bucket: this.#calls.bucket,
        Prefix: prefix,
        ...(token !== undefined && { ContinuationToken: token }),
      }
      const policy = this.#calls.settings.write
      const page = await this.#calls.call(
        { operation: 'ListObjectsV2', key: prefix, policy },
        (client, abortSignal) => client.send(new ListObjectsV2Command(input), { abortSignal }),
      )
      // The AWS console creates empty objects `a/` as folders.
      for (const { Key: key = '', Size: size = 0, ETag: etag = '' } of page.Contents ?? [])
        if (!key.endsWith('/') && !key.startsWith(`${incomingFolder}/`)) yield { key, size, etag }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  async delete(key: string): Promise<void> {
    assertKey(key)
    await this.#delete(key)
    this.#reads.forget(key)
  }

  async presignUpload(key: string, options: PresignUploadOptions): Promise<PresignedUpload> {
    checkPresigning(key, options)
    const { presignPost } = await import('./presign.ts')
    return await presignPost(this.#client, this.#calls.bucket, key, options)
  }

  async presignDownload(key: string, options: PresignDownloadOptions): Promise<PresignedDownload> {
    checkPresigning(key, options)
    const { presignGet } = await import('./presign.ts')
    return await presignGet(this.#client, this.#calls.bucket, key, options)
  }

  async #delete(key: string): Promise<void> {
    const input = { Bucket: this.#calls.bucket, Key: key }
    const policy = this.#calls.settings.write
    await this.#calls.call({ operation: 'DeleteObject', key, policy }, (client, abortSignal) =>
      client.send(new DeleteObjectCommand(input), { abortSignal }),
    )
  }
}

/** Environment variables; all except the bucket are the SDK's own. */
export interface S3Environment {
  CAIRN_BUCKET?: string | undefined
  AWS_REGION?: string | undefined
  AWS_ENDPOINT_URL_S3?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
}

/**
 * Makes the client configuration. The SDK reads the variables of the process by itself; variables of another
 * environment are passed to it.
 */
function makeClientConfig(env: S3Environment): S3ClientConfig {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const { AWS_SESSION_TOKEN: sessionToken } = env
  return {
    ...(env.AWS_REGION && { region: env.AWS_REGION }),
    ...(env.AWS_ENDPOINT_URL_S3 && { endpoint: env.AWS_ENDPOINT_URL_S3 }),
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      }),
  }
}

/** Opens the store in a bucket, by default in `CAIRN_BUCKET`. */
export function openS3Storage(env: S3Environment, bucket = env.CAIRN_BUCKET): S3Storage {
  if (!bucket) throw new Error('CAIRN_BUCKET names no bucket')
  return new S3Storage({
    bucket,
    client: env === process.env ? {} : makeClientConfig(env),
  })
}
export { HedgeBudget, runHedged } from './hedge.ts'
