import * as z from 'zod'
import type { Manifest } from '#ground/dataset'
import { ObjectNotFound, type Storage } from '#platform/storage'
import cairn from '../../package.json' with { type: 'json' }
import { engineVersion } from '../engine/index.ts'
import { StoredFile } from './stored-file.ts'

/** Data shared by the jobs of one build. */
export const PartsPlan = z.object({
  /** See {@link identifyExtracts}. */
  cutFrom: z.string(),
  /** Requested number of parts; there are fewer if the extract has fewer tiles. */
  wanted: z.int(),
  datasetId: z.int(),
  /** Checksum of the extracts that were cut, 64 bits in decimal. */
  checksum: z.string().regex(/^\d{1,20}$/),
  warnings: z.array(z.string()),
  /** Boundaries and time zones; missing on a platform without a boundary builder. */
  admins: StoredFile.optional(),
  parts: z.array(z.object({ tiles: z.array(z.string()), extracts: z.array(StoredFile) })),
})
export type PartsPlan = z.output<typeof PartsPlan>

export const planKey = (prefix: string): string => `${prefix}plan.json`

/** Returns the inputs of parts: the contents of the extracts, and the versions. */
export function identifyExtracts(sources: Manifest['sources']): string {
  const extracts = sources.filter(({ kind }) => kind === 'osm').map(({ sha256 }) => sha256)
  return JSON.stringify({ extracts, cairn: cairn.version, engine: engineVersion })
}

/** Reads the plan under a prefix. Returns undefined if none is stored. */
export function readPartsPlan(storage: Storage, prefix: string): Promise<PartsPlan | undefined> {
  return readRecord(storage, planKey(prefix), PartsPlan)
}

/** Reads a JSON object. Returns undefined if it is missing or of another version. */
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
