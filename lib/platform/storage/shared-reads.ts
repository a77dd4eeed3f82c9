import { SingleFlight } from '#platform/concurrency'
import { assertKey } from './keys.ts'
import type { ByteRange, GetOptions, StoredBytes } from './port.ts'

function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end <= start)
    throw new RangeError(`not a byte range: ${start} to ${end}`)
}

type Read = (key: string, options: GetOptions) => Promise<StoredBytes>

/** Reads from a store, with checked arguments. Equal reads at the same time share one request. */
export class SharedReads {
  readonly #flights = new SingleFlight<StoredBytes>()
  readonly #read: Read

  /** @param read Reads once; its signal is aborted when no caller is waiting any more. */
  constructor(read: Read) {
    this.#read = read
  }

  async get(key: string, { range, etag, signal }: GetOptions): Promise<StoredBytes> {
    assertKey(key)
    if (range) checkRange(range)
    const request = `${range ? `${range.start}-${range.end}` : 'all'} ${etag ?? ''}`
    const wanted = { ...(range && { range }), ...(etag !== undefined && { etag }) }
    return await this.#flights.run(
      key,
      request,
      (signal) => this.#read(key, { ...wanted, signal }),
      signal,
    )
  }

  /** Call this after a write to `key`: later reads then do not join earlier ones. */
  forget(key: string): void {
    this.#flights.forget(key)
  }
}
