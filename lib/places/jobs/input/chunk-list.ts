import type { Chunk } from '../steps/types.ts'

export interface ChunkLimits {
  maxBytes: number
  maxRows: number
  /** At this number, neighbouring chunks are joined and the other two limits double. */
  maxChunks: number
}

/** A chunk takes about two seconds of work, so a retry loses little. A file of 100,000 rows has 50 chunks. */
export const chunkLimits: ChunkLimits = {
  maxBytes: 1024 * 1024,
  maxRows: 2000,
  // Maximum concurrent child executions of a distributed map in Step Functions.
  maxChunks: 10_000,
}

/** Groups records into chunks, in order. */
export class ChunkList {
  #chunks: Chunk[] = []
  #last: Chunk | undefined
  #maxBytes: number
  #maxRows: number
  readonly #maxChunks: number
  rows = 0

  constructor({ maxBytes, maxRows, maxChunks }: ChunkLimits) {
    this.#maxBytes = maxBytes
    this.#maxRows = maxRows
    this.#maxChunks = maxChunks
  }

  add(start: number, end: number, line: number): void {
    this.rows++
    const last = this.#last
    if (last && last.rows < this.#maxRows && end - last.start <= this.#maxBytes) {
      last.end = end
      last.rows++
      return
    }
    if (this.#chunks.length >= this.#maxChunks) this.#join()
    this.#last = { index: this.#chunks.length, start, end, line, rows: 1 }
    this.#chunks.push(this.#last)
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks
  }

  #join(): void {
    this.#maxBytes *= 2
    this.#maxRows *= 2
    const joined: Chunk[] = []
    for (const chunk of this.#chunks) {
      const last = joined.at(-1)
      const fits =
        last && last.rows + chunk.rows <= this.#maxRows && chunk.end - last.start <= this.#maxBytes
      if (fits) {
        last.end = chunk.end
        last.rows += chunk.rows
      } else joined.push({ ...chunk, index: joined.length })
    }
    this.#chunks = joined
    this.#last = joined.at(-1)
  }
}
