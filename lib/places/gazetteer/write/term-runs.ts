import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppendFile } from '#platform/large-data'
import { compareKeys } from '../format/keys.ts'
import { Run, RunHeap, type StoredRun, type TermPlaces } from './run-files.ts'

/** Number of pairs sorted in memory at once: two 4-byte columns, 32 MB. */
const maxPairsPerRun = 4_000_000
const maxTermsPerRun = 400_000

/** External merge sort of (term, place) pairs: sorts runs that fit in memory, then merges all runs. */
export class TermRuns {
  readonly #folder: string
  readonly #runs: StoredRun[] = []
  /** Numbers of the terms in the current run. */
  #termNumbers = new Map<string, number>()
  /** Numbers of the terms of shared lists. */
  readonly #listNumbers = new Map<readonly string[], readonly number[]>()
  /** Pairs of the current run, as two columns. */
  #terms = new Uint32Array(1024)
  #places = new Uint32Array(1024)
  #filled = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Adds all terms of a place, possibly repeated, in one call.
   *
   * @param shared Lists of terms that other places have too.
   */
  add(place: number, terms: readonly string[], shared: readonly (readonly string[])[] = []): void {
    for (let i = 0; i < terms.length; i++) this.#addPair(this.#numberTerm(terms[i]!), place)
    for (const list of shared) {
      const numbers = this.#numberList(list)
      for (let i = 0; i < numbers.length; i++) this.#addPair(numbers[i]!, place)
    }
    if (this.#filled >= maxPairsPerRun || this.#termNumbers.size >= maxTermsPerRun) this.#spill()
  }

  #addPair(term: number, place: number): void {
    if (this.#filled === this.#terms.length) this.#grow()
    this.#terms[this.#filled] = term
    this.#places[this.#filled++] = place
  }

  #numberList(list: readonly string[]): readonly number[] {
    const known = this.#listNumbers.get(list)
    if (known) return known
    const numbers = list.map((term) => this.#numberTerm(term))
    this.#listNumbers.set(list, numbers)
    return numbers
  }

  #numberTerm(term: string): number {
    return this.#termNumbers.get(term) ?? this.#numberKey(term.toWellFormed())
  }

  #numberKey(key: string): number {
    const known = this.#termNumbers.get(key)
    if (known !== undefined) return known
    const number = this.#termNumbers.size
    this.#termNumbers.set(key, number)
    return number
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

  /** Sorts the pairs in memory by term (a counting sort) and writes them to a file. */
  #spill(): void {
    if (this.#filled === 0) return
    const starts = new Uint32Array(this.#termNumbers.size + 1)
    for (let i = 0; i < this.#filled; i++) starts[this.#terms[i]! + 1]!++
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
    const next = starts.slice()
    const sorted = new Uint32Array(this.#filled)
    for (let i = 0; i < this.#filled; i++) sorted[next[this.#terms[i]!]!++] = this.#places[i]!

    const file = new AppendFile(join(this.#folder, `terms-${this.#runs.length}.run`))
    try {
      const header = Buffer.allocUnsafe(8)
      for (const key of [...this.#termNumbers.keys()].sort(compareKeys)) {
        const number = this.#termNumbers.get(key)!
        const places = removeRepeats(sorted.subarray(starts[number]!, starts[number + 1]!))
        const bytes = Buffer.from(key)
        header.writeUInt32LE(bytes.length)
        header.writeUInt32LE(places.length, 4)
        file.append(header)
        file.append(bytes)
        file.append(new Uint8Array(places.buffer, places.byteOffset, places.byteLength))
      }
    } finally {
      file.close()
    }
    this.#runs.push({ path: file.path, base: 0 })
    this.#termNumbers = new Map()
    this.#listNumbers.clear()
    this.#filled = 0
  }

  /** Returns all runs. Call it after the last term. */
  stored(): readonly StoredRun[] {
    this.#spill()
    return this.#runs
  }

  /**
   * Adds the runs of another thread.
   *
   * @param base Number of places added before.
   */
  append(runs: readonly StoredRun[], base: number): void {
    this.#spill()
    for (const run of runs) this.#runs.push({ path: run.path, base: run.base + base })
  }

  /** Yields all terms in ascending order, each once. Deletes the run files at the end. */
  *sorted(): Iterable<TermPlaces> {
    this.#spill()
    this.#terms = new Uint32Array(0)
    this.#places = new Uint32Array(0)
    const runs = this.#runs.map((run, index) => new Run(run, index))
    try {
      const heap = new RunHeap(runs.filter(({ current }) => current))
      while (heap.size > 0) {
        const { key, places } = heap.first.current!
        heap.advance()
        if (heap.size === 0 || heap.first.current!.key !== key) {
          yield { key, places }
          continue
        }
        const parts = [places]
        while (heap.size > 0 && heap.first.current!.key === key) {
          parts.push(heap.first.current!.places)
          heap.advance()
        }
        yield { key, places: concatArrays(parts) }
      }
    } finally {
      for (const run of runs) run.close()
      for (const { path } of this.#runs) rmSync(path, { force: true })
    }
  }
}

/** Removes repeats, which are consecutive, in place. */
function removeRepeats(places: Uint32Array): Uint32Array {
  let kept = 0
  for (let i = 0; i < places.length; i++)
    if (i === 0 || places[i] !== places[kept - 1]) places[kept++] = places[i]!
  return places.subarray(0, kept)
}

export function concatArrays(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
