import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadRange } from '#routing/tile-archive'
import type { ArchiveBytes } from '../../fixtures/tile-archives.ts'

export const faults = ['gone', 'truncated', 'flipped', 'slow'] as const

const slowMs = 100

/** An archive in memory whose reads fail on demand. */
export class FaultyStore {
  fault: (typeof faults)[number] | undefined
  readonly #frames: Buffer

  constructor({ frames }: ArchiveBytes) {
    this.#frames = frames
  }

  readonly read: ReadRange = async ({ start, end }) => {
    const { fault } = this
    if (fault === 'gone') throw new Error('503 SlowDown')
    if (fault === 'slow') await sleep(slowMs)
    const bytes = Buffer.from(this.#frames.subarray(start, end))
    if (fault === 'truncated') return bytes.subarray(0, bytes.length >> 1)
    if (fault === 'flipped') bytes[bytes.length >> 1]! ^= 16
    return bytes
  }
}
