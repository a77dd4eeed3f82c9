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
import { type Piece, piecesOf } from '../uploading.ts'
import type { S3Calls } from './calls.ts'
import { Multipart, type StoredPart, sha256Base64 } from './multipart.ts'
import { putBytes } from './put.ts'
import { partBytesFor } from './settings.ts'

/** What an upload uses of the store it is part of, past the check of keys. */
export type NoteStore = Pick<Storage, 'head' | 'get' | 'delete'>

/**
 * The object that remembers which multipart upload brings this content to this key. S3 gives an
 * upload's metadata back to nobody, so by the key alone an attempt could not know whether what it
 * finds was begun for this content, and the object would keep the SHA-256 of another.
 */
function noteKey(key: string, sha256: string): string {
  return `${incomingFolder}/${createHash('sha256').update(`${key}\n${sha256}`).digest('hex')}`
}

interface Begun {
  multipart: Multipart
  /** What earlier attempts have left, by number. */
  kept: Map<number, StoredPart>
}

async function begin(
  calls: S3Calls,
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
  calls: S3Calls,
  store: NoteStore,
  key: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<ObjectInfo> {
  const { sha256, signal, onProgress } = options
  const arrived = async (): Promise<ObjectInfo | undefined> => {
    const there = await store.head(key)
    return there?.size === source.size && there.sha256 === sha256 ? there : undefined
  }
  const there = await arrived()
  if (there) {
    onProgress?.(source.size)
    return there
  }
  const partBytes = partBytesFor(source.size, calls.settings.partBytes)
  if (source.size <= partBytes) {
    let bytes: Uint8Array = Buffer.of()
    for await (const piece of piecesOf(key, source, partBytes, options)) bytes = piece.bytes
    const info = await putBytes(calls, key, bytes, { metadata: { sha256 }, signal })
    onProgress?.(source.size)
    return { ...info, sha256 }
  }

  const { multipart, kept } = await begin(calls, store, key, options)
  const parts: StoredPart[] = []
  let inStore = 0
  const tell = ({ bytes }: Piece): void => {
    inStore += bytes.length
    onProgress?.(inStore)
  }
  async function* missing(): AsyncIterable<Piece> {
    for await (const piece of piecesOf(key, source, partBytes, options)) {
      const part = kept.get(piece.number)
      if (part?.sha256 === sha256Base64(piece.bytes)) {
        parts.push(part)
        tell(piece)
      } else yield piece
    }
  }
  const forgetNote = (): Promise<void> => store.delete(noteKey(key, sha256)).catch(() => {})
  try {
    parts.push(...(await multipart.send(missing(), { signal, onSent: tell })))
  } catch (error) {
    // Parts of another content are of no use to the next attempt.
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
      // The answer may have got lost on the way, or another process has completed the same upload.
      const there = await arrived()
      if (there) return there
      throw error
    },
  )
  await forgetNote()
  return info
}
