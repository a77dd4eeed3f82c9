import { pause } from '#platform/concurrency'

/** Minimum characters between two pauses, which follow runs of array elements; about a millisecond of work. */
const piece = 64 * 1024
/** Elements of an array written at a time. */
const elementsAtATime = 256
/** Maximum values inside a value that is written at once; larger values are written part by part. */
const maxValuesAtOnce = 512

/**
 * Writes a value as `JSON.stringify` does, in pieces with pauses between them, so that a long answer does not block
 * the event loop. Values must be plain JSON; undefined fields are left out.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function writeJson(value: unknown, signal?: AbortSignal): Promise<string> {
  const writer = new Writer(signal)
  await writer.write(value)
  return writer.text()
}

class Writer {
  readonly #signal: AbortSignal | undefined
  readonly #pieces: string[] = []
  #length = 0
  #pausedAt = 0

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  text(): string {
    return this.#pieces.join('')
  }

  async write(value: unknown): Promise<void> {
    if (!isLarge(value)) return this.#put(JSON.stringify(value) ?? 'null')
    if (Array.isArray(value)) return this.#writeArray(value)
    let separator = '{'
    for (const [name, field] of Object.entries(value as object)) {
      if (field === undefined || typeof field === 'function') continue
      this.#put(`${separator}${JSON.stringify(name)}:`)
      await this.write(field)
      separator = ','
    }
    this.#put(separator === '{' ? '{}' : '}')
  }

  async #writeArray(values: readonly unknown[]): Promise<void> {
    this.#put('[')
    for (let from = 0; from < values.length; ) {
      if (from > 0) this.#put(',')
      if (isLarge(values[from])) {
        await this.write(values[from++])
        continue
      }
      let to = from + 1
      const end = Math.min(values.length, from + elementsAtATime)
      while (to < end && !isLarge(values[to])) to++
      // Remove the brackets.
      this.#put(JSON.stringify(values.slice(from, to)).slice(1, -1))
      from = to
      if (this.#length - this.#pausedAt > piece) await this.#pause()
    }
    this.#put(']')
  }

  #put(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
  }

  async #pause(): Promise<void> {
    this.#pausedAt = this.#length
    await pause(this.#signal)
  }
}

function isLarge(value: unknown): boolean {
  return countValues(value, maxValuesAtOnce) > maxValuesAtOnce
}

/**
 * Counts a value and those inside it, inner objects and arrays twice. Stops when the count exceeds `max`, and returns
 * the count so far.
 */
function countValues(value: unknown, max: number): number {
  if (value === null || typeof value !== 'object') return 1
  const inner = Array.isArray(value) ? value : Object.values(value)
  let count = 1 + inner.length
  if (count > max) return count
  for (const each of inner) {
    if (each !== null && typeof each === 'object') count += countValues(each, max - count)
    if (count > max) return count
  }
  return count
}
