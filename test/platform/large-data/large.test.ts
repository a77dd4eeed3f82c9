import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LargeMap, LargeSet } from '#platform/large-data'
import { runs } from '../../setup/suite.ts'

const key = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.maxSafeInteger(),
  fc.constantFrom('', 'a', 'osm:way/1', 'osm:way/12'),
)
const step = fc.tuple(fc.constantFrom('set', 'delete', 'clear'), key, fc.integer())

test('a large map has the same content as a plain map after any operations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const large = new LargeMap<number | string, number>()
      const map = new Map<number | string, number>()
      for (const [action, key, value] of steps) {
        if (action === 'set') {
          large.set(key, value)
          map.set(key, value)
        } else if (action === 'delete') expect(large.delete(key)).toBe(map.delete(key))
        else if (value % 5 === 0) {
          large.clear()
          map.clear()
        }
        expect([large.get(key), large.has(key)]).toEqual([map.get(key), map.has(key)])
      }
      expect(large.size).toBe(map.size)
      expect(new Map(large)).toEqual(map)
      expect(new Set(large.keys())).toEqual(new Set(map.keys()))
    }),
    { numRuns: runs(100) },
  )
})

test('a large set reports whether a key is new', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
      const large = new LargeSet<number | string>()
      for (const [i, key] of keys.entries())
        expect(large.add(key)).toBe(!keys.slice(0, i).includes(key))
      for (const key of keys) expect(large.has(key)).toBe(true)
      expect(large.has('never')).toBe(false)
    }),
    { numRuns: runs(100) },
  )
})
