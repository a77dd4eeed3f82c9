import {
  type BatchSearch,
  renderPlaces,
  search,
  searchAll,
  searchItem,
  searchStructured,
} from '#places/search'
import type { BatchItem } from '#places/search/schemas'
import { pause, Semaphore } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { ObjectChanged, ObjectNotFound } from '#platform/storage'
import { InputFile, type InputRow, readChunk } from '../input/index.ts'
import type { Job, RowCounts } from '../job.ts'
import { JobError } from '../job-error.ts'
import { makeWorkKeys } from '../keys.ts'
import type { RowOutcome } from '../output/added-columns.ts'
import { selectOutputFormat } from '../output/output-format.ts'
import { requirePayingKey } from '../paying-key.ts'
import { failJob, settle } from './end-job.ts'
import { type Plan, readPlan } from './plan-file.ts'
import { toSearchItem } from './search-item.ts'
import type { JobContext, WorkInput, WorkOutput } from './types.ts'

/** Rows searched concurrently, enough to overlap reads. */
const maxConcurrent = 16

/**
 * Searches the rows of one chunk and writes its part of the result, with the same bytes on every run. A row that cannot
 * be searched fails alone; a fault of a store fails the step.
 */
export async function work(
  { accountId, jobId, chunk }: WorkInput,
  context: JobContext,
): Promise<WorkOutput> {
  const id = { accountId, jobId }
  const { files, jobs, signal } = context
  const job = await jobs.get(id)
  if (job?.state !== 'running') return await endStep(context, id)
  if (job.doneChunks.includes(chunk.index)) return { status: 'done' }
  try {
    await requirePayingKey(context.accounts, job)
    const plan = await readPlan(files, id, signal)
    const file = new InputFile({ files, key: job.inputKey, etag: plan.inputEtag, signal })
    const rows = await readChunk(file, chunk, plan, signal)
    if (rows.length !== chunk.rows) throw new Error(`${rows.length} rows in ${chunk.rows}`)
    const { text, counts } = await searchRows(context, { job, plan, rows })
    await files.put(makeWorkKeys(id).part(chunk.index), text)
    const counted = await jobs.finishChunk(id, { index: chunk.index, counts })
    return counted ? { status: 'done' } : await endStep(context, id)
  } catch (error) {
    if (error instanceof JobError) {
      await failJob(context, id, error.failure)
      return { status: 'ended' }
    }
    // The job ended in the meantime and its plan was deleted.
    if (error instanceof ObjectNotFound && (await jobs.get(id))?.state !== 'running') {
      return await endStep(context, id)
    }
    throw error
  }
}

async function endStep(context: JobContext, id: { accountId: string; jobId: string }) {
  await settle(context, id)
  return { status: 'ended' as const }
}

async function searchRows(
  context: JobContext,
  { job, plan, rows }: { job: Job; plan: Plan; rows: readonly InputRow[] },
): Promise<{ text: string; counts: RowCounts }> {
  const searchRow = await prepareRowSearch(context, job, plan)
  const output = selectOutputFormat(plan)
  const semaphore = new Semaphore(maxConcurrent)
  const counts: RowCounts = { matched: 0, unmatched: 0, failed: 0 }
  const texts = await Promise.all(
    rows.map((row) =>
      semaphore.run(async () => {
        await pause(context.signal)
        const outcome = await searchRow(row)
        counts[classifyOutcome(outcome)]++
        return output.rows(row, outcome)
      }, context.signal),
    ),
  )
  return { text: texts.flat().join(output.between), counts }
}

function classifyOutcome({ places, error }: RowOutcome): keyof RowCounts {
  if (error !== undefined) return 'failed'
  return places.length > 0 ? 'matched' : 'unmatched'
}

/** Returns a function that searches a row as `geocoding/batch` searches an item. */
async function prepareRowSearch(
  { openPlaces, signal, onFault }: JobContext,
  { jobId, region, request: { options } }: Job,
  { build, columns, size }: Plan,
): Promise<(row: InputRow) => Promise<RowOutcome>> {
  const places = await openPlaces(build, region)
  const operations: BatchSearch = {
    byText: (query, context) =>
      searchAll(places, query, (gazetteer) => search(gazetteer, query, context)),
    byFields: (fields, scope, context) =>
      searchAll(places, scope, (gazetteer) => searchStructured(gazetteer, fields, scope, context)),
  }
  const scope = {
    ...(options.country && { countries: [options.country] }),
    ...(options.place_types && { types: options.place_types }),
  }
  // Each row has its own work budget. A budget shared by all rows, as in a batch, would be spent in the order of
  // finished reads, and results would differ between runs.
  const rowContext = { warn: () => {}, ...(signal && { signal }) }
  const renderOptions = { languages: options.lang }
  return async (row) => {
    try {
      const item: BatchItem = { ...toSearchItem(row, columns), size }
      const results = await searchItem(operations, item, scope, rowContext)
      return { places: renderPlaces(results, renderOptions) }
    } catch (error) {
      signal?.throwIfAborted()
      if (isStoreFault(error)) throw error
      if (!(error instanceof ApiError)) onFault?.({ jobId, error })
      const { code, message } = error instanceof ApiError ? error : new ApiError('internal_error')
      return { places: [], error: `${code}: ${message}` }
    }
  }
}

function isStoreFault(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return error instanceof ObjectChanged || error instanceof ObjectNotFound
}
