import * as z from 'zod'
import { SingleFlight, type Storage } from '../storage/index.ts'
import { DatasetError } from './errors.ts'
import { fingerprintOf } from './fingerprint.ts'
import { compareFile, IntactFile } from './intact-file.ts'
import { type Manifest, type ManifestFile, readJson, sha256 } from './manifest.ts'
import { buildPrefix, verifiedKey } from './names.ts'

/**
 * `verified.json`: files of a region on this machine, `<build>/<file>`, that were compared with their
 * SHA-256, and how they looked then. Only a memory: what it lacks is read again.
 */
const Verified = z.record(z.string(), z.object({ fingerprint: z.string(), sha256 }))
type Verified = z.infer<typeof Verified>

/** Files that are read at the same time. */
const parallelFiles = 4

/** Followers of one process ask for the same files at the same time. */
const comparing = new SingleFlight<IntactFile | string>()

/** Files of a build that were verified. */
export interface VerifiedFiles {
  /** By name; empty where the store is a bucket. */
  files: ReadonlyMap<string, IntactFile>
  /**
   * Makes sure that the files are still those that were verified.
   *
   * @throws ApiError `service_unavailable`, from the first change on for ever.
   */
  assertIntact(): void
}

/**
 * Makes sure that files of a build, by default all, are what the manifest says, where the store is a
 * directory of this machine; what a bucket holds is verified as it is read. A file that was read once is
 * remembered by how it looks, in `verified.json` beside the builds, and not read again until it changes.
 *
 * @throws DatasetError that names every file that is missing or damaged, and what to do.
 */
export async function verifyFiles(
  storage: Storage,
  manifest: Manifest,
  names: readonly string[] = manifest.files.map(({ name }) => name),
): Promise<VerifiedFiles> {
  if (!storage.localPath) return { files: new Map(), assertIntact() {} }
  const { name, build } = manifest
  const wanted = manifest.files.filter((file) => names.includes(file.name))
  const remembered = await recall(storage, name)
  const files = new Map<string, IntactFile>()
  const faults: string[] = []
  const fresh: Verified = {}
  const verify = async (file: ManifestFile): Promise<void> => {
    const path = storage.localPath!(buildPrefix(name, build) + file.name)
    const known = remembered[`${build}/${file.name}`]
    if (known?.sha256 === file.sha256 && known.fingerprint === fingerprintOf(path)) {
      files.set(file.name, new IntactFile(path, known.fingerprint))
      return
    }
    const compared = await comparing.run(path, file.sha256, () => compareFile(path, file))
    if (typeof compared === 'string') {
      faults.push(`${file.name} of build ${build} of region ${name} is damaged: ${compared}`)
      return
    }
    // Another object for each who asks: what one saw change is no matter of the others.
    files.set(file.name, new IntactFile(path, compared.fingerprint))
    const { fingerprint } = compared
    fresh[`${build}/${file.name}`] = { fingerprint, sha256: file.sha256 }
  }
  const waiting = [...wanted]
  const workOn = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await verify(file)
  }
  await Promise.all(Array.from({ length: parallelFiles }, workOn))
  if (Object.keys(fresh).length > 0) await remember(storage, name, fresh)
  if (faults.length > 0)
    throw new DatasetError(
      `${faults.join('; ')}. Publish an earlier build (npm run region -- rollback ${name}), or build the region again.`,
    )
  return {
    files,
    assertIntact() {
      for (const file of files.values()) file.assertIntact()
    },
  }
}

/** As {@link verifyFiles}, one file, where the store is a directory of this machine. */
export async function verifyFile(
  storage: Storage,
  manifest: Manifest,
  name: string,
): Promise<IntactFile> {
  return (await verifyFiles(storage, manifest, [name])).files.get(name)!
}

async function recall(storage: Storage, name: string): Promise<Verified> {
  const file = { key: verifiedKey(name), schema: Verified, what: 'The list of verified files' }
  return (await readJson(storage, file).catch(() => undefined))?.value ?? {}
}

async function remember(storage: Storage, name: string, fresh: Verified): Promise<void> {
  const kept: Verified = {}
  for (const [file, facts] of Object.entries(await recall(storage, name))) {
    const [build = '', rest = ''] = file.split('/')
    // Those of builds that are gone, and of files that have changed, are no use any more.
    const path = storage.localPath!(buildPrefix(name, build) + rest)
    if (fingerprintOf(path) === facts.fingerprint) kept[file] = facts
  }
  const text = `${JSON.stringify({ ...kept, ...fresh }, null, 2)}\n`
  // On a disk that takes no writes the next start reads the files again.
  await storage.put(verifiedKey(name), text).catch(() => {})
}
