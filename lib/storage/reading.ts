import { assertKey } from './keys.ts'
import type { ByteRange, GetOptions, StoredBytes } from './port.ts'
import { SingleFlight } from './single-flight.ts'

function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end <= start)
    throw new RangeError(`not a byte range: ${start} to ${end}`)
}

type Read = (key: string, options: GetOptions) => Promise<StoredBytes>

/** The reads of a store: checked, and equal ones asked for at once made once. */
export class SharedReads {
  readonly #flights = new SingleFlight<StoredBytes>()
  readonly #read: Read

  /** @param read One read of the store; its signal says when nobody waits for it any more. */
  constructor(read: Read) {
    this.#read = read
  }

  async get(key: string, { range, etag, signal }: GetOptions): Promise<StoredBytes> {
    assertKey(key)
    if (range) checkRange(range)
    const what = `${range ? `${range.start}-${range.end}` : 'all'} ${etag ?? ''}`
    const wanted = { ...(range && { range }), ...(etag !== undefined && { etag }) }
    return await this.#flights.run(
      key,
      what,
      (unwanted) => this.#read(key, { ...wanted, signal: unwanted }),
      signal,
    )
  }

  /** After a write to `key`: later reads do not join earlier ones. */
  forget(key: string): void {
    this.#flights.forget(key)
  }
}
