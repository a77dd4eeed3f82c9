import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '#platform/errors'
import { DatasetError } from './errors.ts'
import { type Fingerprint, readFingerprint, readUnchangedMs } from './fingerprint.ts'
import type { ManifestFile } from './manifest.ts'

/** A file of this machine whose SHA-256 was verified. */
export class VerifiedFile {
  readonly path: string
  /** Fingerprint at the time of the verification. */
  readonly fingerprint: Fingerprint
  #isBroken = false

  constructor(path: string, fingerprint: Fingerprint) {
    this.path = path
    this.fingerprint = fingerprint
  }

  /**
   * Checks that the file has not changed since its verification. A change is final, for the process may have read or
   * mapped other content meanwhile. Takes 3 µs.
   *
   * @throws ApiError `service_unavailable`.
   */
  assertIntact(): void {
    this.#isBroken ||= readFingerprint(this.path) !== this.fingerprint
    if (this.#isBroken)
      throw unavailable(new DatasetError(`${this.path} has changed since it was verified.`))
  }
}

/**
 * The clock of a file system may tick only every 10 ms. A file changed just before it is read could be changed again
 * during the read without a new fingerprint.
 */
const tickMs = 20

const chunkBytes = 1024 * 1024

const wrongSha256 = 'it has another SHA-256 than its manifest says'

/** Fingerprints of damaged files, which are not read again until they change. */
const damaged = new Map<string, { fingerprint: Fingerprint; sha256: string }>()

/**
 * Reads a file and compares it with its manifest.
 *
 * @returns The file, or a short description of its fault.
 */
export async function compareFile(
  path: string,
  { size, sha256 }: ManifestFile,
): Promise<VerifiedFile | string> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return 'it is missing'
  if (facts.size !== size) return `it has ${facts.size} bytes instead of ${size}`
  const rest = tickMs - readUnchangedMs(path)
  if (rest > 0) await sleep(Math.min(rest, tickMs))
  const before = readFingerprint(path)
  const known = damaged.get(path)
  if (known?.sha256 === sha256 && known.fingerprint === before) return wrongSha256
  const hash = createHash('sha256')
  try {
    const stream = createReadStream(path, { highWaterMark: chunkBytes })
    for await (const chunk of stream) hash.update(chunk as Buffer)
  } catch (error) {
    return `it cannot be read (${(error as Error).message})`
  }
  if (before === undefined || readFingerprint(path) !== before)
    return 'it changed while it was read'
  if (hash.digest('hex') !== sha256) {
    damaged.set(path, { fingerprint: before, sha256 })
    return wrongSha256
  }
  return new VerifiedFile(path, before)
}
