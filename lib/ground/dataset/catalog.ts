import * as z from 'zod'
import type { Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import { type Manifest, readCheckedManifest, readJson, sha256 } from './manifest.ts'
import {
  assertBuildId,
  assertRegionName,
  buildPrefix,
  datasetsPrefix,
  manifestKey,
  pointerKey,
} from './names.ts'
import { verifyFiles } from './verified-files.ts'

/**
 * `current.json`: the published build and earlier published ones, latest first. `manifests` contains the SHA-256 of
 * their manifests, which in turn contain the SHA-256 of the files; earlier versions did not write it.
 */
const Pointer = z
  .object({
    build: z.string(),
    previous: z.array(z.string()),
    manifests: z.record(z.string(), sha256).optional(),
  })
  .refine(
    ({ build, manifests }) => !manifests || manifests[build] !== undefined,
    'no SHA-256 of the published manifest',
  )
export type Pointer = z.infer<typeof Pointer>

const maxPreviousBuilds = 20

/**
 * Reads the pointer of a region; undefined when nothing is published.
 *
 * @throws DatasetError when the pointer is damaged.
 */
export async function readPointer(storage: Storage, name: string): Promise<Pointer | undefined> {
  assertRegionName(name)
  const label = `The pointer of region ${name} (current.json)`
  return (await readJson(storage, { key: pointerKey(name), schema: Pointer, label }))?.value
}

export interface DatasetSummary {
  name: string
  /** Published build, or null. */
  build: string | null
  /** All finished builds, latest first. */
  builds: string[]
}

/** Lists all regions with at least one finished build, by name. */
export async function listDatasets(storage: Storage): Promise<DatasetSummary[]> {
  const builds = new Map<string, string[]>()
  for await (const { key } of storage.list(datasetsPrefix)) {
    const [, name, build, file] = key.split('/')
    if (!name || !build || file !== 'manifest.json') continue
    builds.set(name, [build, ...(builds.get(name) ?? [])])
  }
  return await Promise.all(
    [...builds].map(async ([name, builds]) => ({
      name,
      build: (await readPointer(storage, name))?.build ?? null,
      builds,
    })),
  )
}

/** Lists the finished builds of a region, latest first; empty for an unknown region. */
export async function listBuilds(storage: Storage, name: string): Promise<string[]> {
  assertRegionName(name)
  const builds: string[] = []
  for await (const { key } of storage.list(`${datasetsPrefix}${name}/`)) {
    const [, , build, file] = key.split('/')
    if (build && file === 'manifest.json') builds.unshift(build)
  }
  return builds
}

/** Checks that every file of a build exists in its full size. */
export async function assertComplete(storage: Storage, manifest: Manifest): Promise<void> {
  const { name, build, files } = manifest
  const heads = files.map((file) => storage.head(buildPrefix(name, build) + file.name))
  for (const [index, info] of (await Promise.all(heads)).entries()) {
    const file = files[index]!
    if (!info) throw new DatasetError(`Build ${build} of region ${name} lacks ${file.name}.`)
    if (info.size !== file.size)
      throw new DatasetError(
        `${file.name} of build ${build} of region ${name} has ${info.size} bytes instead of ${file.size}.`,
      )
  }
}

/**
 * Checks that a build is undamaged: on this machine by the SHA-256 of every file; in a bucket, where each upload was
 * checked, by file sizes.
 *
 * @returns The SHA-256 of its manifest.
 */
async function assertIntact(
  storage: Storage,
  name: string,
  build: string,
  manifestSha256: string | undefined,
): Promise<string> {
  const { value: manifest, sha256 } = await readCheckedManifest(
    storage,
    name,
    build,
    manifestSha256,
  )
  if (storage.localPath) await verifyFiles(storage, manifest)
  else await assertComplete(storage, manifest)
  return sha256
}

async function writePointer(
  storage: Storage,
  name: string,
  { build, previous, manifests: sha256ByBuild }: Required<Pointer>,
): Promise<Pointer> {
  const kept = [build, ...previous].filter((each) => sha256ByBuild[each] !== undefined)
  const manifests = Object.fromEntries(kept.map((each) => [each, sha256ByBuild[each]!]))
  const pointer = { build, previous, manifests }
  await storage.put(pointerKey(name), `${JSON.stringify(pointer, null, 2)}\n`)
  return pointer
}

/**
 * Publishes a finished build. Keeps the earlier one for a rollback.
 *
 * @throws DatasetError when the build does not exist or is damaged; the pointer is then unchanged.
 */
export async function publish(storage: Storage, name: string, build: string): Promise<Pointer> {
  // Publishing repairs a damaged pointer, without its list of earlier builds.
  const current = await readPointer(storage, name).catch((error: unknown) => {
    if (error instanceof DatasetError) return undefined
    throw error
  })
  const known = current?.manifests ?? {}
  const sha256 = await assertIntact(storage, name, build, known[build])
  if (current?.build === build && known[build]) return current
  const before = current ? [current.build, ...current.previous] : []
  const previous = before.filter((other) => other !== build).slice(0, maxPreviousBuilds)
  return await writePointer(storage, name, {
    build,
    previous,
    manifests: { ...known, [build]: sha256 },
  })
}

/**
 * Publishes the previously published build, skipping removed ones.
 *
 * @throws DatasetError when nothing is published, the earlier build does not exist, or it is damaged.
 */
export async function rollback(storage: Storage, name: string): Promise<Pointer> {
  const current = await readPointer(storage, name)
  if (!current) throw new DatasetError(`Nothing is published of region ${name}.`)
  const existing = new Set(await listBuilds(storage, name))
  const previous = current.previous.filter((build) => existing.has(build))
  const build = previous.shift()
  if (!build) throw new DatasetError(`Region ${name} has no earlier published build to go back to.`)
  const known = current.manifests ?? {}
  const sha256 = await assertIntact(storage, name, build, known[build])
  return await writePointer(storage, name, {
    build,
    previous,
    manifests: { ...known, [build]: sha256 },
  })
}

/** Removes every object of a build; the manifest first, since a build without it does not exist. */
export async function removeBuild(storage: Storage, name: string, build: string): Promise<void> {
  assertRegionName(name)
  assertBuildId(build)
  await storage.delete(manifestKey(name, build))
  const keys: string[] = []
  for await (const { key } of storage.list(buildPrefix(name, build))) keys.push(key)
  for (const key of keys) await storage.delete(key)
}
