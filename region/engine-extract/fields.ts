import { PbfReader, PbfWriter } from 'pbf'

/**
 * Visits the fields of a message in order.
 *
 * @param visit Receives the value of a length-delimited field, and the offsets where the field begins and ends.
 * @throws RangeError for a message that ends within a field.
 */
export function visitFields(
  message: Uint8Array,
  visit: (tag: number, value: Uint8Array | undefined, from: number, to: number) => void,
): void {
  const reader = new PbfReader(message)
  while (reader.pos < reader.length) {
    const from = reader.pos
    const key = reader.readVarint()
    let value: Uint8Array | undefined
    if ((key & 7) === 2) value = reader.readBytes()
    else reader.skip(key)
    if (reader.pos > reader.length) throw new RangeError('a field reaches beyond its message')
    visit(key >>> 3, value, from, reader.pos)
  }
}

/**
 * Replaces length-delimited fields of a message and copies all others. Returns undefined if `replace` returns nothing
 * for every field.
 */
export function replaceFields(
  message: Uint8Array,
  replace: (tag: number, value: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  let replaced: GrowingBytes | undefined
  let copied = 0
  visitFields(message, (tag, value, from, to) => {
    const replacement = value && replace(tag, value)
    if (!replacement) return
    replaced ??= new GrowingBytes(message.length + 64)
    replaced.add(message.subarray(copied, from))
    replaced.add(bytesField(tag, replacement))
    copied = to
  })
  replaced?.add(message.subarray(copied))
  return replaced?.bytes()
}

/** A growing buffer, for concatenating millions of chunks. */
export class GrowingBytes {
  #bytes: Uint8Array
  #length = 0

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected)
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = needed
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** Encodes a length-delimited field with its key. */
export function bytesField(tag: number, value: Uint8Array): Uint8Array {
  const pbf = new PbfWriter(new Uint8Array(value.length + 16))
  pbf.writeBytesField(tag, value)
  return pbf.finish()
}

/** Encodes the content of a packed field. */
export function packVarints(values: readonly number[]): Uint8Array {
  const pbf = new PbfWriter()
  for (const value of values) pbf.writeVarint(value)
  return pbf.finish()
}
