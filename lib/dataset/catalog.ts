import * as z from 'zod'
import type { Storage } from '../storage/index.ts'
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
 * `current.json`: the published build, and those published before it, latest first. `manifests` has the
 * SHA-256 of each one's manifest, which vouches for the files; earlier versions did not write it.
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

const rememberedBuilds = 20

/**
 * What is published of a region; undefined when nothing is.
 *
 * @throws DatasetError when the pointer is damaged.
 */
export async function readPointer(storage: Storage, name: string): Promise<Pointer | undefined> {
  assertRegionName(name)
  const what = `The pointer of region ${name} (current.json)`
  return (await readJson(storage, { key: pointerKey(name), schema: Pointer, what }))?.value
}

export interface DatasetSummary {
  name: string
  /** The published build, or null. */
  build: string | null
  /** All finished builds, latest first. */
  builds: string[]
}

/** All regions with at least one finished build, by name. */
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

/** The finished builds of a region, latest first; empty for an unknown region. */
export async function listBuilds(storage: Storage, name: string): Promise<string[]> {
  assertRegionName(name)
  const builds: string[] = []
  for await (const { key } of storage.list(`${datasetsPrefix}${name}/`)) {
    const [, , build, file] = key.split('/')
    if (build && file === 'manifest.json') builds.unshift(build)
  }
  return builds
}

/** Makes sure that every file of a build is there in its full size. */
export async function assertWhole(storage: Storage, manifest: Manifest): Promise<void> {
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
 * Makes sure that a build is what it was when it was finished: on this machine by the SHA-256 of every
 * file, in a bucket, where each file came with its checksum, by their sizes.
 *
 * @returns The SHA-256 of its manifest.
 */
async function assertIntact(
  storage: Storage,
  name: string,
  build: string,
  known: string | undefined,
): Promise<string> {
  const { value: manifest, sha256 } = await readCheckedManifest(storage, name, build, known)
  if (storage.localPath) await verifyFiles(storage, manifest)
  else await assertWhole(storage, manifest)
  return sha256
}

async function writePointer(
  storage: Storage,
  name: string,
  { build, previous, manifests: known }: Required<Pointer>,
): Promise<Pointer> {
  const kept = [build, ...previous].filter((each) => known[each] !== undefined)
  const manifests = Object.fromEntries(kept.map((each) => [each, known[each]!]))
  const pointer = { build, previous, manifests }
  await storage.put(pointerKey(name), `${JSON.stringify(pointer, null, 2)}\n`)
  return pointer
}

/**
 * Makes a finished build the one that is served; the one before it is remembered for a rollback.
 *
 * @throws DatasetError when the build does not exist or is damaged; the pointer then stays.
 */
export async function publish(storage: Storage, name: string, build: string): Promise<Pointer> {
  // A damaged pointer is mended by publishing; only what was published before is forgotten.
  const current = await readPointer(storage, name).catch((error: unknown) => {
    if (error instanceof DatasetError) return undefined
    throw error
  })
  const known = current?.manifests ?? {}
  const sha256 = await assertIntact(storage, name, build, known[build])
  if (current?.build === build && known[build]) return current
  const before = current ? [current.build, ...current.previous] : []
  const previous = before.filter((other) => other !== build).slice(0, rememberedBuilds)
  return await writePointer(storage, name, {
    build,
    previous,
    manifests: { ...known, [build]: sha256 },
  })
}

/**
 * Publishes the build that was published before this one. Builds that are gone by now are passed over.
 *
 * @throws DatasetError when nothing is published, there is nothing to go back to, or that is damaged.
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

/** Removes every object of a build; the manifest first, so that a rest is never taken for a build. */
export async function removeBuild(storage: Storage, name: string, build: string): Promise<void> {
  assertRegionName(name)
  assertBuildId(build)
  await storage.delete(manifestKey(name, build))
  const keys: string[] = []
  for await (const { key } of storage.list(buildPrefix(name, build))) keys.push(key)
  for (const key of keys) await storage.delete(key)
}
