import { createHash } from 'node:crypto'
import { ContentMismatch, type UploadOptions, type UploadSource } from './port.ts'

/** @throws TypeError for what is not the SHA-256 of something, in lower-case hex. */
export function assertSha256(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`not a SHA-256 in hex: ${sha256}`)
}

/** One piece of a body; `number` counts from 1. */
export interface Piece {
  number: number
  bytes: Uint8Array
}

/**
 * The body in pieces of `pieceBytes`, in order, checked as it is read: the last piece is given only
 * when the whole is what `sha256` says.
 *
 * @throws ContentMismatch when the source gives other bytes; the signal's reason when it is aborted.
 */
export async function* piecesOf(
  key: string,
  source: UploadSource,
  pieceBytes: number,
  { sha256, signal }: UploadOptions,
): AsyncIterable<Piece> {
  const whole = createHash('sha256')
  for (let start = 0, number = 1; start < source.size; start += pieceBytes, number++) {
    signal?.throwIfAborted()
    const end = Math.min(start + pieceBytes, source.size)
    const bytes = await source.read({ start, end })
    if (bytes.length !== end - start)
      throw new ContentMismatch(key, `the body ends before its ${source.size} bytes`)
    whole.update(bytes)
    if (end === source.size) check(key, whole.digest('hex'), sha256)
    yield { number, bytes }
  }
  if (source.size === 0) check(key, whole.digest('hex'), sha256)
  signal?.throwIfAborted()
}

function check(key: string, found: string, promised: string): void {
  if (found !== promised)
    throw new ContentMismatch(key, `its SHA-256 is ${found}, and ${promised} was promised`)
}
