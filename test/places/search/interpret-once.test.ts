import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asking } from './asking.ts'
import { gazetteerOf, towns } from './small-gazetteer.ts'

const tokenized: string[] = []
const interpreted: string[] = []
vi.mock('../../../lib/places/search/interpret/tokenize.ts', async (importOriginal) => {
  const original =
    await importOriginal<typeof import('../../../lib/places/search/interpret/tokenize.ts')>()
  const tokenize: typeof original.tokenize = (text, options) => {
    tokenized.push(text)
    return original.tokenize(text, options)
  }
  return { ...original, tokenize }
})
vi.mock('../../../lib/places/search/interpret/interpretations.ts', async (importOriginal) => {
  const original =
    await importOriginal<typeof import('../../../lib/places/search/interpret/interpretations.ts')>()
  const interpretationsOf: typeof original.interpretationsOf = (query) => {
    interpreted.push(query.text)
    return original.interpretationsOf(query)
  }
  return { ...original, interpretationsOf }
})

const { search, complete, structured } = asking(await gazetteerOf(towns))

const word = fc.constantFrom(
  'Brumeville',
  'brumevile',
  'rue du moulin',
  '14',
  '26310',
  'France',
  'xyzzyq',
  'S.J',
  'pharmacy',
  'pharmcy',
  'bar',
  'in',
  'near',
  'near me',
  'Paris',
  'apartment 4',
  ',',
)
// No word twice: the halves of "14 near 14" are two texts that are equal.
const text = fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

describe('a text is read once, whatever the search falls back to', () => {
  beforeEach(() => {
    tokenized.length = 0
    interpreted.length = 0
  })

  async function expectOnce(run: () => Promise<unknown>) {
    tokenized.length = 0
    interpreted.length = 0
    await run()
    expect(tokenized).toEqual([...new Set(tokenized)])
    expect(interpreted).toEqual([...new Set(interpreted)])
  }

  it('by search', async () => {
    await fc.assert(fc.asyncProperty(text, (text) => expectOnce(() => search(text))))
    // A name with a town of which there are several.
    await expectOnce(() => search('Paris rue du moulin'))
    await search('14 rue du mulin, brumevile')
    expect(tokenized).toContain('14 rue du mulin, brumevile')
  })

  it('by autocomplete', async () => {
    await fc.assert(fc.asyncProperty(text, (text) => expectOnce(() => complete(text))))
  })

  it('by structured search, where blank fields are not read at all', async () => {
    // Two fields with one text are two texts.
    const fields = fc
      .record({ address: text, postalcode: fc.constantFrom('26310', '99999') })
      .filter(({ address, postalcode }) => address !== postalcode)
    await fc.assert(fc.asyncProperty(fields, (given) => expectOnce(() => structured(given))))
    await expectOnce(() => structured({ locality: 'Brumeville', county: '' }))
    expect(tokenized).toEqual(['Brumeville'])
  })
})
