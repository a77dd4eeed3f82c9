import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PixelGrid } from '../../elevation/index.ts'
import type { GroundFeature } from '../feature.ts'
import { clipLine, clipRing, contains, findBox, type PixelBox, touches } from './clip.ts'
import { type DrawStyle, selectDrawStyle } from './roles.ts'
import type { Window } from './window.ts'
import { type BucketFeature, decodeFeatures, WindowBucket } from './window-bucket.ts'

/** Size above which buckets are flushed to disk. */
const maxMemoryBytes = 64 * 1024 * 1024

/** Distance outside a window at which geometry is clipped, so that the cuts do not show. */
const marginPixels = 3

/**
 * Sorts features into buckets, one for each window that they appear in, clipped to the window, so that a region of any
 * size is drawn window by window. A bucket keeps the order of its features. Takes at most 64 MB of memory, and disk
 * space of about the size of the geometry.
 */
export class WindowBuckets {
  readonly #folder: string
  readonly #grid: PixelGrid
  readonly #windows: readonly Window[]
  readonly #boxes: readonly PixelBox[]
  readonly #buckets: WindowBucket[]
  /** Number of windows in a row of windows. */
  readonly #across: number
  readonly #memoryBytes: number
  #bytes = 0
  #onDisk = false

  /** @param folder Created if needed; deleted by {@link WindowBuckets.remove}. */
  constructor(
    grid: PixelGrid,
    windows: readonly Window[],
    folder: string,
    options: { memoryBytes?: number } = {},
  ) {
    this.#grid = grid
    this.#windows = windows
    this.#folder = folder
    this.#memoryBytes = options.memoryBytes ?? maxMemoryBytes
    this.#boxes = windows.map(({ column, row, width, height }) => ({
      left: column - marginPixels,
      top: row - marginPixels,
      right: column + width + marginPixels,
      bottom: row + height + marginPixels,
    }))
    this.#buckets = windows.map(() => new WindowBucket())
    this.#across = windows.filter(({ row }) => row === windows[0]?.row).length
  }

  /**
   * Adds a feature.
   *
   * @returns The draw style of the feature; undefined if it is in no window.
   */
  async add(feature: GroundFeature): Promise<DrawStyle | undefined> {
    const style = selectDrawStyle(feature)
    if (!style) return undefined
    const { type } = feature.shape
    const parts = this.#onGrid(feature)
    const box = mergeBoxes(parts.map(findBox))
    let isDrawn = false
    for (const i of this.#near(box)) {
      const frame = this.#boxes[i]!
      const whole = contains(frame, box)
      if (type === 'polygon') {
        const rings = whole ? parts : parts.map((ring) => clipRing(ring, frame))
        const kept = rings.filter((ring) => ring.length > 0)
        if (kept.length === 0) continue
        this.#write(i, { ...style, type, parts: kept })
      } else if (type === 'line') {
        const lines = whole ? parts : clipLine(parts[0]!, frame)
        for (const line of lines) this.#write(i, { ...style, type, parts: [line] })
        if (lines.length === 0) continue
      } else this.#write(i, { ...style, type, parts })
      isDrawn = true
    }
    if (this.#bytes > this.#memoryBytes) await this.#flush()
    return isDrawn ? style : undefined
  }

  /** Bytes held in memory. */
  get heldBytes(): number {
    return this.#bytes
  }

  /** Reads the features of a window, in the order of their addition. */
  async read(index: number): Promise<BucketFeature[]> {
    const bucket = this.#buckets[index]!
    const numbers: Float64Array[] = []
    if (bucket.isOnDisk) {
      const { buffer, byteOffset, byteLength } = await readFile(this.#path(index))
      // Copied, because the view must be aligned to 8 bytes.
      numbers.push(new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)))
    }
    numbers.push(bucket.numbers())
    const { column, row } = this.#windows[index]!
    return numbers.flatMap((list) => decodeFeatures(list, column, row))
  }

  async remove(): Promise<void> {
    if (this.#onDisk) await rm(this.#folder, { recursive: true, force: true })
  }

  /**
   * Yields the indexes of the windows that a box touches: first selects rows of windows, then windows in these rows.
   */
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
        pixels[i] = roundPixels((vertices[i]! - west) / stepLon)
        pixels[i + 1] = roundPixels((north - vertices[i + 1]!) / stepLat)
      }
      return pixels
    }
    if (shape.type === 'point') return [moved(shape.at)]
    return shape.type === 'line' ? [moved(shape.line)] : shape.rings.map(moved)
  }

  #write(index: number, feature: BucketFeature): void {
    this.#bytes += this.#buckets[index]!.add(feature)
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

/** Rounds to 2^-20 pixels, so that subtracting a window's corner is exact. */
function roundPixels(pixels: number): number {
  return Math.round(pixels * 1_048_576) / 1_048_576
}

function mergeBoxes(boxes: readonly PixelBox[]): PixelBox {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}
