import type { IncomingMessage } from 'node:http'
import type { BodyMemory } from './body-memory.ts'

/** Bytes of request body a synchronous invocation can carry. */
export const maxBodyBytes = 6 * 1024 * 1024
/** Bytes of a refused body that are read before the connection is cut. */
const maxDrainedBytes = 64 * 1024 * 1024

export interface BodyOptions {
  memory: BodyMemory
  /** Milliseconds a body waits for room in the memory. */
  maxWaitMs: number
}

export type ReadBody = { bytes: Buffer; release(): void } | 'too large' | 'no room'

/**
 * Reads a body, which holds its share of the memory until `release`. A refused body is read too, up to a
 * bound and without being kept: a client that is cut off while sending never sees the answer.
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
