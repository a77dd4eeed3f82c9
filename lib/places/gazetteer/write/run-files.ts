import { closeSync, fstatSync, openSync } from 'node:fs'
import { readExactly } from '#platform/large-data'
import { compareKeys } from '../format/keys.ts'

/** A term and its places in any order. */
export interface TermPlaces {
  key: string
  places: Uint32Array
}

/** A file with sorted terms and their places. */
export interface StoredRun {
  path: string
  /** Number added to the numbers of the file's places. */
  base: number
}

/** Orders the runs that have not ended by next term, then index, in a binary heap. */
export class RunHeap {
  readonly #runs: Run[]

  constructor(runs: readonly Run[]) {
    // A sorted list is a heap.
    this.#runs = runs.toSorted(compareRuns)
  }

  get size(): number {
    return this.#runs.length
  }

  get first(): Run {
    return this.#runs[0]!
  }

  /** Moves the first run to its next term. */
  advance(): void {
    const runs = this.#runs
    const run = runs[0]!
    run.next()
    const moved = run.current ? run : runs.pop()!
    if (runs.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= runs.length) break
      const other = child + 1
      if (other < runs.length && compareRuns(runs[other]!, runs[child]!) < 0) child = other
      if (compareRuns(moved, runs[child]!) <= 0) break
      runs[at] = runs[child]!
      at = child
    }
    runs[at] = moved
  }
}

function compareRuns(a: Run, b: Run): number {
  return compareKeys(a.current!.key, b.current!.key) || a.index - b.index
}

const readAheadBytes = 512 * 1024

/** Reads one run file, a term at a time. */
export class Run {
  readonly #file: number
  #buffer: Buffer = Buffer.alloc(0)
  #bufferOffset = 0
  #fileOffset = 0
  readonly #size: number
  readonly #base: number
  readonly index: number
  /** Term at which the run stands; undefined after the last term. */
  current: TermPlaces | undefined

  /** @param index Index of the run in the order of input. */
  constructor({ path, base }: StoredRun, index: number) {
    this.index = index
    this.#base = base
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
    this.next()
  }

  next(): void {
    if (this.#fileOffset - (this.#buffer.length - this.#bufferOffset) >= this.#size) {
      this.current = undefined
      return
    }
    const header = this.#take(8)
    const keyBytes = header.readUInt32LE()
    const count = header.readUInt32LE(4)
    const key = this.#take(keyBytes).toString()
    const places = new Uint32Array(count)
    new Uint8Array(places.buffer).set(this.#take(4 * count))
    if (this.#base > 0) for (let i = 0; i < count; i++) places[i]! += this.#base
    this.current = { key, places }
  }

  #take(length: number): Buffer {
    if (this.#bufferOffset + length > this.#buffer.length) {
      const rest = this.#buffer.subarray(this.#bufferOffset)
      const more = Math.min(
        Math.max(readAheadBytes, length - rest.length),
        this.#size - this.#fileOffset,
      )
      const read = readExactly(this.#file, this.#fileOffset, more)
      this.#fileOffset += more
      this.#buffer = Buffer.concat([rest, read])
      this.#bufferOffset = 0
    }
    const taken = this.#buffer.subarray(this.#bufferOffset, this.#bufferOffset + length)
    this.#bufferOffset += length
    return taken
  }

  close(): void {
    closeSync(this.#file)
  }
}
