import { hash } from 'node:crypto'
import * as z from 'zod'
import { BoundsSchema, CoverageFacts } from '#ground/coverage'
import { ObjectNotFound, type Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import { assertBuildId, assertRegionName, filePattern, manifestKey } from './names.ts'

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.int().nonnegative()

/** A file of the build: name, SHA-256 in hex, size in bytes. */
export const ManifestFile = z.object({
  name: z.string().regex(filePattern),
  size: bytes,
  sha256,
})

/** Facts about `features.tif` for its readers. */
export const FeatureFacts = z.object({
  /** Size of a pixel, degrees. */
  pixel: z.object({ lat: z.number().positive(), lon: z.number().positive() }),
  /** Bands without enough source data, with the reason. */
  missing: z.array(z.object({ layer: z.string(), reason: z.string() })),
})

/** `manifest.json`: the description of one immutable build. */
export const Manifest = z.object({
  name: z.string(),
  build: z.string(),
  /** Time of the build, ISO 8601. */
  created: z.iso.datetime(),
  /** Box of the extracts, including the sea and empty ground. */
  bounds: BoundsSchema,
  files: z.array(ManifestFile).min(1),
  /** Credits of the sources, in one line. */
  attribution: z.string(),
  versions: z.object({ cairn: z.string(), engine: z.string() }),
  /** Input files of the build. */
  sources: z.array(
    z.object({ kind: z.enum(['osm', 'dem', 'landcover']), name: z.string(), size: bytes, sha256 }),
  ),
  /** Whether roads carry elevation and `terrain.tif` exists. */
  elevation: z.boolean(),
  /** Coverage of roads, places and elevation; absent in builds of earlier versions. */
  coverage: CoverageFacts.optional(),
  /** Facts about `features.tif`; absent in builds without it. */
  features: FeatureFacts.optional(),
  warnings: z.array(z.string()),
})

export type ManifestFile = z.infer<typeof ManifestFile>
export type FeatureFacts = z.infer<typeof FeatureFacts>
export type Manifest = z.infer<typeof Manifest>

export interface JsonFile<T> {
  key: string
  schema: z.ZodType<T>
  /** Name of the file in errors. */
  label: string
  /** Expected SHA-256, if known. */
  sha256?: string | undefined
}

/** Checked JSON with the SHA-256 of its bytes. */
export interface CheckedJson<T> {
  value: T
  sha256: string
}

/**
 * Reads and checks JSON; undefined when the object does not exist. Damaged JSON is read once more, in case it was
 * damaged in transit.
 *
 * @throws DatasetError when it is damaged.
 */
export async function readJson<T>(
  storage: Storage,
  file: JsonFile<T>,
): Promise<CheckedJson<T> | undefined> {
  try {
    return await readJsonOnce(storage, file)
  } catch (error) {
    if (error instanceof DatasetError) return await readJsonOnce(storage, file)
    throw error
  }
}

async function readJsonOnce<T>(
  storage: Storage,
  { key, schema, label, sha256 }: JsonFile<T>,
): Promise<CheckedJson<T> | undefined> {
  let bytes: Uint8Array
  try {
    bytes = (await storage.get(key)).bytes
  } catch (error) {
    if (error instanceof ObjectNotFound) return undefined
    throw error
  }
  const actual = hash('sha256', bytes)
  if (sha256 !== undefined && actual !== sha256)
    throw new DatasetError(
      `${label} is damaged: it has another SHA-256 than when it was published.`,
    )
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (cause) {
    throw new DatasetError(`${label} is damaged: it is not JSON.`, { cause })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data, sha256: actual }
  const issue = parsed.error.issues[0]
  throw new DatasetError(`${label} is damaged: ${issue?.path.join('.')}: ${issue?.message}.`, {
    cause: parsed.error,
  })
}

/**
 * Reads the manifest of one build.
 *
 * @param sha256 From the pointer; without it only the form of the manifest is checked.
 * @throws DatasetError when the build does not exist, is unfinished, or its manifest is damaged.
 */
export async function readManifest(
  storage: Storage,
  name: string,
  build: string,
  sha256?: string,
): Promise<Manifest> {
  return (await readCheckedManifest(storage, name, build, sha256)).value
}

/** Reads the manifest like {@link readManifest}, and returns it with its SHA-256. */
export async function readCheckedManifest(
  storage: Storage,
  name: string,
  build: string,
  sha256?: string,
): Promise<CheckedJson<Manifest>> {
  assertRegionName(name)
  assertBuildId(build)
  const label = `The manifest of build ${build} of region ${name}`
  const key = manifestKey(name, build)
  const read = await readJson(storage, { key, schema: Manifest, label, sha256 })
  if (!read) throw new DatasetError(`Region ${name} has no build ${build}.`)
  const { value: manifest } = read
  if (manifest.name !== name || manifest.build !== build)
    throw new DatasetError(`${label} is damaged: it belongs to ${manifest.name} ${manifest.build}.`)
  return read
}
