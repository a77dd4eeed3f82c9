import type { DrawStyle } from './roles.ts'

const types = ['point', 'line', 'polygon'] as const

/** A feature as it is drawn in one window, in pixels of the window. */
export interface BucketFeature extends DrawStyle {
  type: (typeof types)[number]
  /** One point, one line, or rings. */
  parts: Float64Array[]
}

/** The features of one window, encoded as numbers: compact in memory, and ready to be written to disk. */
export class WindowBucket {
  isOnDisk = false
  #numbers = new Float64Array(0)
  #length = 0

  /**
   * Adds a feature, in pixels of the grid.
   *
   * @returns Bytes added.
   */
  add({ roles, cover, rank, type, parts }: BucketFeature): number {
    const header = [roles, cover, rank, types.indexOf(type), parts.length]
    const before = this.#length
    this.#reserve(parts.reduce((sum, part) => sum + 1 + part.length, header.length))
    this.#append(header)
    for (const part of parts) {
      this.#append([part.length])
      this.#append(part)
    }
    return 8 * (this.#length - before)
  }

  numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#length)
  }

  /** Frees the memory after the numbers are written to disk. */
  empty(): void {
    this.isOnDisk = true
    this.#numbers = new Float64Array(0)
    this.#length = 0
  }

  #reserve(count: number): void {
    const length = this.#length + count
    if (length <= this.#numbers.length) return
    const larger = new Float64Array(Math.max(1024, 2 * length))
    larger.set(this.#numbers)
    this.#numbers = larger
  }

  #append(numbers: ArrayLike<number>): void {
    this.#numbers.set(numbers, this.#length)
    this.#length += numbers.length
  }
}

/** Decodes the numbers of a bucket; `column` and `row` are the first pixel of its window. */
export function decodeFeatures(
  numbers: Float64Array,
  column: number,
  row: number,
): BucketFeature[] {
  const features: BucketFeature[] = []
  let i = 0
  while (i < numbers.length) {
    const [roles, cover, rank, type, count] = numbers.subarray(i, i + 5) as unknown as number[]
    i += 5
    const parts: Float64Array[] = []
    for (let k = 0; k < count!; k++) {
      const length = numbers[i++]!
      const part = numbers.slice(i, i + length)
      for (let j = 0; j < length; j += 2) {
        part[j] = part[j]! - column
        part[j + 1] = part[j + 1]! - row
      }
      parts.push(part)
      i += length
    }
    features.push({ roles: roles!, cover: cover!, rank: rank!, type: types[type!]!, parts })
  }
  return features
}
