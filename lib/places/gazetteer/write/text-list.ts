import { createUint32Column } from './column.ts'

/** Texts as plain data, for another thread. */
export interface StoredTexts {
  bytes: Uint8Array<ArrayBuffer>
  ends: Uint32Array
}

/** Stores texts in one buffer and compares them by their UTF-8 bytes. */
export class TextList {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  readonly #ends = createUint32Column()

  push(text: string): void {
    const size = Buffer.byteLength(text)
    this.#ensureCapacity(size)
    this.#bytes.write(text, this.#length)
    this.#length += size
    this.#ends.push(this.#length)
  }

  stored(): StoredTexts {
    return {
      bytes: new Uint8Array(this.#bytes.subarray(0, this.#length)),
      ends: this.#ends.values().slice(),
    }
  }

  append({ bytes, ends }: StoredTexts): void {
    this.#ensureCapacity(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#ends.pushAll(ends, this.#length)
    this.#length += bytes.length
  }

  #ensureCapacity(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * this.#bytes.length + size)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }

  /** Compares the texts at two indexes; negative when the first sorts lower. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes
    let atA = a > 0 ? this.#ends.at(a - 1) : 0
    let atB = b > 0 ? this.#ends.at(b - 1) : 0
    const sizeA = this.#ends.at(a) - atA
    const sizeB = this.#ends.at(b) - atB
    const end = atA + Math.min(sizeA, sizeB)
    // Most texts differ within their first bytes, and calling `Buffer.compare` takes longer than comparing these.
    while (atA < end) {
      const difference = bytes[atA++]! - bytes[atB++]!
      if (difference !== 0) return difference
    }
    return sizeA - sizeB
  }
}
