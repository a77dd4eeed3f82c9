import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ObjectNotFound } from '#platform/storage'
import type { Job } from '../job.ts'
import { resultKey, workKeys } from '../keys.ts'
import { outputFormat } from '../output/output-format.ts'
import { resultName } from '../output/result-name.ts'
import type { JobId } from '../store.ts'
import { settle } from './end-job.ts'
import { type Plan, readPlan } from './plan-file.ts'
import type { JobContext, MergeOutput } from './types.ts'

/** Parts read ahead of the one that is written. */
const partsAhead = 3

/** Joins the parts, in the order of the input, into the result. */
export async function merge(id: JobId, context: JobContext): Promise<MergeOutput> {
  const { jobs, files, signal } = context
  const job = await jobs.transition({ ...id, from: ['running', 'merging'], to: 'merging' })
  if (!job) return await stopped(context, id)
  if (job.result) return { status: 'merged' }
  if (job.doneChunks.length !== job.chunkCount) {
    throw new Error(`${job.doneChunks.length} of ${job.chunkCount} chunks are done`)
  }
  try {
    const plan = await readPlan(files, id, signal)
    const key = resultKey(id, resultName(job, plan.output))
    const facts = { bytes: 0, sha256: createHash('sha256') }
    const body = Readable.from(counted(contents(context, job, plan), facts), { objectMode: false })
    await files.put(key, body)
    const result = { key, bytes: facts.bytes, sha256: facts.sha256.digest('hex') }
    const merged = await jobs.transition({
      ...id,
      from: ['merging'],
      to: 'merging',
      set: { result },
    })
    return merged ? { status: 'merged' } : await stopped(context, id)
  } catch (error) {
    // The parts of a job that ended meanwhile are deleted.
    const now = error instanceof ObjectNotFound ? await jobs.get(id) : undefined
    if (now && (now.state !== 'merging' || now.result)) return await stopped(context, id)
    throw error
  }
}

async function stopped(context: JobContext, id: JobId): Promise<MergeOutput> {
  await settle(context, id)
  return { status: 'ended' }
}

async function* contents(
  { files, signal }: JobContext,
  { accountId, jobId, chunkCount = 0 }: Job,
  plan: Plan,
): AsyncGenerator<Uint8Array> {
  const { before, between, after } = outputFormat(plan)
  const keys = workKeys({ accountId, jobId })
  const read = (index: number) => {
    const part = files.get(keys.part(index), { ...(signal && { signal }) })
    // Awaited later; the failure of a part that is not read any more is ignored.
    part.catch(() => {})
    return part
  }
  const parts = Array.from({ length: Math.min(partsAhead, chunkCount) }, (_, index) => read(index))
  yield Buffer.from(before)
  for (let index = 0; index < chunkCount; index++) {
    const { bytes } = await parts.shift()!
    if (index + partsAhead < chunkCount) parts.push(read(index + partsAhead))
    if (index > 0) yield Buffer.from(between)
    yield bytes
  }
  yield Buffer.from(after)
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  facts: { bytes: number; sha256: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    facts.bytes += chunk.length
    facts.sha256.update(chunk)
    yield chunk
  }
}
