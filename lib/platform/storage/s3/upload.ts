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
import { readUploadChunks, type UploadChunk } from '../upload-chunks.ts'
import { hashBase64, Multipart, type StoredPart } from './multipart.ts'
import { putBytes } from './put.ts'
import type { S3Requests } from './requests.ts'
import { choosePartBytes } from './settings.ts'

/** The store of notes, without the check of keys. */
export type NoteStore = Pick<Storage, 'head' | 'get' | 'delete'>

/**
 * Returns the key of the note, an object with the id of the multipart upload of this content to this key. S3 does not
 * return the metadata of an unfinished upload, so an attempt that found one by its key alone could not know whether
 * its content is the same.
 */
function makeNoteKey(key: string, sha256: string): string {
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
  const note = makeNoteKey(key, sha256)
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

/** Puts `source` to `key`; see `upload` of the port. */
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
  const partBytes = choosePartBytes(source.size, calls.settings.partBytes)
  if (source.size <= partBytes) {
    let bytes: Uint8Array = Buffer.of()
    for await (const chunk of readUploadChunks(key, source, partBytes, options)) bytes = chunk.bytes
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
  async function* yieldMissing(): AsyncIterable<UploadChunk> {
    for await (const chunk of readUploadChunks(key, source, partBytes, options)) {
      const part = kept.get(chunk.number)
      if (part?.sha256 === hashBase64(chunk.bytes)) {
        parts.push(part)
        report(chunk)
      } else yield chunk
    }
  }
  const forgetNote = (): Promise<void> => store.delete(makeNoteKey(key, sha256)).catch(() => {})
  try {
    parts.push(...(await multipart.send(yieldMissing(), { signal, onSent: report })))
  } catch (error) {
    // The parts belong to other content: the next attempt must not use them.
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
      // The response may have been lost, or another process may have completed the same upload.
      const stored = await findStored()
      if (stored) return stored
      throw error
    },
  )
  await forgetNote()
  return info
}
