import { createHash } from 'node:crypto'
import { figures } from './figures/index.ts'

/** Version of the formulas, raised with every change of the code that changes a result. */
const formulasVersion = '2.0.0'

/** Version of the formulas and, after the plus, a fingerprint of all figures. */
export const modelVersion = `${formulasVersion}+${computeFingerprint(figures)}`

/** Returns the first 8 hexadecimal digits of the SHA-256 of a table, independent of the order of its keys. */
export function computeFingerprint(table: unknown): string {
  return createHash('sha256').update(serialiseCanonically(table)).digest('hex').slice(0, 8)
}

/** Serialises a value as JSON with sorted keys. */
function serialiseCanonically(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'absent'
  if (Array.isArray(value)) return `[${value.map(serialiseCanonically).join()}]`
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${serialiseCanonically(entry)}`).join()}}`
}
