import { ObjectNotFound } from '#platform/storage'
import {
  chunkLimits,
  collectJsonKeys,
  findColumns,
  InputFile,
  readHead,
  scanBody,
} from '../input/index.ts'
import type { Job } from '../job.ts'
import { makeWorkKeys } from '../keys.ts'
import { countRequiredRows } from '../limits.ts'
import { isAddedName, nameAddedColumns } from '../output/added-columns.ts'
import { type Plan, readPlan, writePlan } from './plan-file.ts'
import type { JobContext } from './types.ts'

/**
 * Maximum bytes of a chunk's part of the result, not counting values: JSON repeats the column names in every row, and
 * CSV writes a separator for each column.
 */
const maxPartBytes = 32 * 1024 * 1024

/** Bytes of an empty JSON field, not counting its name: `"":"",`. */
const emptyFieldBytes = 6

/** Thrown when a file has more rows than the balance covers; the rest of the file is not read. */
export class Unaffordable extends Error {
  override readonly name = 'Unaffordable'
  /** Rows that the balance must cover before the file is read further. */
  readonly rows: number

  constructor(rows: number) {
    super(`the balance does not cover ${rows} rows`)
    this.rows = rows
  }
}

/**
 * Returns the plan of a job: the one that an earlier attempt wrote, or a new one from the file. Throws `JobError`, and
 * {@link Unaffordable} for a large file with more rows than the balance covers, which bounds the bytes read without
 * payment.
 */
export async function makePlan(context: JobContext, job: Job, size: number): Promise<Plan> {
  const { files, signal } = context
  const known = await readPlan(files, job, signal).catch(ignoreMissing)
  const build = await context.currentBuild(job.region)
  if (known && known.inputEtag === job.inputEtag) {
    const isStarted = job.state === 'running' || job.state === 'merging'
    if (isStarted || known.build === build) return known
    // The job may have waited days for payment: its rows are answered from the current build.
    const renewed = { ...known, build }
    await writePlan(files, job, renewed)
    return renewed
  }
  const affordableRows = await countAffordable(context, job)
  // An earlier attempt counted more rows than the balance covers.
  if (job.totalRows !== undefined && job.totalRows > affordableRows)
    throw new Unaffordable(job.totalRows)
  const { plan, chunks } = await planFile(context, job, { size, build, affordableRows })
  // The plan is written last: if it exists, so do the chunks.
  await files.put(makeWorkKeys(job).chunks, JSON.stringify(chunks))
  await writePlan(files, job, plan)
  return plan
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}

/** Counts the rows whose price the balance covers. */
async function countAffordable(
  { accounts }: JobContext,
  { accountId, pricePerRow }: Job,
): Promise<number> {
  const { balance = 0 } = (await accounts.getAccount(accountId)) ?? {}
  return pricePerRow === 0 ? Number.POSITIVE_INFINITY : Math.floor(balance / pricePerRow)
}

async function planFile(
  { files, signal }: JobContext,
  { request, inputKey, inputEtag }: Job,
  { size, build, affordableRows }: { size: number; build: string; affordableRows: number },
) {
  const file = new InputFile({ files, key: inputKey, etag: inputEtag!, signal })
  const head = await readHead(file, size, request.format)
  const output = request.output ?? head.format
  const csvHeader = head.format === 'csv' ? head.header : undefined
  // Faults of the columns are reported before the whole file is read.
  const csvColumns = csvHeader && findColumns(csvHeader, request.columns)
  const { size: maxResults } = request.options
  const scan = (header: readonly string[]) => {
    const maxRows = Math.min(chunkLimits.maxRows, limitPartRows(header, maxResults))
    return scanBody(file, size, head, {
      limits: { ...chunkLimits, maxRows },
      onProgress: ({ rows, bytes }) => {
        const needed = countRequiredRows(rows, bytes)
        if (needed > affordableRows) throw new Unaffordable(needed)
      },
      signal,
    })
  }
  let { chunks, rows } = await scan(csvHeader ?? [])
  const wanted = matchWantedNames(request.columns)
  const header =
    csvHeader ??
    (await collectJsonKeys(file, chunks, { needsAll: output === 'csv', isWanted: wanted, signal }))
  const isWide = limitPartRows(header, maxResults) < chunkLimits.maxRows
  if (isWide && !csvHeader && output === 'csv') ({ chunks, rows } = await scan(header))
  const plan: Plan = {
    version: 1,
    inputEtag: inputEtag!,
    format: head.format,
    separator: head.format === 'csv' ? head.separator : '',
    lineEnd: head.format === 'csv' ? head.lineEnd : '\n',
    hasBom: head.hasBom,
    header,
    columns: csvColumns ?? findColumns(header, request.columns),
    output,
    added: nameAddedColumns(header, maxResults),
    size: maxResults,
    build,
    rows,
    chunkCount: chunks.length,
  }
  return { plan, chunks }
}

function limitPartRows(header: readonly string[], maxResults: number): number {
  const bytes = header.reduce((sum, name) => sum + Buffer.byteLength(name) + emptyFieldBytes, 0)
  return Math.max(1, Math.floor(maxPartBytes / (bytes * maxResults + 1)))
}

function matchWantedNames(columns: Job['request']['columns']): (name: string) => boolean {
  const names = new Set(Object.values(columns ?? {}).flat())
  return (name) => names.has(name) || isAddedName(name)
}
