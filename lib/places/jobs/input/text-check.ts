import { isUtf8 } from 'node:buffer'

/** Reason why a text is refused, and the index of its first invalid byte. */
export interface TextFault {
  kind: 'nul' | 'encoding'
  at: number
}

/** Checks that bytes, fed block by block, are UTF-8 without NUL. */
export class TextCheck {
  /** Beginning of a character that continues in the next block, at most 3 bytes. */
  #begun: Uint8Array = new Uint8Array(0)

  /** Checks the next block. The index of a fault counts from the beginning of the block. */
  check(block: Uint8Array): TextFault | undefined {
    const nul = block.indexOf(0)
    const text = nul < 0 ? block : block.subarray(0, nul)
    const joined = this.#begun.length === 0 ? text : Buffer.concat([this.#begun, text])
    const whole = joined.length - measureIncomplete(joined)
    if (!isUtf8(joined.subarray(0, whole)) || (nul >= 0 && whole < joined.length)) {
      const at = findFirstInvalid(joined.subarray(0, whole)) - this.#begun.length
      return { kind: 'encoding', at: Math.max(0, at) }
    }
    this.#begun = joined.slice(whole)
    return nul < 0 ? undefined : { kind: 'nul', at: nul }
  }

  /** Whether the text ended within a character. */
  get isCut(): boolean {
    return this.#begun.length > 0
  }
}

/** Returns the length of an incomplete character at the end, bytes. */
function measureIncomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** Returns the length of the longest beginning that is valid UTF-8, bytes. */
function findFirstInvalid(bytes: Uint8Array): number {
  let valid = 0
  let end = bytes.length
  while (valid < end) {
    const middle = Math.ceil((valid + end) / 2)
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, middle - measureIncomplete(part)))) valid = middle
    else end = middle - 1
  }
  return valid
}
