import type { ByteSpan } from '../format/unit.ts'

/** Limit for the bytes kept. */
const maxBytes = 1024 * 1024

/** Bytes of ranges that were requested before it is known which units in them are needed. The latest are kept. */
export class ReadAhead {
  readonly #ranges: (ByteSpan & { bytes: Promise<Uint8Array> })[] = []
  #bytes = 0

  /** @param bytes May fail: whoever needs them reads them again. */
  add(range: ByteSpan, bytes: Promise<Uint8Array>): void {
    bytes.catch(() => {})
    this.#ranges.push({ ...range, bytes })
    this.#bytes += range.length
    while (this.#bytes > maxBytes) this.#bytes -= this.#ranges.shift()!.length
  }

  /** The bytes of a unit, if a range holds it. */
  find({ offset, length }: ByteSpan): Promise<Uint8Array> | undefined {
    const range = this.#ranges.findLast(
      (range) => offset >= range.offset && offset + length <= range.offset + range.length,
    )
    if (!range) return undefined
    const start = offset - range.offset
    return range.bytes.then((bytes) => bytes.subarray(start, start + length))
  }
}
