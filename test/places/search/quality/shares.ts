import { createHash } from 'node:crypto'

/** A number from 0 to 1 that depends on the texts alone, so that a case is always of the same half. */
export function caseShare(...texts: readonly string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE(0) / 2 ** 32
}
