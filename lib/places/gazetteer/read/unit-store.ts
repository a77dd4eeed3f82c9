import type { ApiError } from '#platform/errors'
import type { ByteRange } from '#platform/storage'
import { type ByteSpan, extractVerifiedBody, type UnitDecoder } from '../format/unit.ts'
import type { CachePartition } from './cache.ts'
import { createDamageError, readAgainIfDamaged, toUnavailable } from './errors.ts'
import { ReadAhead } from './read-ahead.ts'
import type { RangeSource } from './source.ts'

/** Maximum unused bytes between units that are read together. Reading them costs less than another request. */
const maxGapBytes = 8 * 1024
/** Maximum bytes of units that are read together. A larger unit is read alone. */
const maxRangeBytes = 2 * 1024 * 1024

/** Reads, verifies, decodes and caches the units of one pack. Concurrent reads of a unit are shared. */
export class UnitStore {
  readonly #source: RangeSource
  readonly #cache: CachePartition
  /** Values being read, by offset of the unit. */
  readonly #inFlight = new Map<number, Promise<unknown>>()

  constructor(source: RangeSource, cache: CachePartition) {
    this.#source = source
    this.#cache = cache
  }

  readonly #ahead = new ReadAhead()

  /** Name of the pack, for messages. */
  get name(): string {
    return this.#source.name
  }

  /** Returns the values of the units, in order, as an array rather than a promise if all are in memory. */
  get<T>(
    decoder: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    signal?: AbortSignal,
  ): T[] | Promise<T[]> {
    const values = new Array<T>(spans.length)
    let missing: number[] | undefined
    for (let i = 0; i < spans.length; i++) {
      const cached = this.#cache.unit(spans[i]!.offset)
      if (cached !== undefined) values[i] = cached as T
      else if (this.#source.resident) values[i] = this.#fromMemory(decoder, spans[i]!)
      else if (missing) missing.push(i)
      else missing = [i]
    }
    return missing ? this.#fill(decoder, spans, values, missing, signal) : values
  }

  /** Starts to read ranges of units that contain some units needed soon. */
  readAhead(ranges: readonly ByteSpan[]): void {
    if (this.#source.resident) return
    const unread = ranges.filter((range) => !this.#ahead.has(range))
    for (const group of groupForReading(unread)) {
      const { start, end } = coverSpans(group)
      this.#ahead.add({ offset: start, length: end - start }, this.#source.read({ start, end }))
    }
  }

  #fromMemory<T>(decoder: UnitDecoder<T>, span: ByteSpan): T {
    const { offset, length } = span
    const bytes = this.#source.resident!.subarray(offset, offset + length)
    return this.#decode(decoder, span, bytes, { keepsBytes: false })
  }

  async #fill<T>(
    decoder: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    values: T[],
    missing: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<T[]> {
    signal?.throwIfAborted()
    const notInFlight = new Map<number, ByteSpan>()
    for (const i of missing) {
      const span = spans[i]!
      if (!this.#inFlight.has(span.offset)) notInFlight.set(span.offset, span)
    }
    const notAhead: ByteSpan[] = []
    for (const span of notInFlight.values()) {
      const bytes = this.#ahead.find(span)
      if (bytes) this.#startRead(decoder, [span], bytes)
      else notAhead.push(span)
    }
    for (const group of groupForReading(notAhead)) this.#startRead(decoder, group)
    const pending = missing.map((i) => this.#inFlight.get(spans[i]!.offset) as Promise<T>)
    const read = await awaitUnlessAborted(Promise.all(pending), signal)
    for (const [n, i] of missing.entries()) values[i] = read[n]!
    return values
  }

  /**
   * Starts one read for all spans, unless their bytes were read ahead. Callers share it, so no caller's
   * signal aborts it.
   */
  #startRead<T>(
    decoder: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    ahead?: Promise<Uint8Array>,
  ): void {
    const { start, end } = coverSpans(spans)
    const read = (): Promise<Uint8Array> =>
      this.#source.read({ start, end }).catch((error: unknown) => {
        throw toUnavailable(error)
      })
    const firstRead = ahead?.catch(read) ?? read()
    for (const span of spans) {
      let isRetry = false
      const value = readAgainIfDamaged(async () => {
        const bytes = await (isRetry ? read() : firstRead)
        isRetry = true
        const from = span.offset - start
        const unit = bytes.subarray(from, from + span.length)
        // A cached unit must not keep its whole group in memory.
        const unitBytes =
          (spans.length > 1 || ahead) && !decoder.detached ? Uint8Array.from(unit) : unit
        return this.#decode(decoder, span, unitBytes, { keepsBytes: true })
      }).finally(() => this.#inFlight.delete(span.offset))
      this.#inFlight.set(span.offset, value)
      // Waiters see the rejection; avoid an unhandled one.
      value.catch(() => {})
    }
  }

  /** @param options.keepsBytes Whether the bytes stay in memory only for this unit, so that they count as cached. */
  #decode<T>(
    decoder: UnitDecoder<T>,
    { offset, length }: ByteSpan,
    bytes: Uint8Array,
    { keepsBytes }: { keepsBytes: boolean },
  ): T {
    const body = extractVerifiedBody(bytes, length)
    if (!body) throw this.#describeDamage(decoder, offset)
    let value: T
    try {
      value = decoder.decode(body)
    } catch (error) {
      throw this.#describeDamage(decoder, offset, error)
    }
    const keptBytes = keepsBytes && !decoder.detached ? length : 0
    this.#cache.putUnit(offset, value, decoder.memoryBytes(value) + keptBytes)
    return value
  }

  #describeDamage(decoder: UnitDecoder<unknown>, at: number, cause?: unknown): ApiError {
    const { name, offset } = this.#source.fileAt?.(at) ?? { name: this.name, offset: at }
    return createDamageError(name, `${decoder.name} at byte ${offset}`, cause)
  }
}

/** Groups nearby spans, in the order of the file, so that one read covers each group. */
function groupForReading(spans: ByteSpan[]): ByteSpan[][] {
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

function coverSpans(spans: readonly ByteSpan[]): ByteRange {
  const end = Math.max(...spans.map(({ offset, length }) => offset + length))
  return { start: Math.min(...spans.map(({ offset }) => offset)), end }
}

async function awaitUnlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
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
