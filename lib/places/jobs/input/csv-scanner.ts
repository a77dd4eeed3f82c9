import { byteValues, type RecordScanner, type RecordSink, type ScanStart } from './scanner.ts'

const { lf, cr, quote } = byteValues

/** Contains 1 for the bytes that can change the state within a field. */
const isSpecial = new Uint8Array(256)
for (const byte of [lf, cr, quote]) isSpecial[byte] = 1

const State = { start: 0, plain: 1, quoted: 2, quoteInQuoted: 3, afterCr: 4 } as const

/**
 * Finds the records of CSV (RFC 4180) without parsing their fields. As in `csv-parse` with `relax_quotes`, a quote
 * opens a field only at its beginning; elsewhere outside quotes it is an ordinary character. Records end with LF, CRLF
 * or CR outside quotes. Empty lines are not records.
 */
export class CsvScanner implements RecordScanner {
  #state: number = State.start
  #offset: number
  #line: number
  #recordStart: number
  #recordLine: number
  #quoteLine = 0
  /** Last byte that was scanned. */
  #previous: number = lf
  readonly #separator: number
  readonly #sink: RecordSink

  /** @param separator Value of the separator byte; -1 for files of one column. */
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
    const n = bytes.length
    let state = this.#state
    let at = 0
    while (at < n) {
      if (state === State.plain || state === State.quoted) {
        while (at < n && isSpecial[bytes[at]!] === 0) at++
        if (at === n) break
      }
      const byte = bytes[at]!
      const previous = at > 0 ? bytes[at - 1]! : this.#previous
      if (state === State.quoted) {
        if (byte === quote) state = State.quoteInQuoted
        else if (byte === cr || previous !== cr) this.#line++
      } else if (state === State.plain) {
        if (byte === lf) {
          this.#line++
          this.#emit(at + 1)
          state = State.start
        } else if (byte === cr) state = State.afterCr
        else if (previous === this.#separator) state = this.#openQuote()
      } else if (state === State.quoteInQuoted) {
        if (byte !== quote) {
          state = State.plain
          continue
        }
        state = State.quoted
      } else if (state === State.afterCr) {
        this.#line++
        state = State.start
        this.#emit(byte === lf ? at + 1 : at)
        if (byte !== lf) continue
      } else if (byte === lf || byte === cr) {
        if (byte === cr || previous !== cr) this.#line++
      } else {
        this.#begin(at)
        if (byte !== quote) {
          state = State.plain
          continue
        }
        state = this.#openQuote()
      }
      at++
    }
    this.#state = state
    if (n > 0) this.#previous = bytes[n - 1]!
    this.#offset += n
  }

  end(): void {
    if (this.#state === State.start) return
    this.#sink(this.#recordStart, this.#offset, this.#recordLine)
    this.#state = State.start
  }

  #openQuote(): number {
    this.#quoteLine = this.#line
    return State.quoted
  }

  #emit(end: number): void {
    this.#sink(this.#recordStart, this.#offset + end, this.#recordLine)
    this.#begin(end)
  }

  #begin(at: number): void {
    this.#recordStart = this.#offset + at
    this.#recordLine = this.#line
  }
}
