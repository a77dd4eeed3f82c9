import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files in the folder of tiles with the turn restrictions that the engine stores last, sorted by their first way
 * (mjolnir/util.h).
 */
export const restrictionFiles = [
  'complex_from_restrictions.bin',
  'complex_to_restrictions.bin',
] as const

// Layout of a record (mjolnir/osmrestriction.h, Valhalla 3.6): from, to, via, 31 ways between, times, then type, modes
// and probability.
const viaCount = 31
const timeOffset = 24 + 8 * viaCount
const attributesOffset = timeOffset + 8
const usedBytes = attributesOffset + 4
const recordBytes = usedBytes + 4

/** Moves the restrictions of a part; a part without roads has none. */
export async function keepRestrictions(from: string, to: string): Promise<void> {
  for (const name of restrictionFiles)
    if (existsSync(join(from, name))) await rename(join(from, name), join(to, name))
}

/**
 * Merges the restrictions of parts into the folder of the whole graph. A restriction in several parts is kept once. A
 * restriction that an extract contains twice is twice in each of its parts, and is kept twice.
 */
export async function mergeRestrictions(parts: readonly string[], folder: string): Promise<void> {
  for (const name of restrictionFiles) {
    const paths = parts.map((part) => join(part, name)).filter((path) => existsSync(path))
    const files = await Promise.all(paths.map((path) => readFile(path)))
    await writeFile(join(folder, name), mergeRecords(files))
  }
}

/**
 * Merges the records of all files, in the engine's order. Each record is repeated as often as in the file that has the
 * most copies of it.
 */
export function mergeRecords(files: readonly Buffer[]): Buffer {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (file.length % recordBytes !== 0)
      throw new RangeError(`${file.length} bytes of restrictions`)
    const own = new Map<string, number>()
    for (let at = 0; at < file.length; at += recordBytes) {
      const key = file.toString('latin1', at, at + usedBytes)
      own.set(key, (own.get(key) ?? 0) + 1)
    }
    for (const [key, count] of own) counts.set(key, Math.max(count, counts.get(key) ?? 0))
  }
  const records: Buffer[] = []
  for (const [key, count] of counts) {
    const record = Buffer.alloc(recordBytes)
    record.write(key, 'latin1')
    for (let i = 0; i < count; i++) records.push(record)
  }
  return Buffer.concat(records.sort(compareRecords))
}

/**
 * Compares records by from, to, ways between, modes, probability, times (`OSMRestriction::operator<`), and then by the
 * remaining bytes.
 */
function compareRecords(a: Buffer, b: Buffer): number {
  const number = (offset: number): number => {
    const [x, y] = [a.readBigUInt64LE(offset), b.readBigUInt64LE(offset)]
    return x < y ? -1 : x > y ? 1 : 0
  }
  let order = number(0) || number(8)
  for (let i = 0; order === 0 && i < viaCount; i++) order = number(24 + 8 * i)
  const attributes = (record: Buffer) => record.readUInt32LE(attributesOffset)
  const modes = (record: Buffer): number => (attributes(record) >>> 4) & 0xfff
  const probability = (record: Buffer): number => (attributes(record) >>> 16) & 0x7f
  return (
    order ||
    modes(a) - modes(b) ||
    probability(a) - probability(b) ||
    number(timeOffset) ||
    Buffer.compare(a, b)
  )
}
