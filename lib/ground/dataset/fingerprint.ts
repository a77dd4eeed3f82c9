import { type BigIntStats, statSync } from 'node:fs'

/**
 * Inode, size and times of a file. Every change of the content changes it, including a write in place that resets the
 * modification time: the time of the last change (ctime) cannot be reset.
 */
export type Fingerprint = string

/**
 * Returns the current fingerprint of a file; undefined when the file does not exist. Takes 3 µs. Synchronous, since
 * all threads of the pool may be busy with routes.
 */
export function readFingerprint(path: string): Fingerprint | undefined {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts?.isFile() ? formatFacts(facts) : undefined
}

function formatFacts({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Fingerprint {
  return [dev, ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')
}

/** Returns the milliseconds since the last change of the file, by this machine's clock. */
export function readUnchangedMs(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0)
}
