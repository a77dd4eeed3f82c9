import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ObjectNotFound } from '#platform/storage'
import type { Job } from '../job.ts'
import { makeResultKey, makeWorkKeys } from '../keys.ts'
import { selectOutputFormat } from '../output/output-format.ts'
import { makeResultName } from '../output/result-name.ts'
import type { JobId } from '../store.ts'
import { settle } from './end-job.ts'
import { type Plan, readPlan } from './plan-file.ts'
import type { JobContext, MergeOutput } from './types.ts'

/** Number of parts read ahead of the one being written. */
const partsAhead = 3

/** Joins the parts into the result, in the order of the input. */
export async function merge(id: JobId, context: JobContext): Promise<MergeOutput> {
  const { jobs, files, signal } = context
  const job = await jobs.transition({ ...id, from: ['running', 'merging'], to: 'merging' })
  if (!job) return await endStep(context, id)
  if (job.result) return { status: 'merged' }
  if (job.doneChunks.length !== job.chunkCount) {
    throw new Error(`${job.doneChunks.length} of ${job.chunkCount} chunks are done`)
  }
  try {
    const plan = await readPlan(files, id, signal)
    const key = makeResultKey(id, makeResultName(job, plan.output))
    const facts = { bytes: 0, sha256: createHash('sha256') }
    const body = Readable.from(measureStream(streamResult(context, job, plan), facts), {
      objectMode: false,
    })
    await files.put(key, body)
    const result = { key, bytes: facts.bytes, sha256: facts.sha256.digest('hex') }
    const merged = await jobs.transition({
      ...id,
      from: ['merging'],
      to: 'merging',
      set: { result },
    })
    return merged ? { status: 'merged' } : await endStep(context, id)
  } catch (error) {
    // The job ended in the meantime and its parts were deleted.
    const now = error instanceof ObjectNotFound ? await jobs.get(id) : undefined
    if (now && (now.state !== 'merging' || now.result)) return await endStep(context, id)
    throw error
  }
}

async function endStep(context: JobContext, id: JobId): Promise<MergeOutput> {
  await settle(context, id)
  return { status: 'ended' }
}

async function* streamResult(
  { files, signal }: JobContext,
  { accountId, jobId, chunkCount = 0 }: Job,
  plan: Plan,
): AsyncGenerator<Uint8Array> {
  const { before, between, after } = selectOutputFormat(plan)
  const keys = makeWorkKeys({ accountId, jobId })
  const read = (index: number) => {
    const part = files.get(keys.part(index), { ...(signal && { signal }) })
    // Awaited later. Prevents an unhandled rejection when the part is never read.
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

async function* measureStream(
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
