import { bytesOf, type RecordScanner, type RecordSink, type ScanStart } from './scanner.ts'

const { lf, cr, quote } = bytesOf

const State = { start: 0, plain: 1, quoted: 2, quoteInQuoted: 3, afterCr: 4 } as const

/**
 * Finds the records of CSV (RFC 4180) without parsing their fields. As with `csv-parse` and `relax_quotes`, a
 * quote opens a field only at its beginning; elsewhere outside of quotes it is a character like any other.
 * Records end with LF, CRLF or CR outside of quotes. Lines without a character are no records.
 */
export class CsvScanner implements RecordScanner {
  #state: number = State.start
  #offset: number
  #line: number
  #recordStart: number
  #recordLine: number
  #quoteLine = 0
  /** The byte before the next one. */
  #previous: number = lf
  readonly #separator: number
  readonly #sink: RecordSink

  /** @param separator A byte; -1 for files of one column. */
  constructor(separator: number, { offset, line }: ScanStart, sink: RecordSink) {
    this.#separator = separator
    this.#offset = offset
    this.#recordStart = offset
    this.#line = line
    this.#recordLine = line
    this.#sink = sink
  }

  get line(): number {
    return this.#line
  }

  get open() {
    if (this.#state === State.start) return undefined
    return { start: this.#recordStart, line: this.#recordLine }
  }

  get openQuoteLine(): number | undefined {
    return this.#state === State.quoted ? this.#quoteLine : undefined
  }

  feed(bytes: Uint8Array): void {
    const separator = this.#separator
    const n = bytes.length
    let state = this.#state
    let previous = this.#previous
    let line = this.#line
    let at = 0
    while (at < n) {
      let byte = bytes[at]!
      if (state === State.plain) {
        // Most bytes are above the quote, the highest of the three that matter.
        while (byte > quote || (byte !== quote && byte !== lf && byte !== cr)) {
          previous = byte
          if (++at === n) break
          byte = bytes[at]!
        }
        if (at === n) break
        if (byte === quote) {
          if (previous === separator) {
            state = State.quoted
            this.#quoteLine = line
          }
        } else if (byte === lf) {
          line++
          this.#emit(at + 1, line)
          state = State.start
        } else state = State.afterCr
      } else if (state === State.quoted) {
        while (byte !== quote) {
          if (byte === lf) {
            if (previous !== cr) line++
          } else if (byte === cr) line++
          previous = byte
          if (++at === n) break
          byte = bytes[at]!
        }
        if (at === n) break
        state = State.quoteInQuoted
      } else if (state === State.quoteInQuoted) {
        if (byte === quote) state = State.quoted
        else {
          state = State.plain
          continue
        }
      } else if (state === State.afterCr) {
        line++
        state = State.start
        if (byte === lf) this.#emit(at + 1, line)
        else {
          this.#emit(at, line)
          continue
        }
      } else if (byte === lf || byte === cr) {
        if (byte === cr || previous !== cr) line++
        this.#begin(at + 1, line)
      } else {
        this.#begin(at, line)
        if (byte === quote) {
          state = State.quoted
          this.#quoteLine = line
        } else {
          state = State.plain
          continue
        }
      }
      previous = byte
      at++
    }
    this.#state = state
    this.#previous = previous
    this.#line = line
    this.#offset += n
  }

  end(): void {
    if (this.#state === State.start) return
    this.#sink(this.#recordStart, this.#offset, this.#recordLine)
    this.#state = State.start
  }

  #emit(end: number, nextLine: number): void {
    this.#sink(this.#recordStart, this.#offset + end, this.#recordLine)
    this.#begin(end, nextLine)
  }

  #begin(at: number, line: number): void {
    this.#recordStart = this.#offset + at
    this.#recordLine = line
  }
}
