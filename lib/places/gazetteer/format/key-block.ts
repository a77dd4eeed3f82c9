import { ByteWriter, bufferOver } from './bytes.ts'

/** Every 16th key is written in full: a binary search over these leaves few entries to decode. */
const entriesPerRestart = 16

/**
 * Sorted keys, front-coded, each with a value.
 *
 * An entry: the number of bytes shared with the previous key, the number of bytes that follow, these bytes,
 * the size of the value, the value. Shared bytes end between characters. Every 16th entry, a restart, shares
 * nothing; the offsets of the restarts are at the end (uint32 each), followed by their number (uint32).
 */
export class KeyBlockWriter {
  readonly #out = new ByteWriter()
  #restarts: number[] = []
  #previous: Buffer = Buffer.alloc(0)
  count = 0

  get size(): number {
    return this.#out.length + 4 * this.#restarts.length + 4
  }

  add(key: Buffer, value: Uint8Array): void {
    let shared = 0
    if (this.count % entriesPerRestart === 0) this.#restarts.push(this.#out.length)
    else shared = sharedBytes(this.#previous, key)
    this.#out.varint(shared)
    this.#out.varint(key.length - shared)
    this.#out.bytes(key.subarray(shared))
    this.#out.varint(value.length)
    this.#out.bytes(value)
    this.#previous = key
    this.count++
  }

  /** The block; afterwards the writer is empty. */
  take(): Buffer {
    for (const restart of this.#restarts) this.#out.uint32(restart)
    this.#out.uint32(this.#restarts.length)
    this.#restarts = []
    this.#previous = Buffer.alloc(0)
    this.count = 0
    return this.#out.take()
  }
}

function sharedBytes(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let shared = 0
  while (shared < max && a[shared] === b[shared]) shared++
  while (shared > 0 && isContinuation(b[shared])) shared--
  return shared
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Reads a block that {@link KeyBlockWriter} made. */
export class KeyBlock {
  readonly bytes: Buffer
  /** Where the entries end. */
  readonly end: number
  readonly #restartCount: number

  constructor(bytes: Uint8Array) {
    this.bytes = bufferOver(bytes)
    this.#restartCount = this.bytes.readUInt32LE(this.bytes.length - 4)
    this.end = this.bytes.length - 4 - 4 * this.#restartCount
    if (this.end < 0) throw new RangeError('a block of keys is too short')
  }

  /** A cursor at the first key at or above this one. */
  from(key: Buffer): KeyCursor {
    const cursor = new KeyCursor(this)
    cursor.jump(this.#restartBelow(key, key.length))
    while (!cursor.done && cursor.compare(key) < 0) cursor.next()
    return cursor
  }

  /** Where the value of the key begins; -1 for a missing key. Copies no key: most look-ups are of single keys. */
  find(key: string): number {
    const length = encodeKey(key)
    const { bytes, end } = this
    let at = this.#restartBelow(encoded, length)
    // Bytes that the key shares with the last entry, which is below it.
    let matched = 0
    while (at < end) {
      const shared = varintAt(bytes, at)
      at += varintSize(bytes, at)
      const unshared = varintAt(bytes, at)
      at += varintSize(bytes, at)
      if (shared < matched) return -1
      const next = at + unshared
      // An entry that shares more with the last one differs from the key at the same byte.
      if (shared === matched) {
        const max = Math.min(unshared, length - matched)
        let same = 0
        while (same < max && bytes[at + same] === encoded[matched + same]) same++
        if (same === unshared && matched + same === length) return next + varintSize(bytes, next)
        if (same === length - matched) return -1
        if (same < unshared && bytes[at + same]! > encoded[matched + same]!) return -1
        matched += same
        // As in the entries, shared bytes end between characters.
        while (matched > 0 && isContinuation(encoded[matched])) matched--
      }
      at = next + varintSize(bytes, next) + varintAt(bytes, next)
    }
    return -1
  }

  /** Where the last restart at or below the key begins; the first restart if all are above. */
  #restartBelow(key: Uint8Array, length: number): number {
    let low = 0
    let high = this.#restartCount - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#isAtOrBelow(this.#restart(middle), key, length)) low = middle
      else high = middle - 1
    }
    return this.#restartCount > 0 ? this.#restart(low) : this.end
  }

  /** Whether the key of a restart is at or below this one. */
  #isAtOrBelow(restart: number, key: Uint8Array, length: number): boolean {
    const { bytes } = this
    // A restart shares nothing: one byte.
    const unshared = varintAt(bytes, restart + 1)
    const at = restart + 1 + varintSize(bytes, restart + 1)
    const max = Math.min(unshared, length)
    for (let i = 0; i < max; i++) {
      const difference = bytes[at + i]! - key[i]!
      if (difference !== 0) return difference < 0
    }
    return unshared <= length
  }

  start(): KeyCursor {
    const cursor = new KeyCursor(this)
    cursor.jump(0)
    return cursor
  }

  #restart(index: number): number {
    const { bytes } = this
    const at = this.end + 4 * index
    // Without the checks of `readUInt32LE`: each look-up reads several.
    const high = (bytes[at + 3]! << 24) | (bytes[at + 2]! << 16)
    return (high | (bytes[at + 1]! << 8) | bytes[at]!) >>> 0
  }
}

