import type { ByteRange } from '#platform/storage'
import { createDamageError, toUnavailable } from './errors.ts'
import type { RangeSource } from './source.ts'

/** Opens a shard, a file beside the router. */
export type OpenShard = (name: string, size: number) => RangeSource | Promise<RangeSource>

interface Part {
  name: string
  /** Offset of the file in the joined bytes. */
  start: number
  end: number
  source: Promise<RangeSource> | undefined
}

/**
 * Joins a router and its shards to one sequence of bytes, the router first. A shard is opened when it is first
 * read; if opening fails, the next read tries again.
 */
export class JoinedSource implements RangeSource {
  readonly name: string
  readonly size: number
  readonly #parts: Part[] = []
  readonly #openShard: OpenShard

  constructor(
    router: RangeSource,
    shards: readonly { name: string; size: number }[],
    openShard: OpenShard,
  ) {
    this.name = router.name
    this.#openShard = openShard
    let start = 0
    for (const { name, size } of [router, ...shards]) {
      this.#parts.push({ name, start, end: start + size, source: undefined })
      start += size
    }
    this.#parts[0]!.source = Promise.resolve(router)
    this.size = start
  }

  async read({ start, end }: ByteRange, signal?: AbortSignal): Promise<Uint8Array> {
    const pieces = this.#parts
      .filter((part) => part.start < end && start < part.end)
      .map(async (part) => {
        const from = Math.max(0, start - part.start)
        const range = { start: from, end: Math.min(end, part.end) - part.start }
        return (await this.#openOnce(part)).read(range, signal)
      })
    return pieces.length === 1 ? await pieces[0]! : Buffer.concat(await Promise.all(pieces))
  }

  fileAt(offset: number): { name: string; offset: number } {
    const { name, start } = this.#parts.findLast((part) => part.start <= offset)!
    return { name, offset: offset - start }
  }

  async #openOnce(part: Part): Promise<RangeSource> {
    part.source ??= this.#open(part)
    try {
      return await part.source
    } catch (error) {
      part.source = undefined
      throw error
    }
  }

  async #open({ name, start, end }: Part): Promise<RangeSource> {
    const size = end - start
    try {
      const source = await this.#openShard(name, size)
      if (source.size === size) return source
      throw createDamageError(name, `it has ${source.size} of ${size} bytes`)
    } catch (error) {
      throw toUnavailable(error)
    }
  }
}
