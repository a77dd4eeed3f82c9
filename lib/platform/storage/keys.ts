const maxKeyBytes = 1024

/** Folder for half-written objects, which is never listed and never part of a key. */
export const incomingFolder = '.incoming'

function isAllowedSegment(segment: string): boolean {
  return segment !== '.' && segment !== '..' && !segment.includes('\0')
}

/**
 * Checks an object key: segments joined by `/`, none empty, `.` or `..`, no NUL, at most 1,024 bytes of UTF-8 (the
 * limit of S3).
 *
 * @throws TypeError for an invalid key: keys are never made from a caller's text, so it is a bug.
 */
export function assertKey(key: string): void {
  const segments = key.split('/')
  if (
    segments[0] === incomingFolder ||
    Buffer.byteLength(key) > maxKeyBytes ||
    !segments.every((segment) => segment !== '' && isAllowedSegment(segment))
  )
    throw new TypeError(`not an object key: ${JSON.stringify(key)}`)
}

/** Checks a listing prefix: the beginning of a key, or an empty text. */
export function assertPrefix(prefix: string): void {
  const segments = prefix.split('/')
  const last = segments.pop() ?? ''
  if (
    Buffer.byteLength(prefix) > maxKeyBytes ||
    last.includes('\0') ||
    !segments.every((segment) => segment !== '' && isAllowedSegment(segment))
  )
    throw new TypeError(`not a key prefix: ${JSON.stringify(prefix)}`)
}

/** Compares keys by their UTF-8 bytes, as S3 does. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
