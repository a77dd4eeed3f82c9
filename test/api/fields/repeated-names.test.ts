import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRepeatedName } from '../../../lib/api/index.ts'
import { runs } from '../../setup/suite.ts'

const find = (text: string) => findRepeatedName(text, JSON.parse(text))

test.each([
  ['{"a": 1, "a": 2}', 'a'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['{"b": {"c": [0, {"d": 1, "d" : 1}]}}', 'b.c[1].d'],
  ['{"a": {"a": 1}, "b": "\\"a\\": 1, \\\\"}', undefined],
  ['{"a": ["a", "a"], "b": ":"}', undefined],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ['"a"', undefined],
  ['null', undefined],
])('%s has %s twice', (text, path) => {
  expect(find(text)).toBe(path)
})

test('no name of a JSON text is repeated, and one that is added is found', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  const property = fc.property(objects, fc.nat(3), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    expect(find(text)).toBeUndefined()
    const [name] = Object.keys(JSON.parse(text))
    const doubled = `{${JSON.stringify(name)}: 0, ${text.slice(1)}`
    expect(find(doubled)).toBe(name)
  })
  fc.assert(property, { numRuns: runs(300) })
})
