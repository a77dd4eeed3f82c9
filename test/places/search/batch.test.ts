import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BatchSearch,
  renderPlaces,
  search,
  searchBatch,
  searchStructured,
} from '#places/search'
import {
  addressFieldsOf,
  BatchRequest,
  SearchRequest,
  StructuredSearchRequest,
  scopeOf,
} from '#places/search/schemas'
import { installErrorMessages } from '#platform/api'
import { ApiError, unavailable } from '#platform/errors'
import { allPlaces, placesOf } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'
import { searchResult } from './places-made-up.ts'

installErrorMessages()

const nothing: BatchSearch = { byText: async () => [], byFields: async () => [] }

function ask(items: unknown[], search: Partial<BatchSearch> = {}, more: object = {}) {
  const request = BatchRequest.parse({ items })
  return searchBatch({ ...nothing, ...search }, request, { warn: () => {}, ...more })
}

/** Finds what it is asked for under that name. */
const echo: BatchSearch = {
  byText: async ({ text }) => [searchResult({ name: text })],
  byFields: async (fields) => [searchResult({ name: JSON.stringify(fields) })],
}

describe('a batch', () => {
  test('answers in the order of the request and counts', async () => {
    const slowFirst: Partial<BatchSearch> = {
      byText: async ({ text }) => {
        if (text === 'a') await new Promise((done) => setTimeout(done, 20))
        return text === 'none' ? [] : [searchResult({ name: text })]
      },
    }
    const { results, summary } = await ask(
      [{ text: 'a' }, { text: 'none' }, { text: 'c' }],
      slowFirst,
    )
    expect(results.map(({ index, results: [one] }) => [index, one?.name])).toEqual([
      [0, 'a'],
      [1, undefined],
      [2, 'c'],
    ])
    expect(results[1]).toEqual({ index: 1, results: [] })
    expect(summary).toEqual({ total: 3, matched: 2, failed: 1 })
  })

  test('searches texts within the country of the item, and fields as fields', async () => {
    const queries: unknown[] = []
    await ask(
      [
        { text: 'a', country: 'ad', size: 3 },
        { street: 'b', house_number: '7', country: 'Andorra' },
      ],
      {
        byText: async (query) => {
          queries.push(query)
          return []
        },
        byFields: async (fields, scope) => {
          queries.push({ fields, scope })
          return []
        },
      },
    )
    expect(queries).toEqual([
      { text: 'a', size: 3, countries: ['AND'] },
      { fields: { street: 'b', houseNumber: '7', country: 'Andorra' }, scope: { size: 1 } },
    ])
  })

  test.each([
    [null, 'The item must be an object.'],
    [{}, 'text is required, or parts of an address.'],
    [{ text: ' ' }, 'text must not be blank.'],
    [{ text: 'a', street: 'b' }, 'text must not come with parts of an address.'],
    [{ text: 'a', country: 'zz' }, 'country must with text be a code of ISO 3166-1.'],
    [{ address: 'a 1', street: 'a' }, 'street must not come with address: it is a part of it.'],
    [{ text: 'a', size: 41 }, 'size must be at most 40.'],
  ])('reports the error of %j and searches the others', async (item, message) => {
    const { results, summary } = await ask([item, { text: 'b' }], echo)
    expect(results[0]).toMatchObject({ index: 0, results: [], error: 'bad_request', message })
    expect(results[1]!.results).toHaveLength(1)
    expect(summary).toEqual({ total: 2, matched: 1, failed: 1 })
  })

  test('reports an item that fails by an internal error, and gives the caller only its code', async () => {
    const faults: unknown[] = []
    const broken = new TypeError('x is not a function')
    const search: Partial<BatchSearch> = {
      byText: async ({ text }) => {
        if (text === 'bad') throw broken
        return [searchResult({})]
      },
    }
    const { results } = await ask([{ text: 'good' }, { text: 'bad' }], search, {
      onFault: (index: number, error: unknown) => faults.push([index, error]),
    })
    expect(results[1]).toMatchObject({ error: 'internal_error', results: [] })
    expect(JSON.stringify(results)).not.toContain('not a function')
    expect(faults).toEqual([[1, broken]])
  })

  test('fails as a whole, so that nothing is charged, when every item fails by an internal error', async () => {
    const down: Partial<BatchSearch> = { byText: () => Promise.reject(unavailable('the store')) }
    await expect(ask([{ text: 'a' }, { text: 'b' }], down)).rejects.toThrow(ApiError)
  })

  test('searches a limited number of items at once', async () => {
    let [running, most] = [0, 0]
    const search: Partial<BatchSearch> = {
      byText: async () => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return []
      },
    }
    const items = Array.from({ length: 1000 }, () => ({ text: 'a' }))
    const { summary } = await ask(items, search)
    expect(summary).toEqual({ total: 1000, matched: 0, failed: 1000 })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(16)
  })

  test('lets timers run between items that hold the event loop, so that a deadline can end it', async () => {
    let searched = 0
    const search: Partial<BatchSearch> = {
      byText: async () => {
        searched++
        const until = performance.now() + 5
        while (performance.now() < until);
        return []
      },
    }
    const items = Array.from({ length: 1000 }, () => ({ text: 'a' }))
    const signal = AbortSignal.timeout(100)
    await expect(ask(items, search, { signal })).rejects.toThrow('timeout')
    expect(searched).toBeLessThan(500)
  })

  test('gives its texts a common work budget, and warns when it is spent', async () => {
    const warnings: string[] = []
    const warn = (text: string) => warnings.push(text)
    const left: number[] = []
    const dear: Partial<BatchSearch> = {
      byText: async ({ text }, { budget }) => {
        left.push(budget!.left)
        if (!budget!.isSpent) budget!.spend(budget!.left / 2 + 1)
        return [searchResult({ name: text })]
      },
    }
    const items = Array.from({ length: 100 }, (_, i) => ({ text: `a ${i}` }))
    const { summary } = await ask(items, dear, { warn })
    expect(summary.matched).toBe(100)
    expect(left[0]).toBeGreaterThan(0)
    expect(left.at(-1)).toBeLessThanOrEqual(0)
    expect(warnings).toEqual([expect.stringContaining('not tried for all of them')])
    warnings.length = 0
    await ask(items, echo, { warn })
    expect(warnings).toEqual([])
  })

  test('stops when aborted', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(ask([{ text: 'a' }], echo, { signal })).rejects.toThrow('too late')
  })
})

