import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from '#places/gazetteer'
import { type MatchType, mergeResults, type SearchResult } from '#places/search'

interface Given {
  confidence?: number
  matchType?: MatchType
  importance?: number
  lat?: number
}

function result(
  id: string,
  { confidence = 1, matchType = 'exact', importance = 0, lat = 0 }: Given = {},
): SearchResult {
  return { place: { id, importance } as Place, at: { lat, lon: 0 }, matchType, confidence }
}
const idsOf = (results: readonly SearchResult[]) => results.map(({ place }) => place.id)
const size = 10

describe('the results of several gazetteers', () => {
  test('come by confidence, each list in its own order', () => {
    const lists = [
      [result('a', { confidence: 0.8 }), result('b', { confidence: 1 })],
      [result('c', { confidence: 0.9 }), result('d', { confidence: 0.7 })],
    ]
    expect(idsOf(mergeResults(lists, { size }))).toEqual(['c', 'a', 'b', 'd'])
    expect(idsOf(mergeResults(lists, { size: 2 }))).toEqual(['c', 'a'])
  })

  test('of equal confidence come by nearness to the focus, then by importance, then by the order of lists', () => {
    const [near, far] = [result('near', { lat: 1 }), result('far', { lat: 5, importance: 1 })]
    expect(idsOf(mergeResults([[far], [near]], { size, focus: { lat: 0, lon: 0 } }))).toEqual([
      'near',
      'far',
    ])
    expect(idsOf(mergeResults([[near], [far]], { size }))).toEqual(['far', 'near'])
    expect(idsOf(mergeResults([[result('x')], [result('y')]], { size }))).toEqual(['x', 'y'])
  })

  test('are without corrections and partial matches where another list has what was meant', () => {
    const meant = [result('meant')]
    for (const matchType of ['fuzzy', 'fallback'] as const) {
      const guessed = [result('guessed', { matchType, confidence: 0.7 }), result('more')]
      expect(idsOf(mergeResults([guessed, meant], { size }))).toEqual(['meant'])
      expect(idsOf(mergeResults([guessed, []], { size }))).toEqual(['guessed', 'more'])
    }
  })

  test('have a place that two of them know once', () => {
    expect(idsOf(mergeResults([[result('a')], [result('a'), result('b')]], { size }))).toEqual([
      'a',
      'b',
    ])
  })

  test('beside empty lists are those of the one list', () => {
    const confidence = fc.integer({ min: 1, max: 10 }).map((tenths) => tenths / 10)
    const matchType = fc.constantFrom<MatchType>('exact', 'interpolated', 'fallback', 'fuzzy')
    const list = fc
      .array(fc.record({ confidence, matchType }), { maxLength: 10 })
      .map((given) => given.map((each, i) => result(`r${i}`, each)))
    fc.assert(
      fc.property(list, (results) => {
        expect(mergeResults([[], results, []], { size })).toEqual(results)
      }),
    )
  })
})
