import * as z from 'zod'
import type { Manifest } from '#ground/dataset'
import { ObjectNotFound, type Storage } from '#platform/storage'
import cairn from '../../package.json' with { type: 'json' }
import { engineVersion } from '../engine/index.ts'
import { StoredFile } from './stored-file.ts'

/** What the jobs of one build share. */
export const PartsPlan = z.object({
  /** See {@link cutFromOf}. */
  cutFrom: z.string(),
  /** Parts asked for; there are fewer where the extract has fewer tiles. */
  wanted: z.int(),
  datasetId: z.int(),
  /** Of the extracts that were cut, 64 bits in decimal. */
  checksum: z.string().regex(/^\d{1,20}$/),
  warnings: z.array(z.string()),
  /** Boundaries and time zones; none on a platform without a boundary builder. */
  admins: StoredFile.optional(),
  parts: z.array(z.object({ tiles: z.array(z.string()), extracts: z.array(StoredFile) })),
})
export type PartsPlan = z.output<typeof PartsPlan>

export const planKey = (prefix: string): string => `${prefix}plan.json`

/** What parts depend on: the contents of the extracts, and the versions. */
export function cutFromOf(sources: Manifest['sources']): string {
  const extracts = sources.filter(({ kind }) => kind === 'osm').map(({ sha256 }) => sha256)
  return JSON.stringify({ extracts, cairn: cairn.version, engine: engineVersion })
}

/** The plan under a prefix; undefined where none is stored. */
export function readPartsPlan(storage: Storage, prefix: string): Promise<PartsPlan | undefined> {
  return readRecord(storage, planKey(prefix), PartsPlan)
}

/** An object of JSON; undefined where there is none, or one of another version. */
export async function readRecord<T>(
  storage: Storage,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const stored = await storage.get(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return undefined
    throw error
  })
  return stored && schema.safeParse(JSON.parse(Buffer.from(stored.bytes).toString())).data
}
