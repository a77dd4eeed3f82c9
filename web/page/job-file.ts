/** Bytes of which the rows are counted; those of the rest are as long on average. */
const countedBytes = 1024 * 1024

export interface RowEstimate {
  rows: number
  /** Whether all lines were counted. */
  isCounted: boolean
}

/** How many rows a file of addresses has: its lines, without the header of a CSV and without empty lines. */
export async function estimateRows(file: Blob): Promise<RowEstimate> {
  const text = await file.slice(0, countedBytes).text()
  const isCounted = file.size <= countedBytes
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const header = /^\s*\{/.test(text) ? 0 : 1
  const counted = Math.max(0, lines.length - header)
  const rows = isCounted ? counted : Math.round((counted * file.size) / countedBytes)
  return { rows, isCounted }
}

/** `950 bytes`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
