import { crc32 } from 'node:zlib'
import { bufferOver } from '../format/bytes.ts'
import type { CachePartition } from './cache.ts'
import { asUnavailable, damaged, readAgainIfDamaged } from './errors.ts'
import type { RangeSource } from './source.ts'

/** A piece of the file that is read by itself. Its last four bytes are the CRC-32 of those before. */
export interface ByteSpan {
  offset: number
  /** With the checksum. */
  length: number
}

/** How the bytes of a unit become what is kept of them. */
export interface UnitDecoder<T> {
  /** For messages. */
  name: string
  decode(bytes: Uint8Array): T
  /** Bytes of memory that the value takes beside those it was decoded from. */
  memoryBytes(value: T): number
  /** The value does not refer to the bytes. */
  detached?: boolean
}

export const checksumBytes = 4

/** Reading on over this much that nobody wants costs less than another request. */
const maxGapBytes = 8 * 1024
const maxRangeBytes = 2 * 1024 * 1024

/** Reads units of one pack: verified, decoded, cached, each once however many ask for it. */
export class UnitStore {
  readonly #source: RangeSource
  readonly #slot: CachePartition
  readonly #underWay = new Map<number, Promise<unknown>>()

  constructor(source: RangeSource, slot: CachePartition) {
    this.#source = source
    this.#slot = slot
  }

  /**
   * The values of the units in order; at once when all are at hand, so that a warm query waits for
   * nothing.
   */
  get<T>(
    kind: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    signal?: AbortSignal,
  ): T[] | Promise<T[]> {
    const values = new Array<T>(spans.length)
    let missing: number[] | undefined
    for (let i = 0; i < spans.length; i++) {
      const held = this.#slot.unit(spans[i]!.offset)
      if (held !== undefined) values[i] = held as T
      else if (this.#source.resident) values[i] = this.#fromMemory(kind, spans[i]!)
      else if (missing) missing.push(i)
      else missing = [i]
    }
    return missing ? this.#fill(kind, spans, values, missing, signal) : values
  }

  #fromMemory<T>(kind: UnitDecoder<T>, { offset, length }: ByteSpan): T {
    const all = this.#source.resident!
    return this.#accept(kind, offset, all.subarray(offset, offset + length), false)
  }

  async #fill<T>(
    kind: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    values: T[],
    missing: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<T[]> {
    signal?.throwIfAborted()
    const fresh = new Map<number, ByteSpan>()
    for (const i of missing) {
      const span = spans[i]!
      if (!this.#underWay.has(span.offset)) fresh.set(span.offset, span)
    }
    for (const group of joined([...fresh.values()])) this.#start(kind, group)
    const waiting = missing.map((i) => this.#underWay.get(spans[i]!.offset) as Promise<T>)
    const read = await unlessAborted(Promise.all(waiting), signal)
    for (const [n, i] of missing.entries()) values[i] = read[n]!
    return values
  }

  /** The read is shared, so no single request's signal ends it. */
  #start<T>(kind: UnitDecoder<T>, spans: readonly ByteSpan[]): void {
    const start = spans[0]!.offset
    const end = Math.max(...spans.map(({ offset, length }) => offset + length))
    const read = (): Promise<Uint8Array> =>
      this.#source.read({ start, end }).catch((error: unknown) => {
        throw asUnavailable(error)
      })
    const reading = read()
    for (const { offset, length } of spans) {
      let isAgain = false
      const value = readAgainIfDamaged(async () => {
        const bytes = await (isAgain ? read() : reading)
        isAgain = true
        const from = offset - start
        const unit = bytes.subarray(from, from + length)
        // A part must not keep the whole of what was read with it in memory.
        const own = spans.length > 1 && !kind.detached ? Uint8Array.from(unit) : unit
        return this.#accept(kind, offset, own, true, length)
      }).finally(() => this.#underWay.delete(offset))
      this.#underWay.set(offset, value)
      // Who waits for it is told; nobody may be left by then.
      value.catch(() => {})
    }
  }

  #accept<T>(
    kind: UnitDecoder<T>,
    offset: number,
    bytes: Uint8Array,
    owned: boolean,
    length = bytes.length,
  ): T {
    const body = verified(bytes, length)
    if (!body) throw damaged(this.#source.name, `${kind.name} at byte ${offset}`)
    let value: T
    try {
      value = kind.decode(body)
    } catch (error) {
      throw damaged(this.#source.name, `${kind.name} at byte ${offset}`, error)
    }
    const weight = kind.memoryBytes(value) + (owned && !kind.detached ? length : 0)
    this.#slot.putUnit(offset, value, weight)
    return value
  }
}

/** The unit without its checksum, or nothing when that does not fit. */
export function verified(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (bytes.length !== length || length < checksumBytes) return undefined
  const body = bytes.subarray(0, length - checksumBytes)
  return crc32(body) === bufferOver(bytes).readUInt32LE(length - checksumBytes) ? body : undefined
}

/** Spans that one read brings, each group in the order of the file. */
function joined(spans: ByteSpan[]): ByteSpan[][] {
  const groups: ByteSpan[][] = []
  let start = 0
  let end = 0
  for (const span of spans.sort((a, b) => a.offset - b.offset)) {
    const spanEnd = span.offset + span.length
    const group = groups.at(-1)
    if (group && span.offset - end <= maxGapBytes && spanEnd - start <= maxRangeBytes) {
      group.push(span)
      end = Math.max(end, spanEnd)
    } else {
      groups.push([span])
      start = span.offset
      end = spanEnd
    }
  }
  return groups
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
