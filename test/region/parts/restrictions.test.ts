import { describe, expect, test } from 'vitest'
import { mergeRecords } from '../../../region/parts/index.ts'

/** Size of a record, bytes: three ids, 31 ways between, times, attributes and four unused bytes. */
const recordBytes = 288

function record(from: number, to: number, vias: number[] = [], unused = 0): Buffer {
  const bytes = Buffer.alloc(recordBytes)
  bytes.writeBigUInt64LE(BigInt(from))
  bytes.writeBigUInt64LE(BigInt(to), 8)
  for (const [i, via] of vias.entries()) bytes.writeBigUInt64LE(BigInt(via), 24 + 8 * i)
  bytes.writeUInt32LE(unused, recordBytes - 4)
  return bytes
}

const read = (file: Buffer): number[][] =>
  Array.from({ length: file.length / recordBytes }, (_, i) => {
    const at = (offset: number) => Number(file.readBigUInt64LE(i * recordBytes + offset))
    return [at(0), at(8), at(24), at(32)]
  })

describe('turn restrictions of parts', () => {
  test('are sorted by ways, as the engine sorts them', () => {
    const a = Buffer.concat([record(2, 1, [300]), record(2, 9)])
    const b = Buffer.concat([record(1, 5), record(2, 1, [300, 4]), record(2, 1, [40])])
    expect(read(mergeRecords([a, b]))).toEqual([
      [1, 5, 0, 0],
      [2, 1, 40, 0],
      [2, 1, 300, 0],
      [2, 1, 300, 4],
      [2, 9, 0, 0],
    ])
  })

  test('are merged where parts share them, whatever bytes the engine leaves unset', () => {
    const merged = mergeRecords([record(1, 2, [3], 77), record(1, 2, [3], 88)])
    expect(read(merged)).toEqual([[1, 2, 3, 0]])
  })

  test('remain two where the extract has two', () => {
    const twice = Buffer.concat([record(1, 2), record(1, 2)])
    expect(read(mergeRecords([twice, record(1, 2), twice]))).toHaveLength(2)
  })

  test('are refused when the records have another size', () => {
    expect(() => mergeRecords([Buffer.alloc(recordBytes + 8)])).toThrow(RangeError)
  })
})