/** Walks the entries of a {@link KeyBlock}. */
export class KeyCursor {
  readonly #block: KeyBlock
  #key: Buffer = Buffer.allocUnsafe(256)
  #next = 0
  /** Bytes of the key; the first `shared` are those of the previous key. */
  length = 0
  shared = 0
  valueAt = 0
  valueEnd = 0
  done = true

  constructor(block: KeyBlock) {
    this.#block = block
  }

  /** The key is the first `length` bytes. */
  get keyBytes(): Buffer {
    return this.#key
  }

  key(from = 0): string {
    return this.#key.toString('utf8', from, this.length)
  }

  compare(key: Buffer): number {
    const max = Math.min(key.length, this.length)
    for (let i = 0; i < max; i++) if (this.#key[i] !== key[i]) return this.#key[i]! - key[i]!
    return this.length - key.length
  }

  startsWith(prefix: Buffer): boolean {
    if (this.length < prefix.length) return false
    for (let i = prefix.length - 1; i >= 0; i--) if (this.#key[i] !== prefix[i]) return false
    return true
  }

  jump(at: number): void {
    this.#next = at
    this.length = 0
    this.next()
  }

  next(): void {
    const { bytes, end } = this.#block
    this.done = this.#next >= end
    if (this.done) return
    let at = this.#next
    let shared = bytes[at++]!
    if (shared >= 0x80) {
      shared = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
    }
    let unshared = bytes[at++]!
    if (unshared >= 0x80) {
      unshared = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
    }
    const length = shared + unshared
    if (length > this.#key.length) {
      const grown = Buffer.allocUnsafe(2 * length)
      this.#key.copy(grown, 0, 0, shared)
      this.#key = grown
    }
    for (let i = shared; i < length; i++) this.#key[i] = bytes[at++]!
    let size = bytes[at++]!
    if (size >= 0x80) {
      size = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
    }
    this.shared = shared
    this.length = length
    this.valueAt = at
    this.valueEnd = at + size
    this.#next = this.valueEnd
  }
}

/** The key that is looked up, in UTF-8: encoded anew by each look-up, which ends before the next begins. */
let encoded = Buffer.allocUnsafe(256)

/** Writes a key to `encoded`. @returns Its number of bytes. */
function encodeKey(key: string): number {
  // A UTF-16 unit takes at most three bytes.
  if (3 * key.length > encoded.length) encoded = Buffer.allocUnsafe(6 * key.length)
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i)
    if (unit >= 0x80) return encoded.write(key)
    encoded[i] = unit
  }
  return key.length
}

function varintAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]!
  return byte < 0x80 ? byte : longVarint(bytes, at)
}

function varintSize(bytes: Buffer, at: number): number {
  return bytes[at]! < 0x80 ? 1 : varintEnd(bytes, at) - at
}

function longVarint(bytes: Buffer, at: number): number {
  let value = 0
  let scale = 1
  for (let i = at; ; i++) {
    const byte = bytes[i]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 0x80
  }
}

function varintEnd(bytes: Buffer, at: number): number {
  let end = at
  while (bytes[end]! >= 0x80) end++
  return end + 1
}
