import * as z from 'zod'
import { Semaphore, SingleFlight } from '#platform/concurrency'
import { cairnCommand } from '#platform/home'
import type { Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import { readFingerprint } from './fingerprint.ts'
import { type Manifest, type ManifestFile, readJson, sha256 } from './manifest.ts'
import { buildPrefix, verifiedKey } from './names.ts'
import { compareFile, VerifiedFile } from './verified-file.ts'

/**
 * `verified.json`: files of a region on this machine, `<build>/<file>`, whose SHA-256 was verified, with
 * their fingerprint at that time. Only a cache: files that it lacks are read again.
 */
const Verified = z.record(z.string(), z.object({ fingerprint: z.string(), sha256 }))
type Verified = z.infer<typeof Verified>

/** Number of files that are read in parallel. */
const parallelFiles = 4

/** Shares verifications, since resources of one process open the same files at the same time. */
const comparing = new SingleFlight<VerifiedFile | string>()

/** The verified files of a build. */
export interface VerifiedFiles {
  /** Files by name; empty for a bucket. */
  files: ReadonlyMap<string, VerifiedFile>
  /**
   * Checks that no file has changed since its verification.
   *
   * @throws ApiError `service_unavailable`, permanently once a file has changed.
   */
  assertIntact(): void
}

/**
 * Compares files of a build, by default all, with the manifest, if the store is a directory of this machine. Data
 * from a bucket is verified when it is read. `verified.json` beside the builds caches the fingerprint of a verified
 * file, which is read again only when it has changed.
 *
 * @throws DatasetError that names every missing or damaged file, and the remedy.
 */
export async function verifyFiles(
  storage: Storage,
  manifest: Manifest,
  names: readonly string[] | ((name: string) => boolean) = () => true,
): Promise<VerifiedFiles> {
  if (!storage.localPath) return { files: new Map(), assertIntact() {} }
  const { name, build } = manifest
  const cached = await readCache(storage, name)
  const files = new Map<string, VerifiedFile>()
  const faults: string[] = []
  const fresh: Verified = {}
  const verify = async (file: ManifestFile): Promise<void> => {
    const path = storage.localPath!(buildPrefix(name, build) + file.name)
    const known = cached[`${build}/${file.name}`]
    if (known?.sha256 === file.sha256 && known.fingerprint === readFingerprint(path)) {
      files.set(file.name, new VerifiedFile(path, known.fingerprint))
      return
    }
    const result = await comparing.run(path, file.sha256, () => compareFile(path, file))
    if (typeof result === 'string') {
      faults.push(`${file.name} of build ${build} of region ${name} is damaged: ${result}`)
      return
    }
    // Each caller gets its own object: a change detected by one does not break the others.
    files.set(file.name, new VerifiedFile(path, result.fingerprint))
    const { fingerprint } = result
    fresh[`${build}/${file.name}`] = { fingerprint, sha256: file.sha256 }
  }
  const semaphore = new Semaphore(parallelFiles)
  const isWanted = typeof names === 'function' ? names : (name: string) => names.includes(name)
  const wanted = manifest.files.filter((file) => isWanted(file.name))
  await Promise.all(wanted.map((file) => semaphore.run(() => verify(file))))
  if (Object.keys(fresh).length > 0) await updateCache(storage, name, fresh)
  if (faults.length > 0)
    throw new DatasetError(
      `${faults.join('; ')}. Publish an earlier build (${cairnCommand} region rollback ${name}), or build the region again.`,
    )
  return {
    files,
    assertIntact() {
      for (const file of files.values()) file.assertIntact()
    },
  }
}

/** Verifies one file like {@link verifyFiles}, in a store that is a directory of this machine. */
export async function verifyFile(
  storage: Storage,
  manifest: Manifest,
  name: string,
): Promise<VerifiedFile> {
  return (await verifyFiles(storage, manifest, [name])).files.get(name)!
}

async function readCache(storage: Storage, name: string): Promise<Verified> {
  const file = { key: verifiedKey(name), schema: Verified, label: 'The list of verified files' }
  return (await readJson(storage, file).catch(() => undefined))?.value ?? {}
}

async function updateCache(storage: Storage, name: string, fresh: Verified): Promise<void> {
  const kept: Verified = {}
  for (const [file, facts] of Object.entries(await readCache(storage, name))) {
    const [build = '', rest = ''] = file.split('/')
    // Drops entries of removed builds and changed files.
    const path = storage.localPath!(buildPrefix(name, build) + rest)
    if (readFingerprint(path) === facts.fingerprint) kept[file] = facts
  }
  const text = `${JSON.stringify({ ...kept, ...fresh }, null, 2)}\n`
  // On a read-only disk the next start reads the files again.
  await storage.put(verifiedKey(name), text).catch(() => {})
}
