import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RepeatedNameError, readJson } from '#platform/json'
import { runs } from '../../setup/suite.ts'

/** Returns the path of the first repeated name, or undefined if there is none. */
async function findRepeatedName(text: string): Promise<string | undefined> {
  try {
    await readJson(text)
    return undefined
  } catch (error) {
    if (error instanceof RepeatedNameError) return error.path
    throw error
  }
}

test.each([
  ['{"a": 1, "a": 2}', 'a'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['{"b": {"c": [0, {"d": 1, "d" : 1}]}}', 'b.c[1].d'],
  ['{"a": {"a": 1}, "b": "\\"a\\": 1, \\\\"}', undefined],
  ['{"a": ["a", "a"], "b": ":"}', undefined],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ['"a"', undefined],
  ['null', undefined],
])('%s contains the name %s twice', async (text, path) => {
  expect(await findRepeatedName(text)).toBe(path)
})

test('JSON.stringify repeats no name, and a repeated name that is added is found', async () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  const property = fc.asyncProperty(objects, fc.nat(3), async (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    expect(await findRepeatedName(text)).toBeUndefined()
    const [name] = Object.keys(JSON.parse(text))
    const doubled = `{${JSON.stringify(name)}: 0, ${text.slice(1)}`
    expect(await findRepeatedName(doubled)).toBe(name)
  })
  await fc.assert(property, { numRuns: runs(300) })
})
