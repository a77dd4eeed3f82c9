import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonLimitError, maxDepth, maxNames, maxValues, parseJson, writeJson } from '#platform/json'
import { runs } from '../../setup/suite.ts'

describe('a JSON text from a caller', () => {
  test('is parsed as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: runs(200) },
    )
  })

  test.each([
    ['arrays', '['.repeat(maxDepth), ']'.repeat(maxDepth)],
    ['objects', `${'{"a":'.repeat(maxDepth - 1)}{`, '}'.repeat(maxDepth)],
  ])('may nest %s up to the limit, and not one deeper', (_, open, close) => {
    expect(() => parseJson(open + close)).not.toThrow()
    expect(() => parseJson(`[${open}${close}]`)).toThrow(JsonLimitError)
  })

  test('may contain brackets, quotes and escapes in its strings', () => {
    const text = JSON.stringify({ '[{"\\': ['\\"[[[['.repeat(1_000), '\\'] })
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  test('is refused with too many values, different names or levels, valid JSON or not', () => {
    const values = (count: number) => `[${Array(count).fill('[]').join(',')}]`
    expect(() => parseJson(values(maxValues / 2 - 1))).not.toThrow()
    expect(() => parseJson(values(maxValues / 2 + 1))).toThrow(/has over 250,000 values/)
    const names = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`.padEnd(40), 1])),
      )
    expect(() => parseJson(names(maxNames))).not.toThrow()
    expect(() => parseJson(names(maxNames + 1))).toThrow(/has over 2,000 different field names/)
    expect(() => parseJson('['.repeat(3_000_000))).toThrow(/is nested deeper than 64 levels/)
  })

  test('is refused with a SyntaxError when it is not JSON', () => {
    for (const text of ['', '{', ']', '"', '"\\', '{"a"}', ']]]][[[['])
      expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})

describe('writing an answer', () => {
  test('produces the same text as JSON.stringify', async () => {
    const value = fc.jsonValue({ depthSize: 'large', maxDepth: 6 })
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 1, max: 700 }), async (part, count) => {
        const whole = { part, many: Array(count).fill(part), none: undefined, deep: [[part, null]] }
        expect(await writeJson(whole)).toBe(JSON.stringify(whole))
      }),
      { numRuns: runs(100) },
    )
  })

  test('lets other work run meanwhile when the answer has many values', async () => {
    const samples = Array.from({ length: 200_000 }, (_, i) => ({
      distance_meters: i,
      elevation_meters: 1.5,
    }))
    let turns = 0
    let isWritten = false
    const turn = () => {
      turns++
      if (!isWritten) setImmediate(turn)
    }
    setImmediate(turn)
    const text = await writeJson({ legs: [{ samples }] })
    isWritten = true
    expect(text).toBe(JSON.stringify({ legs: [{ samples }] }))
    expect(turns).toBeGreaterThan(2)
  })

  test('stops when the caller has hung up', async () => {
    const many = Array.from({ length: 300_000 }, (_, i) => ({ i }))
    await expect(writeJson(many, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})
