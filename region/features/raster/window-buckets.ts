import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PixelGrid } from '../../elevation/index.ts'
import type { GroundFeature } from '../feature.ts'
import { boxOf, clippedLine, clippedRing, contains, type PixelBox, touches } from './clip.ts'
import { type Drawn, drawnOf } from './roles.ts'
import type { Window } from './window.ts'

/** What is drawn in one window, positions in pixels of the window. */
export interface BucketFeature extends Drawn {
  type: 'point' | 'line' | 'polygon'
  /** One point, one line, or rings. */
  parts: Float64Array[]
}

const types = ['point', 'line', 'polygon'] as const

/** Features are kept in memory up to here, then on disk. */
const memoryBytes = 64 * 1024 * 1024

/** What is drawn outside a window is cut off this far from it, so that no cut is seen in it. */
const marginPixels = 3

/**
 * Sorts features by the windows they are drawn in, each cut to what can be seen there, so that a region
 * of any size is drawn window by window. Within a window features keep their order. Takes 64 MB of
 * memory at most, and on disk about as much as the geometry itself.
 */
export class WindowBuckets {
  readonly #folder: string
  readonly #grid: PixelGrid
  readonly #windows: readonly Window[]
  readonly #boxes: readonly PixelBox[]
  readonly #buckets: WindowBucket[]
  /** Windows in a row of windows. */
  readonly #across: number
  readonly #memoryBytes: number
  #bytes = 0
  #onDisk = false

  /** @param folder Made when it is needed, removed by {@link WindowBuckets.remove}. */
  constructor(
    grid: PixelGrid,
    windows: readonly Window[],
    folder: string,
    options: { memoryBytes?: number } = {},
  ) {
    this.#grid = grid
    this.#windows = windows
    this.#folder = folder
    this.#memoryBytes = options.memoryBytes ?? memoryBytes
    this.#boxes = windows.map(({ column, row, width, height }) => ({
      left: column - marginPixels,
      top: row - marginPixels,
      right: column + width + marginPixels,
      bottom: row + height + marginPixels,
    }))
    this.#buckets = windows.map(() => new WindowBucket())
    this.#across = windows.filter(({ row }) => row === windows[0]?.row).length
  }

  /** @returns What of the feature is drawn; undefined when it is drawn nowhere. */
  async add(feature: GroundFeature): Promise<Drawn | undefined> {
    const drawn = drawnOf(feature)
    if (!drawn) return undefined
    const { type } = feature.shape
    const parts = this.#onGrid(feature)
    const box = unionOf(parts.map(boxOf))
    let isDrawn = false
    for (const i of this.#near(box)) {
      const frame = this.#boxes[i]!
      const whole = contains(frame, box)
      if (type === 'polygon') {
        const rings = whole ? parts : parts.map((ring) => clippedRing(ring, frame))
        const kept = rings.filter((ring) => ring.length > 0)
        if (kept.length === 0) continue
        this.#write(i, drawn, 2, kept)
      } else if (type === 'line') {
        const lines = whole ? parts : clippedLine(parts[0]!, frame)
        for (const line of lines) this.#write(i, drawn, 1, [line])
        if (lines.length === 0) continue
      } else this.#write(i, drawn, 0, parts)
      isDrawn = true
    }
    if (this.#bytes > this.#memoryBytes) await this.#flush()
    return isDrawn ? drawn : undefined
  }

  /** What waits in memory, bytes. */
  get heldBytes(): number {
    return this.#bytes
  }

  /** What is drawn in a window, in the order it was added in. */
  async read(index: number): Promise<BucketFeature[]> {
    const bucket = this.#buckets[index]!
    const numbers: Float64Array[] = []
    if (bucket.isOnDisk) {
      const { buffer, byteOffset, byteLength } = await readFile(this.#path(index))
      // A view needs its numbers at whole places.
      numbers.push(new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)))
    }
    numbers.push(bucket.numbers())
    const { column, row } = this.#windows[index]!
    return numbers.flatMap((list) => featuresIn(list, column, row))
  }

  async remove(): Promise<void> {
    if (this.#onDisk) await rm(this.#folder, { recursive: true, force: true })
  }

  /** Windows are in rows and columns: those of a row are looked at when the row is near. */
  *#near(box: PixelBox): Generator<number> {
    const across = this.#across
    for (let first = 0; first < this.#boxes.length; first += across) {
      const { top, bottom } = this.#boxes[first]!
      if (box.top > bottom || box.bottom < top) continue
      for (let i = first; i < first + across; i++) if (touches(box, this.#boxes[i]!)) yield i
    }
  }

  #onGrid({ shape }: GroundFeature): Float64Array[] {
    const { west, north, stepLon, stepLat } = this.#grid
    const moved = (vertices: ArrayLike<number>): Float64Array => {
      const pixels = new Float64Array(vertices.length)
      for (let i = 0; i < vertices.length; i += 2) {
        pixels[i] = fixed((vertices[i]! - west) / stepLon)
        pixels[i + 1] = fixed((north - vertices[i + 1]!) / stepLat)
      }
      return pixels
    }
    if (shape.type === 'point') return [moved(shape.at)]
    return shape.type === 'line' ? [moved(shape.line)] : shape.rings.map(moved)
  }

  #write(index: number, drawn: Drawn, type: number, parts: Float64Array[]): void {
    this.#bytes += this.#buckets[index]!.write([
      [drawn.roles, drawn.cover, drawn.rank, type, parts.length],
      ...parts.flatMap((part) => [[part.length], part]),
    ])
  }

  async #flush(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    this.#onDisk = true
    for (const [i, bucket] of this.#buckets.entries()) {
      const numbers = bucket.numbers()
      if (numbers.length === 0) continue
      await appendFile(this.#path(i), new Uint8Array(numbers.buffer, 0, numbers.byteLength))
      bucket.empty()
    }
    this.#bytes = 0
  }

  #path(index: number): string {
    return join(this.#folder, `window-${index}`)
  }
}

/** A whole number of 2^-20 pixels: so a position is exactly the same one in every window. */
function fixed(pixels: number): number {
  return Math.round(pixels * 1_048_576) / 1_048_576
}

/** Numbers one after the other, in memory that grows. */
class WindowBucket {
  isOnDisk = false
  #numbers = new Float64Array(0)
  #length = 0

  /** @returns Bytes written. */
  write(lists: readonly ArrayLike<number>[]): number {
    const length = lists.reduce((sum, list) => sum + list.length, this.#length)
    if (length > this.#numbers.length) {
      const larger = new Float64Array(Math.max(1024, 2 * length))
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    const before = this.#length
    for (const list of lists) {
      this.#numbers.set(list, this.#length)
      this.#length += list.length
    }
    return 8 * (length - before)
  }

  numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#length)
  }

  empty(): void {
    this.isOnDisk = true
    this.#numbers = new Float64Array(0)
    this.#length = 0
  }
}

function featuresIn(numbers: Float64Array, column: number, row: number): BucketFeature[] {
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

function unionOf(boxes: readonly PixelBox[]): PixelBox {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}
