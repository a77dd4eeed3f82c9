import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { ApiError, unavailable } from '../errors/index.ts'
import { assertKey, assertPrefix, compareKeys, incomingFolder } from './keys.ts'
import {
  type ByteRange,
  type GetOptions,
  ObjectChanged,
  type ObjectInfo,
  ObjectNotFound,
  type Storage,
  type StoredBytes,
} from './port.ts'
import { SingleFlight } from './single-flight.ts'

interface FileFacts {
  size: bigint
  mtimeNs: bigint
  ino: bigint
}

/** A rename gives a new inode, an edit in place a new time or size: cheap, and changes with the content. */
function etagOf(facts: FileFacts): string {
  return `"${facts.ino.toString(36)}-${facts.mtimeNs.toString(36)}-${facts.size.toString(36)}"`
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}

/** `a/b` is also absent when `a` is an object, and when `a/b` is only the beginning of longer keys. */
function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
}

function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end <= start)
    throw new RangeError(`not a byte range: ${start} to ${end}`)
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Objects as plain files under one directory. Equal bytes may be shared between callers: do not write to them. */
export class LocalStorage implements Storage {
  readonly #root: string
  readonly #reads = new SingleFlight<StoredBytes>()
  #swept: Promise<void> | undefined

  /** @param root The directory; made at the first write. */
  constructor(root: string) {
    this.#root = resolve(root)
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
      return { key, size: Number(facts.size), etag: etagOf(facts) }
    } catch (error) {
      if (isAbsence(error)) return undefined
      throw unavailable(error)
    }
  }

  async get(key: string, { range, etag, signal }: GetOptions = {}): Promise<StoredBytes> {
    assertKey(key)
    if (range) checkRange(range)
    signal?.throwIfAborted()
    const what = `${range ? `${range.start}-${range.end}` : 'all'} ${etag ?? ''}`
    const read = this.#reads.run(key, what, () => this.#read(key, range, etag))
    if (!signal) return await read
    // The read is shared, so one caller's abort ends that caller's wait and not the read.
    let leave = (): void => {}
    const aborted = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([read, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async #read(key: string, range?: ByteRange, etag?: string): Promise<StoredBytes> {
    let file: FileHandle | undefined
    try {
      file = await open(this.localPath(key), constants.O_RDONLY)
      const facts = await file.stat({ bigint: true })
      if (!facts.isFile()) throw new ObjectNotFound(key)
      const size = Number(facts.size)
      const current = etagOf(facts)
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
    const path = this.localPath(key)
    this.#swept ??= this.#sweepIncoming()
    await this.#swept
    const incoming = join(this.#root, incomingFolder, `${process.pid}-${randomUUID()}`)
    try {
      await this.#write(incoming, body)
      await this.#place(incoming, path)
    } catch (error) {
      await rm(incoming, { force: true }).catch(() => {})
      throw error
    }
    this.#reads.forget(key)
    const info = await this.head(key)
    if (!info) throw unavailable(new Error(`${key} vanished while it was put`))
    return info
  }

  async #write(path: string, body: Uint8Array | string | Readable): Promise<void> {
    const chunks = body instanceof Readable ? body : [body]
    const file = await this.#fault(async () => {
      await mkdir(dirname(path), { recursive: true })
      return await open(path, 'wx')
    })
    try {
      // A fault of the body is the caller's own and passes through; only ours becomes `unavailable`.
      for await (const chunk of chunks) await this.#fault(() => file.writeFile(chunk))
      await this.#fault(() => file.sync())
    } finally {
      await file.close()
    }
  }

  async #place(incoming: string, path: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(dirname(path), { recursive: true })
        await rename(incoming, path)
        await syncFolder(dirname(path))
        return
      } catch (error) {
        // A delete at the same time may take the emptied folder away between the two calls.
        if (codeOf(error) !== 'ENOENT' || attempt === 5) throw unavailable(error)
      }
    }
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    assertPrefix(prefix)
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    yield* this.#walk(parent, prefix)
  }

  async *#walk(folder: string, prefix: string): AsyncIterable<ObjectInfo> {
    const keys = (await this.#entries(join(this.#root, folder)))
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
      .filter((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
      .filter((key) => key !== `${incomingFolder}/`)
      .sort(compareKeys)
    for (const key of keys) {
      if (key.endsWith('/')) yield* this.#walk(key, prefix)
      else {
        const info = await this.head(key)
        if (info) yield info
      }
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.localPath(key)
    try {
      await rm(path)
    } catch (error) {
      if (isAbsence(error) || codeOf(error) === 'ERR_FS_EISDIR') return
      throw unavailable(error)
    }
    this.#reads.forget(key)
    // Empty folders are not objects, but they would pile up; rmdir refuses one that is not empty.
    for (let folder = dirname(path); folder !== this.#root; folder = dirname(folder)) {
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        break
    }
  }

  async #entries(path: string): Promise<Dirent[]> {
    try {
      return await readdir(path, { withFileTypes: true })
    } catch (error) {
      if (isAbsence(error)) return []
      throw unavailable(error)
    }
  }

  /** Half-written objects of processes that are gone. */
  async #sweepIncoming(): Promise<void> {
    const folder = join(this.#root, incomingFolder)
    for (const { name } of await this.#entries(folder)) {
      const pid = Number(name.split('-')[0])
      if (!isAlive(pid)) await rm(join(folder, name), { force: true }).catch(() => {})
    }
  }

  async #fault<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof ApiError ? error : unavailable(error)
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
