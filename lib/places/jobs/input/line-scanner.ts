import { byteValues, type RecordScanner, type RecordSink, type ScanStart } from './scanner.ts'

const { lf, blank } = byteValues

/** Finds the lines that are not blank. Lines end with LF, as in JSON Lines. */
export class LineScanner implements RecordScanner {
  readonly openQuoteLine = undefined
  #offset: number
  #line: number
  #lineStart: number
  #isBlank = true
  readonly #sink: RecordSink

  constructor({ offset, line }: ScanStart, sink: RecordSink) {
    this.#offset = offset
    this.#lineStart = offset
    this.#line = line
    this.#sink = sink
  }

  get line(): number {
    return this.#line
  }

  get open() {
    return this.#isBlank ? undefined : { start: this.#lineStart, line: this.#line }
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(lf, at)
      const end = found < 0 ? bytes.length : found
      for (let i = at; this.#isBlank && i < end; i++) this.#isBlank = bytes[i]! <= blank
      if (found < 0) break
      at = found + 1
      if (!this.#isBlank) this.#sink(this.#lineStart, this.#offset + at, this.#line)
      this.#isBlank = true
      this.#lineStart = this.#offset + at
      this.#line++
    }
    this.#offset += bytes.length
  }

  end(): void {
    if (!this.#isBlank) this.#sink(this.#lineStart, this.#offset, this.#line)
    this.#isBlank = true
  }
}
