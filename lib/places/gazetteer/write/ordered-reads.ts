/** A stretch of a scratch file. */
export interface Stretch {
  offset: number
  length: number
}

/** Bytes that are in memory at once. */
const windowBytes = 32 * 1024 * 1024
/** Stretches less than this apart are read together. */
const maxGapBytes = 16 * 1024
/** Of one read, except of a larger stretch. */
const maxReadBytes = 1024 * 1024
/** A window has fewer stretches, so that one number holds the offset's rank and the index. */
const maxStretches = 1 << 20

/** Reads bytes of the file, into the memory if that is large enough. */
type ReadBytes = (offset: number, length: number, memory: Buffer) => Buffer

/**
 * Reads stretches of a file in the order of their numbers, window by window, each window in the order of the file:
 * many stretches come with one read.
 *
 * @param stretchOf The stretch of a number; larger offsets have larger `position`.
 * @param order Positions in the order wanted.
 * @returns Bytes that are valid until the next ones: all windows and reads use the same memory, since new memory is slow.
 */
export function* readInOrder(
  order: Uint32Array,
  stretchOf: (position: number) => Stretch,
  read: ReadBytes,
): Generator<Buffer> {
  const memory = Buffer.allocUnsafe(maxReadBytes)
  let content = Buffer.alloc(0)
  const starts = new Uint32Array(Math.min(order.length, maxStretches) + 1)
  for (let start = 0; start < order.length; ) {
    let end = start
    let bytes = 0
    while (end < order.length && end - start < maxStretches) {
      const { length } = stretchOf(order[end]!)
      if (end > start && bytes + length > windowBytes) break
      bytes += length
      end++
    }
    const window = order.subarray(start, end)
    if (bytes > content.length) content = Buffer.allocUnsafe(bytes)
    for (let i = 0; i < window.length; i++)
      starts[i + 1] = starts[i]! + stretchOf(window[i]!).length
    fill(content, starts, { window, stretchOf, read, memory })
    for (let i = 0; i < window.length; i++) yield content.subarray(starts[i], starts[i + 1])
    start = end
  }
}

interface Window {
  window: Uint32Array
  stretchOf: (position: number) => Stretch
  read: ReadBytes
  memory: Buffer
}

/** Copies each stretch to its start, reading in the order of the file. */
function fill(
  content: Buffer,
  starts: Uint32Array,
  { window, stretchOf, read, memory }: Window,
): void {
  const byPosition = Float64Array.from(window, (position, i) => position * maxStretches + i).sort()
  const indexOf = (rank: number) => byPosition[rank]! % maxStretches
  for (let rank = 0; rank < byPosition.length; ) {
    const { offset, length } = stretchOf(window[indexOf(rank)]!)
    let end = offset + length
    let next = rank + 1
    for (; next < byPosition.length; next++) {
      const following = stretchOf(window[indexOf(next)]!)
      const followingEnd = following.offset + following.length
      if (following.offset - end > maxGapBytes || followingEnd - offset > maxReadBytes) break
      end = followingEnd
    }
    const bytes = read(offset, end - offset, memory)
    for (; rank < next; rank++) {
      const i = indexOf(rank)
      const stretch = stretchOf(window[i]!)
      const from = stretch.offset - offset
      bytes.copy(content, starts[i]!, from, from + stretch.length)
    }
  }
}
