import { createHash } from 'node:crypto'
import { figures } from './figures/index.ts'

/** Raised with every change of the code that changes a result. */
const formulasVersion = '1.1.0'

/** Version of the formulas and, after the plus, a fingerprint of all figures. */
export const modelVersion = `${formulasVersion}+${fingerprint(figures)}`

/** First 8 hexadecimal digits of the SHA-256 of a table; independent of the order of its keys. */
export function fingerprint(table: unknown): string {
  return createHash('sha256').update(canonical(table)).digest('hex').slice(0, 8)
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'absent'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join()}}`
}
