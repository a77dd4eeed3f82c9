import type { ByteSpan } from '../format/unit.ts'

/** Maximum bytes kept. */
const maxBytes = 1024 * 1024

/** Keeps the latest ranges of bytes that were requested before the units needed in them were known. */
export class ReadAhead {
  #ranges: (ByteSpan & { bytes: Promise<Uint8Array> })[] = []
  #bytes = 0

  /** @param bytes Bytes of the range. If the promise rejects, the range is dropped and its units are read again. */
  add(range: ByteSpan, bytes: Promise<Uint8Array>): void {
    const kept = { ...range, bytes }
    this.#ranges.push(kept)
    this.#bytes += range.length
    bytes.catch(() => this.#remove(kept))
    while (this.#bytes > maxBytes) this.#bytes -= this.#ranges.shift()!.length
  }

  /** Returns the bytes of a unit; undefined if no range contains it. */
  find(unit: ByteSpan): Promise<Uint8Array> | undefined {
    const range = this.#findRange(unit)
    if (!range) return undefined
    const start = unit.offset - range.offset
    return range.bytes.then((bytes) => bytes.subarray(start, start + unit.length))
  }

  /** Returns whether the bytes of a unit were requested. */
  has(unit: ByteSpan): boolean {
    return this.#findRange(unit) !== undefined
  }

  #findRange({ offset, length }: ByteSpan) {
    return this.#ranges.findLast(
      (range) => offset >= range.offset && offset + length <= range.offset + range.length,
    )
  }

  #remove(failed: ByteSpan): void {
    if (!this.#ranges.some((range) => range === failed)) return
    this.#ranges = this.#ranges.filter((range) => range !== failed)
    this.#bytes -= failed.length
  }
}
