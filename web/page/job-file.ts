/**
 * Size of the part of a file whose rows are counted, bytes. The other rows are assumed to have the same average length.
 */
const countedBytes = 1024 * 1024

export interface RowEstimate {
  rows: number
  /** Whether the whole file was counted, so that `rows` is exact. */
  isCounted: boolean
}

/** Estimates the rows of a file of addresses: its lines, without a CSV header and empty lines. */
export async function estimateRows(file: Blob): Promise<RowEstimate> {
  const text = await file.slice(0, countedBytes).text()
  const isCounted = file.size <= countedBytes
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const header = /^\s*\{/.test(text) ? 0 : 1
  const counted = Math.max(0, lines.length - header)
  const rows = isCounted ? counted : Math.round((counted * file.size) / countedBytes)
  return { rows, isCounted }
}

/** Formats a file size: `950 bytes`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
