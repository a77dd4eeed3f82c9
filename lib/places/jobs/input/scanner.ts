/** Finds the records of a text in blocks of its bytes, in order. */
export interface RecordScanner {
  /** Line that the next byte is on, from 1. */
  readonly line: number
  /** The record that has begun and not ended. */
  readonly open: { start: number; line: number } | undefined
  /** Line on which the quote began that is still open. */
  readonly openQuoteLine: number | undefined
  feed(bytes: Uint8Array): void
  /** Ends the text; a record that has begun is complete. */
  end(): void
}

/** Position of the first byte that a scanner is fed. */
export interface ScanStart {
  /** Byte offset in the file. */
  offset: number
  /** From 1. */
  line: number
}

/** Takes a record: its byte offsets in the file, line end included, and its first line. */
export type RecordSink = (start: number, end: number, line: number) => void

export const bytesOf = { lf: 0x0a, cr: 0x0d, blank: 0x20, quote: 0x22 } as const
