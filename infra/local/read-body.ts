import type { IncomingMessage } from 'node:http'
import type { BodyMemory } from './body-memory.ts'

/** Maximum bytes of a request body in a synchronous invocation. */
export const maxBodyBytes = 6 * 1024 * 1024
/** Bytes of a refused body that are read before the connection is closed. */
const maxDrainedBytes = 64 * 1024 * 1024

export interface BodyOptions {
  memory: BodyMemory
  /** Milliseconds that a body waits for room in the memory. */
  maxWaitMs: number
}

export type ReadBody = { bytes: Buffer; release(): void } | 'too large' | 'no room'

/**
 * Reads a body, which keeps its share of the memory until `release`. A refused body is read and discarded up to a
 * bound: a client whose connection is closed before it has sent everything never sees the answer.
 */
export async function readBody(
  request: IncomingMessage,
  { memory, maxWaitMs }: BodyOptions,
): Promise<ReadBody> {
  const share = memory.open()
  const release = () => memory.release(share)
  let refusal: 'too large' | 'no room' | undefined
  let chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxDrainedBytes) break
      if (refusal) continue
      if (size > maxBodyBytes || isDeclaredTooLarge(request)) refusal = 'too large'
      else if (!(await memory.grow(share, chunk.length, maxWaitMs))) refusal = 'no room'
      if (refusal) {
        chunks = []
        release()
      } else chunks.push(chunk)
    }
  } catch (error) {
    release()
    throw error
  }
  if (refusal) return refusal
  share.isComplete = true
  return { bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), release }
}

export function isDeclaredTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > maxBodyBytes
}
