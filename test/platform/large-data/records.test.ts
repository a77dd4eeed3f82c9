import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RecordReader, RecordWriter } from '#platform/large-data'

const record = fc.record({
  numbers: fc.array(fc.double(), { maxLength: 40 }),
  rest: fc.record({ id: fc.string({ unit: 'grapheme' }), list: fc.array(fc.integer()) }),
})
type Records = { numbers: number[]; rest: object }[]

const written = (writer: RecordWriter, records: Records): Buffer => {
  for (const { numbers, rest } of records) {
    for (const number of numbers) writer.add(number)
    writer.end(rest)
  }
  return Buffer.from(writer.take())
}
const readWith = (reader: RecordReader, bytes: Buffer, records: Records) => {
  reader.open(bytes)
  const read = records.map(({ numbers }) => {
    const rest = reader.read() as object
    return { numbers: numbers.map(() => reader.number()), rest }
  })
  expect(reader.isAtEnd).toBe(true)
  return read
}

describe('records', () => {
  test('are read back as they were written, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(record), { maxLength: 3 }), (batches) => {
        const [writer, reader] = [new RecordWriter(), new RecordReader()]
        for (const records of batches)
          expect(readWith(reader, written(writer, records), records)).toEqual(records)
      }),
    )
  })

  test('may contain more numbers and text than earlier ones', () => {
    const records = [1, 5_000, 3, 100_000].map((count) => ({
      numbers: Array.from({ length: count }, (_, i) => i / 7),
      rest: { text: '€'.repeat(count) },
    }))
    const bytes = written(new RecordWriter(), records)
    expect(readWith(new RecordReader(), bytes, records)).toEqual(records)
  })

  test('may be read without their numbers', () => {
    const bytes = written(new RecordWriter(), [
      { numbers: [1, 2, 3], rest: {} },
      { numbers: [4], rest: {} },
    ])
    const reader = new RecordReader()
    reader.open(bytes)
    reader.read()
    expect(reader.number()).toBe(1)
    reader.read()
    expect(reader.number()).toBe(4)
  })
})
