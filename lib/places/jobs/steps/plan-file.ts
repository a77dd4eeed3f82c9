import * as z from 'zod'
import type { Storage } from '#platform/storage'
import { columnRoles, separators } from '../input/index.ts'
import { workKeys } from '../keys.ts'
import type { JobId } from '../store.ts'

/** The findings of `plan` for the later steps, stored as `plan.json`. */
const Plan = z.object({
  version: z.literal(1),
  /** ETag of the input. */
  inputEtag: z.string(),
  format: z.enum(['csv', 'jsonl']),
  /** Of CSV; empty for a file of one column. */
  separator: z.enum([...separators, '']),
  lineEnd: z.enum(['\n', '\r\n']),
  hasBom: z.boolean(),
  /** Column names of CSV, trimmed; all field names of JSON Lines. */
  header: z.array(z.string()),
  /** Indexes of the columns to search by. */
  columns: z.partialRecord(z.enum(columnRoles), z.array(z.int().min(0)).min(1)),
  output: z.enum(['csv', 'jsonl', 'geojson']),
  /** Names of the added columns, in their order. */
  added: z.array(z.string()),
  /** Maximum results of a row. */
  size: z.int().min(1),
  /** The build that all rows are answered from. */
  build: z.string(),
  rows: z.int().min(1),
  chunkCount: z.int().min(1),
})

export type Plan = z.output<typeof Plan>

export async function readPlan(files: Storage, id: JobId, signal?: AbortSignal): Promise<Plan> {
  const { bytes } = await files.get(workKeys(id).plan, { ...(signal && { signal }) })
  return Plan.parse(JSON.parse(Buffer.from(bytes).toString()))
}

export async function writePlan(files: Storage, id: JobId, plan: Plan): Promise<void> {
  await files.put(workKeys(id).plan, JSON.stringify(plan))
}
