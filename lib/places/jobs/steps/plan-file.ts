import * as z from 'zod'
import type { Storage } from '#platform/storage'
import { columnRoles, separators } from '../input/index.ts'
import { makeWorkKeys } from '../keys.ts'
import type { JobId } from '../store.ts'

/** Findings of the step `plan` for the later steps, stored as `plan.json`. */
const Plan = z.object({
  version: z.literal(1),
  /** ETag of the input. */
  inputEtag: z.string(),
  format: z.enum(['csv', 'jsonl']),
  /** Separator of CSV; empty for a file of one column. */
  separator: z.enum([...separators, '']),
  lineEnd: z.enum(['\n', '\r\n']),
  hasBom: z.boolean(),
  /** Column names of CSV, trimmed; all field names of JSON Lines. */
  header: z.array(z.string()),
  /** Indexes of the columns to search by. */
  columns: z.partialRecord(z.enum(columnRoles), z.array(z.int().min(0)).min(1)),
  output: z.enum(['csv', 'jsonl', 'geojson']),
  /** Names of the added columns, in order. */
  added: z.array(z.string()),
  /** Maximum results per row. */
  size: z.int().min(1),
  /** Builds of the regions that answer all rows, separated by commas. */
  build: z.string(),
  rows: z.int().min(1),
  chunkCount: z.int().min(1),
})

export type Plan = z.output<typeof Plan>

export async function readPlan(files: Storage, id: JobId, signal?: AbortSignal): Promise<Plan> {
  const { bytes } = await files.get(makeWorkKeys(id).plan, { ...(signal && { signal }) })
  return Plan.parse(JSON.parse(Buffer.from(bytes).toString()))
}

export async function writePlan(files: Storage, id: JobId, plan: Plan): Promise<void> {
  await files.put(makeWorkKeys(id).plan, JSON.stringify(plan))
}
