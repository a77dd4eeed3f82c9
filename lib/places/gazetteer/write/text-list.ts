import { uint32Column } from './column.ts'

/** Texts as plain data, for another thread. */
export interface StoredTexts {
  bytes: Uint8Array<ArrayBuffer>
  ends: Uint32Array
}

/** Texts in one buffer, compared by their UTF-8 bytes. */
export class TextList {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  readonly #ends = uint32Column()

  push(text: string): void {
    const size = Buffer.byteLength(text)
    this.#makeRoom(size)
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
    this.#makeRoom(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#ends.pushAll(ends, this.#length)
    this.#length += bytes.length
  }

  #makeRoom(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * this.#bytes.length + size)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }

  /** Order of the texts at two indexes: negative when the first is lower. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes
    let atA = a > 0 ? this.#ends.at(a - 1) : 0
    let atB = b > 0 ? this.#ends.at(b - 1) : 0
    const sizeOfA = this.#ends.at(a) - atA
    const sizeOfB = this.#ends.at(b) - atB
    const end = atA + Math.min(sizeOfA, sizeOfB)
    // Most texts differ within their first bytes: a call of Buffer.compare takes longer than comparing these.
    while (atA < end) {
      const difference = bytes[atA++]! - bytes[atB++]!
      if (difference !== 0) return difference
    }
    return sizeOfA - sizeOfB
  }
}
