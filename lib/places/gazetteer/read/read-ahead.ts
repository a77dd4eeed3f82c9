import type { ByteSpan } from '../format/unit.ts'

/** Limit for the bytes kept. */
const maxBytes = 1024 * 1024

/** Bytes of ranges that were requested before it is known which units in them are needed. The latest are kept. */
export class ReadAhead {
  #ranges: (ByteSpan & { bytes: Promise<Uint8Array> })[] = []
  #bytes = 0

  /** @param bytes May fail: whoever needs them reads them again. */
  add(range: ByteSpan, bytes: Promise<Uint8Array>): void {
    const kept = { ...range, bytes }
    this.#ranges.push(kept)
    this.#bytes += range.length
    bytes.catch(() => this.#remove(kept))
    while (this.#bytes > maxBytes) this.#bytes -= this.#ranges.shift()!.length
  }

  /** The bytes of a unit, if a range holds it. */
  find(unit: ByteSpan): Promise<Uint8Array> | undefined {
    const range = this.#rangeOf(unit)
    if (!range) return undefined
    const start = unit.offset - range.offset
    return range.bytes.then((bytes) => bytes.subarray(start, start + unit.length))
  }

  /** Whether the bytes of a unit were requested. */
  has(unit: ByteSpan): boolean {
    return this.#rangeOf(unit) !== undefined
  }

  #rangeOf({ offset, length }: ByteSpan) {
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
