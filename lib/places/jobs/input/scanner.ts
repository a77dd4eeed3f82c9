/** Finds the records of a text that is fed block by block, in order. */
export interface RecordScanner {
  /** Line of the next byte, from 1. */
  readonly line: number
  /** Record that has begun and not ended. */
  readonly open: { start: number; line: number } | undefined
  /** Line of the opening quote that has not been closed. */
  readonly openQuoteLine: number | undefined
  feed(bytes: Uint8Array): void
  /** Ends the text, and completes a record that has begun. */
  end(): void
}

/** Position of the first byte fed to a scanner. */
export interface ScanStart {
  /** Byte offset in the file. */
  offset: number
  /** Line number, from 1. */
  line: number
}

/** Receives a record: its byte offsets in the file, including the line end, and its first line. */
export type RecordSink = (start: number, end: number, line: number) => void

export const byteValues = { lf: 0x0a, cr: 0x0d, blank: 0x20, quote: 0x22 } as const
