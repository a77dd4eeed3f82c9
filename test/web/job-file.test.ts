import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateRows, formatSize } from '../../web/page/job-file.ts'

describe('the estimated rows of a file', () => {
  test('are all lines except the header and empty lines', async () => {
    const blank = fc.constantFrom('', '  ')
    const line = fc.stringMatching(/^[a-z][a-z ,;"]{0,20}$/)
    const lines = fc.array(fc.oneof(line, blank), { maxLength: 50 })
    const end = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(lines, end, async (rows, newline) => {
        const { rows: found, isCounted } = await estimateRows(
          new Blob([['text', ...rows].join(newline)]),
        )
        expect(found).toBe(rows.filter((row) => row.trim() !== '').length)
        expect(isCounted).toBe(true)
      }),
    )
  })

  test('include the first line of JSON Lines, which have no header', async () => {
    expect(await estimateRows(new Blob(['{"text":"a"}\n{"text":"b"}\n']))).toEqual({
      rows: 2,
      isCounted: true,
    })
  })

  test('follow from the size of a long file', async () => {
    const file = new Blob([`text\n${'Some address 12\n'.repeat(500_000)}`])
    const { rows, isCounted } = await estimateRows(file)
    expect(isCounted).toBe(false)
    expect(Math.abs(rows - 500_000)).toBeLessThan(5000)
  })
})

test('formatSize formats sizes in bytes, kB or MB', () => {
  expect([950, 1200, 2_500_000].map(formatSize)).toEqual(['950 bytes', '1.2 kB', '2.5 MB'])
})
