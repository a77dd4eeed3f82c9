import { createHash } from 'node:crypto'
import { incomingFolder } from '../keys.ts'
import {
  ContentMismatch,
  type ObjectInfo,
  ObjectNotFound,
  type Storage,
  type UploadOptions,
  type UploadSource,
} from '../port.ts'
import { type UploadChunk, uploadChunks } from '../upload-chunks.ts'
import { Multipart, type StoredPart, sha256Base64 } from './multipart.ts'
import { putBytes } from './put.ts'
import type { S3Requests } from './requests.ts'
import { partBytesFor } from './settings.ts'

/** The store, without its check of keys, for notes. */
export type NoteStore = Pick<Storage, 'head' | 'get' | 'delete'>

/**
 * Key of the note: an object with the id of the multipart upload of this content to this key. S3 does not
 * return the metadata of an unfinished upload, so an attempt that found one by its key alone could not
 * know whether it is of the same content.
 */
function noteKey(key: string, sha256: string): string {
  return `${incomingFolder}/${createHash('sha256').update(`${key}\n${sha256}`).digest('hex')}`
}

interface Begun {
  multipart: Multipart
  /** Parts of earlier attempts, by number. */
  kept: Map<number, StoredPart>
}

async function begin(
  calls: S3Requests,
  store: NoteStore,
  key: string,
  { sha256, signal }: UploadOptions,
): Promise<Begun> {
  const note = noteKey(key, sha256)
  const noted = await store.get(note).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return undefined
    throw error
  })
  if (noted) {
    const multipart = new Multipart(calls, key, Buffer.from(noted.bytes).toString())
    const kept = await multipart.parts(signal)
    if (kept) return { multipart, kept }
  }
  const multipart = await Multipart.begin(calls, key, { sha256 }, signal)
  await putBytes(calls, note, Buffer.from(multipart.id), { signal })
  return { multipart, kept: new Map() }
}

/** Puts `source` to `key`: see `upload` of the port. */
export async function uploadObject(
  calls: S3Requests,
  store: NoteStore,
  key: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<ObjectInfo> {
  const { sha256, signal, onProgress } = options
  const findStored = async (): Promise<ObjectInfo | undefined> => {
    const stored = await store.head(key)
    return stored?.size === source.size && stored.sha256 === sha256 ? stored : undefined
  }
  const stored = await findStored()
  if (stored) {
    onProgress?.(source.size)
    return stored
  }
  const partBytes = partBytesFor(source.size, calls.settings.partBytes)
  if (source.size <= partBytes) {
    let bytes: Uint8Array = Buffer.of()
    for await (const chunk of uploadChunks(key, source, partBytes, options)) bytes = chunk.bytes
    const info = await putBytes(calls, key, bytes, { metadata: { sha256 }, signal })
    onProgress?.(source.size)
    return { ...info, sha256 }
  }

  const { multipart, kept } = await begin(calls, store, key, options)
  const parts: StoredPart[] = []
  let storedBytes = 0
  const report = ({ bytes }: UploadChunk): void => {
    storedBytes += bytes.length
    onProgress?.(storedBytes)
  }
  async function* missing(): AsyncIterable<UploadChunk> {
    for await (const chunk of uploadChunks(key, source, partBytes, options)) {
      const part = kept.get(chunk.number)
      if (part?.sha256 === sha256Base64(chunk.bytes)) {
        parts.push(part)
        report(chunk)
      } else yield chunk
    }
  }
  const forgetNote = (): Promise<void> => store.delete(noteKey(key, sha256)).catch(() => {})
  try {
    parts.push(...(await multipart.send(missing(), { signal, onSent: report })))
  } catch (error) {
    // The parts are of other content: the next attempt must not use them.
    if (error instanceof ContentMismatch) {
      await multipart.abort()
      await forgetNote()
    }
    throw error
  }
  const info = await multipart.complete(parts, signal).then(
    (etag) => ({ key, size: source.size, etag, sha256 }),
    async (error: unknown) => {
      signal?.throwIfAborted()
      // The response may be lost, or another process has completed the same upload.
      const stored = await findStored()
      if (stored) return stored
      throw error
    },
  )
  await forgetNote()
  return info
}
