import type { ReadRange } from '../../lib/tile-archive/index.ts'
import type { ArchiveBytes } from '../fixtures/tile-archives.ts'

/** An archive in memory whose reads fail on demand. */
export class FaultyStore {
  fault: 'gone' | 'truncated' | 'flipped' | undefined
  readonly #frames: Buffer

  constructor({ frames }: ArchiveBytes) {
    this.#frames = frames
  }

  readonly read: ReadRange = async ({ start, end }) => {
    if (this.fault === 'gone') throw new Error('503 SlowDown')
    const bytes = Buffer.from(this.#frames.subarray(start, end))
    if (this.fault === 'truncated') return bytes.subarray(0, bytes.length >> 1)
    if (this.fault === 'flipped') bytes[bytes.length >> 1]! ^= 16
    return bytes
  }
}
