import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { unavailable } from '#platform/errors'
import { assertKey, assertPrefix, compareKeys, incomingFolder } from '../keys.ts'
import {
  type GetOptions,
  ObjectChanged,
  type ObjectInfo,
  ObjectNotFound,
  type Storage,
  type StoredBytes,
  type UploadOptions,
  type UploadSource,
} from '../port.ts'
import { SharedReads } from '../shared-reads.ts'
import { assertSha256, readUploadChunks } from '../upload-chunks.ts'
import { isAbsence, readErrorCode, runOnDisk } from './faults.ts'
import { Incoming, listEntries } from './incoming.ts'

/** Bytes of a chunk of an upload; one chunk is in memory. */
const uploadChunkBytes = 8 * 1024 * 1024

interface FileFacts {
  size: bigint
  mtimeNs: bigint
  ino: bigint
}

/** Makes an ETag that changes with the content: a rename changes the inode, an edit in place the time or size. */
export function makeEtag(facts: FileFacts): string {
  return `"${facts.ino.toString(36)}-${facts.mtimeNs.toString(36)}-${facts.size.toString(36)}"`
}

async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === bytes.length ? bytes : bytes.subarray(0, filled)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Stores objects as plain files under one directory. */
export class LocalStorage implements Storage {
  readonly #root: string
  readonly #incoming: Incoming
  readonly #reads = new SharedReads((key, options) => this.#read(key, options))

  /** @param root The directory; the first write creates it. */
  constructor(root: string) {
    this.#root = resolve(root)
    this.#incoming = new Incoming(this.#root)
  }

  localPath(key: string): string {
    assertKey(key)
    return join(this.#root, key)
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const path = this.localPath(key)
    try {
      const facts = await stat(path, { bigint: true })
      if (!facts.isFile()) return undefined
      const modifiedAt = new Date(Number(facts.mtimeNs / 1_000_000n)).toISOString()
      return { key, size: Number(facts.size), etag: makeEtag(facts), modifiedAt }
    } catch (error) {
      if (isAbsence(error)) return undefined
      throw unavailable(error)
    }
  }

  async get(key: string, options: GetOptions = {}): Promise<StoredBytes> {
    return await this.#reads.get(key, options)
  }

  async #read(key: string, { range, etag }: GetOptions): Promise<StoredBytes> {
    let file: FileHandle | undefined
    try {
      file = await open(this.localPath(key), constants.O_RDONLY)
      const facts = await file.stat({ bigint: true })
      if (!facts.isFile()) throw new ObjectNotFound(key)
      const size = Number(facts.size)
      const current = makeEtag(facts)
      if (etag !== undefined && etag !== current) throw new ObjectChanged(key)
      if (range && range.start >= size)
        throw new RangeError(`range starts at ${range.start}, ${key} has ${size} bytes`)
      const start = range?.start ?? 0
      const end = Math.min(range?.end ?? size, size)
      const bytes = await readFully(file, start, end)
      if (bytes.length < end - start) throw new ObjectChanged(key)
      return { key, size, etag: current, bytes }
    } catch (error) {
      if (error instanceof ObjectNotFound || error instanceof ObjectChanged) throw error
      if (error instanceof RangeError) throw error
      throw isAbsence(error) ? new ObjectNotFound(key) : unavailable(error)
    } finally {
      await file?.close()
    }
  }

  async put(key: string, body: Uint8Array | string | Readable): Promise<ObjectInfo> {
    return await this.#receive(key, body instanceof Readable ? body : [body])
  }

  async upload(key: string, source: UploadSource, options: UploadOptions): Promise<ObjectInfo> {
    const path = this.localPath(key)
    assertSha256(options.sha256)
    options.signal?.throwIfAborted()
    const stored = await this.head(key)
    if (
      stored?.size === source.size &&
      (await runOnDisk(() => hashFile(path))) === options.sha256
    ) {
      options.onProgress?.(source.size)
      return stored
    }
    return await this.#receive(key, streamBytes(key, source, options))
  }

  async #receive(
    key: string,
    chunks: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  ): Promise<ObjectInfo> {
    await this.#incoming.receive(this.localPath(key), chunks)
    this.#reads.forget(key)
    const info = await this.head(key)
    if (!info) throw unavailable(new Error(`${key} vanished while it was put`))
    return info
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    assertPrefix(prefix)
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    yield* this.#walk(parent, prefix)
  }

  async *#walk(folder: string, prefix: string): AsyncIterable<ObjectInfo> {
    const keys = (await listEntries(join(this.#root, folder)))
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
      .filter((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
      .filter((key) => key !== `${incomingFolder}/`)
      .sort(compareKeys)
    for (const key of keys) {
      if (key.endsWith('/')) yield* this.#walk(key, prefix)
      else {
        const info = await this.head(key)
        if (info) yield { key, size: info.size, etag: info.etag }
      }
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.localPath(key)
    try {
      await rm(path)
    } catch (error) {
      if (isAbsence(error) || readErrorCode(error) === 'ERR_FS_EISDIR') return
      throw unavailable(error)
    }
    this.#reads.forget(key)
    // Empty folders would accumulate.
    try {
      for (let folder = dirname(path); folder !== this.#root; folder = dirname(folder)) {
        await rmdir(folder)
      }
    } catch {
      // The folder is not empty.
    }
  }
}

async function* streamBytes(
  key: string,
  source: UploadSource,
  options: UploadOptions,
): AsyncIterable<Uint8Array> {
  let written = 0
  for await (const { bytes } of readUploadChunks(key, source, uploadChunkBytes, options)) {
    yield bytes
    // The consumer requests the next bytes when these are in the file.
    written += bytes.length
    options.onProgress?.(written)
  }
  if (source.size === 0) options.onProgress?.(0)
}