test.each([[[]], [Array(1001).fill({ text: 'a' })]])('a batch has 1 to 1,000 items', (items) => {
  expect(BatchRequest.safeParse({ items }).success).toBe(false)
})

describe('an item of a batch', async () => {
  const gazetteer = (await placesOf('demo'))!
  const places = await allPlaces(gazetteer)
  const context = { warn: () => {} }
  const operations: BatchSearch = {
    byText: search.bind(null, gazetteer),
    byFields: searchStructured.bind(null, gazetteer),
  }
  const name = fc
    .constantFrom(...places.filter(({ name }) => name))
    .chain(({ name }) => fc.constantFrom(name, name.slice(0, -1), name.slice(0, 5)))
  const number = fc.integer({ min: 1, max: 90 }).map(String)
  const town = fc.constantFrom('Pradetta', 'Lagrin', 'Qxzzv', 'port serin')
  const country = fc.constantFrom('XCA', 'AD')
  const size = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined })
  const texts = fc.oneof(
    name,
    fc.tuple(name, number, town).map(([name, number, town]) => `${name} ${number}, ${town}`),
    fc.constantFrom('pharmacy near Lagrin', '46.41, -28.44', 'qxzzv', 'Via Pegna & Via Runcalet'),
  )
  const byText = fc.record({ text: texts, size, country }, { requiredKeys: ['text'] })
  const byFields = fc.oneof(
    fc.record({ address: texts, locality: town, size }, { requiredKeys: ['address'] }),
    fc.record(
      { venue: name, city: town, country: fc.constantFrom('Isla Carvenna', 'XCA', 'Qxzzv'), size },
      { requiredKeys: ['venue'] },
    ),
    fc.record(
      { street: name, housenumber: number, postcode: fc.constantFrom('1130', '9999'), size },
      { requiredKeys: ['housenumber'] },
    ),
  )

  test('has the results of the same search by itself', async () => {
    const items = fc.array(fc.oneof(byText, byFields), { minLength: 1, maxLength: 6 })
    const languages = fc.constantFrom(undefined, ['en'], ['de', 'fr'])
    await fc.assert(
      fc.asyncProperty(items, languages, async (items, lang) => {
        const request = BatchRequest.parse(structuredClone({ items, lang: lang?.join() }))
        const { results } = await searchBatch(operations, request, context)
        for (const [i, item] of items.entries()) {
          const alone = await searchAlone({ ...item, size: item.size ?? 1 })
          expect(results[i]).toEqual({
            index: i,
            results: renderPlaces(alone, { languages: lang }),
          })
        }
      }),
      { numRuns: runs(60) },
    )
  })

  /** As the functions of search and structured-search do it. */
  function searchAlone(item: Record<string, unknown>) {
    if (typeof item.text === 'string') {
      const { country, ...others } = item
      const request = SearchRequest.parse({ ...others, 'boundary.country': country })
      return search(gazetteer, { ...scopeOf(request), text: request.text }, context)
    }
    const request = StructuredSearchRequest.parse(item)
    return searchStructured(gazetteer, addressFieldsOf(request), scopeOf(request), context)
  }
})

test('a request leaves its items unchecked, however long they are', () => {
  const items = [{ text: 'Ordino' }, { text: 5 }, 'Encamp', { text: 'a'.repeat(10_000) }]
  const parsed = BatchRequest.parse({ items, lang: 'en' })
  // A checked item has its default size.
  expect(parsed.items).toEqual(items)
})
