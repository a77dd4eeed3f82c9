import { ObjectNotFound } from '#platform/storage'
import {
  chunkLimits,
  findColumns,
  InputFile,
  jsonKeys,
  readHead,
  scanBody,
} from '../input/index.ts'
import type { Job } from '../job.ts'
import { workKeys } from '../keys.ts'
import { rowsToCover } from '../limits.ts'
import { addedNames, isAddedName } from '../output/added-columns.ts'
import { type Plan, readPlan, writePlan } from './plan-file.ts'
import type { JobContext } from './types.ts'

/**
 * Maximum bytes of a chunk's part of the result without any values: JSON repeats the column names in every row,
 * and CSV has a separator for each.
 */
const maxPartBytes = 32 * 1024 * 1024

/** Bytes of an empty JSON field beside its name: `"":"",`. */
const emptyFieldBytes = 6

/** The file was read as far as the balance covers the rows. */
export class Unaffordable extends Error {
  override readonly name = 'Unaffordable'
  /** Rows whose price has to be there for the file to be read on. */
  readonly rows: number

  constructor(rows: number) {
    super(`the balance does not cover ${rows} rows`)
    this.rows = rows
  }
}

/**
 * The plan of a job: as an earlier attempt wrote it, or from the file. Throws `JobError`, and {@link Unaffordable}
 * for a large file with more rows than the balance covers: what is read for nothing is bounded.
 */
export async function planOf(context: JobContext, job: Job, size: number): Promise<Plan> {
  const { files, signal } = context
  const known = await readPlan(files, job, signal).catch(absent)
  const build = await context.currentBuild(job.region)
  if (known && known.inputEtag === job.inputEtag) {
    const isStarted = job.state === 'running' || job.state === 'merging'
    if (isStarted || known.build === build) return known
    // The job may have waited days for payment: its rows are answered from the build of today.
    const renewed = { ...known, build }
    await writePlan(files, job, renewed)
    return renewed
  }
  const affordableRows = await countAffordable(context, job)
  // As far as an earlier attempt came, the balance did not cover the rows.
  if (job.totalRows !== undefined && job.totalRows > affordableRows)
    throw new Unaffordable(job.totalRows)
  const { plan, chunks } = await planFile(context, job, { size, build, affordableRows })
  // The plan is written last: where it is, the chunks are.
  await files.put(workKeys(job).chunks, JSON.stringify(chunks))
  await writePlan(files, job, plan)
  return plan
}

function absent(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}

/** Rows whose price the balance covers. */
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
  const headerOfCsv = head.format === 'csv' ? head.header : undefined
  // Faults of the columns are found before the whole file is read.
  const columnsOfCsv = headerOfCsv && findColumns(headerOfCsv, request.columns)
  const { size: maxResults } = request.options
  const scan = (header: readonly string[]) => {
    const maxRows = Math.min(chunkLimits.maxRows, maxRowsOfPart(header, maxResults))
    return scanBody(file, size, head, {
      limits: { ...chunkLimits, maxRows },
      onProgress: ({ rows, bytes }) => {
        const needed = rowsToCover(rows, bytes)
        if (needed > affordableRows) throw new Unaffordable(needed)
      },
      signal,
    })
  }
  let { chunks, rows } = await scan(headerOfCsv ?? [])
  const wanted = wantedNames(request.columns)
  const header =
    headerOfCsv ?? (await jsonKeys(file, chunks, { needsAll: output === 'csv', wanted, signal }))
  const isWide = maxRowsOfPart(header, maxResults) < chunkLimits.maxRows
  if (isWide && !headerOfCsv && output === 'csv') ({ chunks, rows } = await scan(header))
  const plan: Plan = {
    version: 1,
    inputEtag: inputEtag!,
    format: head.format,
    separator: head.format === 'csv' ? head.separator : '',
    lineEnd: head.format === 'csv' ? head.lineEnd : '\n',
    hasBom: head.hasBom,
    header,
    columns: columnsOfCsv ?? findColumns(header, request.columns),
    output,
    added: addedNames(header, maxResults),
    size: maxResults,
    build,
    rows,
    chunkCount: chunks.length,
  }
  return { plan, chunks }
}

function maxRowsOfPart(header: readonly string[], maxResults: number): number {
  const bytes = header.reduce((sum, name) => sum + Buffer.byteLength(name) + emptyFieldBytes, 0)
  return Math.max(1, Math.floor(maxPartBytes / (bytes * maxResults + 1)))
}

function wantedNames(columns: Job['request']['columns']): (name: string) => boolean {
  const names = new Set(Object.values(columns ?? {}).flat())
  return (name) => names.has(name) || isAddedName(name)
}
