import { closeSync, fstatSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compareKeys } from '../format/keys.ts'
import { AppendFile, readExactly } from './section-file.ts'

/** Sorted in memory at once: 32 MB. */
const maxPairsPerRun = 4_000_000
const maxTermsPerRun = 400_000

/** A term with the positions of its places, unsorted. */
export interface TermPlaces {
  key: string
  places: Uint32Array
}

/** External merge sort of (term, place) pairs: runs that fit in memory, then all runs merged. */
export class TermRuns {
  readonly #folder: string
  readonly #runs: string[] = []
  #numbers = new Map<string, number>()
  #terms = new Uint32Array(1024)
  #places = new Uint32Array(1024)
  #filled = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  add(place: number, terms: Iterable<string>): void {
    for (const term of terms) {
      const key = term.toWellFormed()
      let number = this.#numbers.get(key)
      if (number === undefined) {
        number = this.#numbers.size
        this.#numbers.set(key, number)
      }
      if (this.#filled === this.#terms.length) this.#grow()
      this.#terms[this.#filled] = number
      this.#places[this.#filled++] = place
    }
    if (this.#filled >= maxPairsPerRun || this.#numbers.size >= maxTermsPerRun) this.#spill()
  }

  #grow(): void {
    const size = 2 * this.#terms.length
    const grow = (from: Uint32Array<ArrayBuffer>) => {
      const grown = new Uint32Array(size)
      grown.set(from)
      return grown
    }
    this.#terms = grow(this.#terms)
    this.#places = grow(this.#places)
  }

  #spill(): void {
    if (this.#filled === 0) return
    const counts = new Uint32Array(this.#numbers.size + 1)
    for (let i = 0; i < this.#filled; i++) counts[this.#terms[i]! + 1]!++
    for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!
    const starts = counts.slice()
    const sorted = new Uint32Array(this.#filled)
    for (let i = 0; i < this.#filled; i++) sorted[starts[this.#terms[i]!]!++] = this.#places[i]!

    const file = new AppendFile(join(this.#folder, `terms-${this.#runs.length}.run`))
    const head = Buffer.allocUnsafe(8)
    for (const key of [...this.#numbers.keys()].sort(compareKeys)) {
      const number = this.#numbers.get(key)!
      const places = sorted.subarray(counts[number]!, counts[number + 1]!)
      const bytes = Buffer.from(key)
      head.writeUInt32LE(bytes.length)
      head.writeUInt32LE(places.length, 4)
      file.append(head)
      file.append(bytes)
      file.append(new Uint8Array(places.buffer, places.byteOffset, places.byteLength))
    }
    file.close()
    this.#runs.push(file.path)
    this.#numbers = new Map()
    this.#filled = 0
  }

  /** All terms in order, each once. Deletes the runs. */
  *sorted(): Iterable<TermPlaces> {
    this.#spill()
    this.#terms = new Uint32Array(0)
    this.#places = new Uint32Array(0)
    const runs = this.#runs.map((path) => new Run(path))
    try {
      for (;;) {
        let key: string | undefined
        for (const { current } of runs) {
          if (current && (key === undefined || compareKeys(current.key, key) < 0)) {
            key = current.key
          }
        }
        if (key === undefined) return
        const parts: Uint32Array[] = []
        for (const run of runs) {
          if (run.current?.key !== key) continue
          parts.push(run.current.places)
          run.next()
        }
        yield { key, places: parts.length === 1 ? parts[0]! : concatenated(parts) }
      }
    } finally {
      for (const run of runs) run.close()
      for (const path of this.#runs) rmSync(path, { force: true })
    }
  }
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const readAhead = 512 * 1024

class Run {
  readonly #file: number
  #buffer: Buffer = Buffer.alloc(0)
  #at = 0
  #fileAt = 0
  readonly #size: number
  current: TermPlaces | undefined

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
    this.next()
  }

  next(): void {
    if (this.#fileAt - (this.#buffer.length - this.#at) >= this.#size) {
      this.current = undefined
      return
    }
    const head = this.#take(8)
    const keyBytes = head.readUInt32LE()
    const count = head.readUInt32LE(4)
    const key = this.#take(keyBytes).toString()
    const places = new Uint32Array(count)
    new Uint8Array(places.buffer).set(this.#take(4 * count))
    this.current = { key, places }
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#buffer.length) {
      const rest = this.#buffer.subarray(this.#at)
      const more = Math.min(Math.max(readAhead, length - rest.length), this.#size - this.#fileAt)
      const read = readExactly(this.#file, this.#fileAt, more)
      this.#fileAt += more
      this.#buffer = Buffer.concat([rest, read])
      this.#at = 0
    }
    const taken = this.#buffer.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  close(): void {
    closeSync(this.#file)
  }
}
