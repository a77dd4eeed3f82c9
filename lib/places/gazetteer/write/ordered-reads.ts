/** A stretch of consecutive bytes in a scratch file. */
export interface Stretch {
  offset: number
  length: number
}

/** Maximum bytes of a window, which is in memory as a whole. */
const windowBytes = 32 * 1024 * 1024
/** Maximum gap between stretches that are read together, bytes. */
const maxGapBytes = 16 * 1024
/** Maximum bytes of one read, unless a single stretch is larger. */
const maxReadBytes = 1024 * 1024
/** Maximum number of stretches in a window, so that one number can combine a position and an index in the window. */
const maxStretches = 1 << 20

/** Reads bytes of the file, into `memory` if that is large enough. */
type ReadBytes = (offset: number, length: number, memory: Buffer) => Buffer

/**
 * Reads stretches of a file in a given order, window by window. Each window is read in the order of the file, so
 * that one read covers many stretches.
 *
 * @param order Positions of the stretches in the order of the result.
 * @param locateStretch Returns the stretch at a position; larger positions have larger offsets.
 * @returns The bytes of each stretch, valid until the next one: all windows and reads use the same memory, because
 * new memory is slow.
 */
export function* readInOrder(
  order: Uint32Array,
  locateStretch: (position: number) => Stretch,
  read: ReadBytes,
): Generator<Buffer> {
  const memory = Buffer.allocUnsafe(maxReadBytes)
  let content = Buffer.alloc(0)
  const starts = new Uint32Array(Math.min(order.length, maxStretches) + 1)
  for (let start = 0; start < order.length; ) {
    let end = start
    let bytes = 0
    while (end < order.length && end - start < maxStretches) {
      const { length } = locateStretch(order[end]!)
      if (end > start && bytes + length > windowBytes) break
      bytes += length
      end++
    }
    const window = order.subarray(start, end)
    if (bytes > content.length) content = Buffer.allocUnsafe(bytes)
    for (let i = 0; i < window.length; i++)
      starts[i + 1] = starts[i]! + locateStretch(window[i]!).length
    fillWindow(content, starts, { window, locateStretch, read, memory })
    for (let i = 0; i < window.length; i++) yield content.subarray(starts[i], starts[i + 1])
    start = end
  }
}

interface Window {
  window: Uint32Array
  locateStretch: (position: number) => Stretch
  read: ReadBytes
  memory: Buffer
}

/** Reads the stretches of a window in the order of the file, and copies each to its start in `content`. */
function fillWindow(
  content: Buffer,
  starts: Uint32Array,
  { window, locateStretch, read, memory }: Window,
): void {
  const byPosition = Float64Array.from(window, (position, i) => position * maxStretches + i).sort()
  const toWindowIndex = (rank: number) => byPosition[rank]! % maxStretches
  for (let rank = 0; rank < byPosition.length; ) {
    const { offset, length } = locateStretch(window[toWindowIndex(rank)]!)
    let end = offset + length
    let next = rank + 1
    for (; next < byPosition.length; next++) {
      const following = locateStretch(window[toWindowIndex(next)]!)
      const followingEnd = following.offset + following.length
      if (following.offset - end > maxGapBytes || followingEnd - offset > maxReadBytes) break
      end = followingEnd
    }
    const bytes = read(offset, end - offset, memory)
    for (; rank < next; rank++) {
      const i = toWindowIndex(rank)
      const stretch = locateStretch(window[i]!)
      const from = stretch.offset - offset
      bytes.copy(content, starts[i]!, from, from + stretch.length)
    }
  }
}
