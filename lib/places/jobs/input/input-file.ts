import { type ByteRange, ObjectChanged, ObjectNotFound, type Storage } from '#platform/storage'
import { JobError } from '../job-error.ts'

/** Bytes per read: large enough for few requests, small enough to hold several blocks in memory. */
const blockBytes = 8 * 1024 * 1024

export interface InputFileOptions {
  files: Pick<Storage, 'get'>
  key: string
  etag: string
  signal?: AbortSignal | undefined
}

/** Reads one version of the input of a job. Throws {@link JobError} when the file was replaced or deleted. */
export class InputFile {
  readonly #options: InputFileOptions

  constructor(options: InputFileOptions) {
    this.#options = options
  }

  async read(range: ByteRange): Promise<Uint8Array> {
    const { files, key, etag, signal } = this.#options
    try {
      const { bytes } = await files.get(key, { range, etag, ...(signal && { signal }) })
      return bytes
    } catch (error) {
      if (!(error instanceof ObjectChanged || error instanceof ObjectNotFound)) throw error
      const change = error instanceof ObjectChanged ? 'replaced' : 'deleted'
      const message = `The file was ${change} before the job had ended. Send it again.`
      throw new JobError({ error: 'file_changed', message })
    }
  }

  /** Yields the bytes of a range in order, and reads one block ahead. */
  async *blocks({ start, end }: ByteRange, maxBytes = blockBytes): AsyncGenerator<Uint8Array> {
    const readAt = (at: number) => {
      const block = this.read({ start: at, end: Math.min(at + maxBytes, end) })
      // The block is awaited later, or never if the consumer stops early: its rejection counts as handled.
      block.catch(() => {})
      return block
    }
    let next = start < end ? readAt(start) : undefined
    for (let at = start; next; at += maxBytes) {
      const block: Uint8Array = await next
      next = at + maxBytes < end ? readAt(at + maxBytes) : undefined
      yield block
    }
  }
}
