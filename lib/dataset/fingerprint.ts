import { type BigIntStats, statSync } from 'node:fs'

/**
 * How a file looks from outside: its inode, size and times. Whoever changes its content changes this as
 * well, also by a write in place that puts the time of modification back, since nobody can put back the
 * time of the last change (ctime).
 */
export type Fingerprint = string

/**
 * The fingerprint of a file as it is now; undefined when there is none. Takes 3 µs, and is synchronous
 * since all threads of the pool may be busy with routes.
 */
export function fingerprintOf(path: string): Fingerprint | undefined {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts?.isFile() ? print(facts) : undefined
}

function print({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Fingerprint {
  return [dev, ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')
}

/** Milliseconds since the file was changed last, by this machine's clock. */
export function unchangedMs(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0)
}
