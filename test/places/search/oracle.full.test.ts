import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place, SourcePlace } from '#places/gazetteer'
import {
  buildTerms,
  createMemorySource,
  endOfPostings,
  namespaces,
  openPack,
  writePack,
} from '#places/gazetteer'
import { search } from '#places/search'
import { fold } from '#places/text'
import { type FullText, fullText, hasFullText } from '../../fixtures/full-text.ts'
import { allPlaces, isOnMachine, placeRegions, placesOf, quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { runs } from '../../setup/suite.ts'
import { spread } from './sets/samples.ts'

const ifFullText = hasFullText() ? describe : describe.skip
const wordPrefix = `${namespaces.word}:`

/** Few letters, so that words share prefixes and documents share words. */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', 'k', '1'),
  minLength: 1,
  maxLength: 5,
})
const corpus = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 80,
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-oracle-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

ifFullText('exact and prefix matching, against FTS5 over the same documents', () => {
  it('has the same places for every word and every beginning, of any corpus', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, async (names) => {
        const { gazetteer, oracle, words } = await bothOf(names)
        for (const word of words) {
          expect(await docIdsOf(gazetteer, [wordPrefix + word])).toEqual(oracle.withWord(word))
          for (let end = 1; end <= word.length; end++) {
            const prefix = word.slice(0, end)
            const { terms, complete } = await gazetteer.termsFrom(wordPrefix + prefix, 10_000)
            expect(complete).toBe(true)
            const keys = terms.map(({ key }) => key)
            expect(await docIdsOf(gazetteer, keys)).toEqual(oracle.withPrefix(prefix))
          }
        }
        oracle.close()
      }),
      { numRuns: runs(25) },
    )
  })

  it('has the hot prefixes in the same order, of a corpus where many places share them', async () => {
    const chance = seeded(5)
    const names = Array.from({ length: 6000 }, () => [
      `ab${Math.floor(chance() * 400).toString(36)}`,
      `b${Math.floor(chance() * 90).toString(36)}`,
    ])
    const { gazetteer, oracle } = await bothOf(names)
    for (const prefix of ['a', 'ab', 'b', 'ab1', 'b1']) {
      const hot = await gazetteer.hot(wordPrefix + prefix)
      const expected = oracle.withPrefix(prefix, hot?.docIds.length ?? 1)
      if (hot) expect([...hot.docIds]).toEqual(expected)
    }
    expect((await gazetteer.hot(`${wordPrefix}a`))?.docIds.length).toBe(256)
    oracle.close()
  })
})

ifFullText.for(placeRegions)('the words of %s, against FTS5 over the same documents', (region) => {
  const there = isOnMachine(region)
  const wordsAsked = 150
  let gazetteer: Gazetteer
  let places: Place[]
  let oracle: FullText
  let words: string[]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    places = await allPlaces(gazetteer)
    const documents = places.map((place) => wordsOfTerms(buildTerms(sourceOf(place), [])))
    oracle = fullText(documents)
    words = spread([...new Set(documents.flat())].sort(), wordsAsked)
  })
  afterAll(() => oracle?.close())

  it.skipIf(!there)('are found in the same places, in the same order', async () => {
    for (const word of words) {
      expect(await docIdsOf(gazetteer, [wordPrefix + word]), word).toEqual(oracle.withWord(word))
    }
  })

  it.skipIf(!there)('are found from their beginnings', async () => {
    for (const word of words) {
      const prefix = word.slice(0, 4)
      const { terms } = await gazetteer.termsFrom(wordPrefix + prefix, 10_000)
      const keys = terms.map(({ key }) => key)
      expect(await docIdsOf(gazetteer, keys), prefix).toEqual(oracle.withPrefix(prefix))
    }
  })

  it.skipIf(!there)('give a search all and only the places with them', async () => {
    const size = 40
    for (const word of words.filter((text) => /^\p{Script=Latin}{5,}$/u.test(text))) {
      const having = new Set(oracle.withWord(word))
      const found = await search(gazetteer, { text: word, size }, quiet)
      const own = found.filter(({ place }) => having.has(place.docId))
      // A category may have more places than the list.
      if (found.length < size) expect(own.length, word).toBeGreaterThan(0)
      expect(found[0] && isNamed(found[0].place, word), word).toBe(true)
      // Places that look alike may be left out, and a word of one street means no intersection.
      const seen = new Set(found.map(({ place }) => fold(place.name)))
      const missing = [...having].filter((docId) => {
        const { name, intersection } = places[docId]!
        return !intersection && !seen.has(fold(name))
      })
      if (having.size <= size && found.length < size) {
        expect(
          missing.map((docId) => places[docId]!.name),
          word,
        ).toEqual([])
      }
    }
  })

  /** Whether it has the word in its name, its categories or its areas. */
  const isNamed = (place: Place, word: string) =>
    oracle.withWord(word).includes(place.docId) ||
    place.categories.length > 0 ||
    place.parents.some(({ name }) => fold(name).split(' ').includes(word))
})

/** A pack and a full-text table of generated places, by docId. */
async function bothOf(names: readonly (readonly string[])[]) {
  const made = names.map(
    (words, i): SourcePlace => ({
      id: `osm:node/${i + 1}`,
      type: 'venue',
      name: words.join(' '),
      names: {},
      aliases: [],
      lat: 10 + i / 1000,
      lon: 20,
      importance: 1 - i / names.length,
      categories: [],
      countryCode: 'XCA',
      parents: [],
    }),
  )
  const path = join(folder, 'oracle.pack')
  await writePack(
    path,
    made.map((place) => ({ place, terms: buildTerms(place, []) })),
    { folder, attribution: '' },
  )
  const gazetteer = await openPack(createMemorySource(readFileSync(path)))
  const places = await allPlaces(gazetteer)
  const documents = places.map((place) => wordsOfTerms(buildTerms(sourceOf(place), [])))
  return { gazetteer, oracle: fullText(documents), words: [...new Set(documents.flat())] }
}

function wordsOfTerms(terms: readonly string[]): string[] {
  return terms.flatMap((term) =>
    term.startsWith(wordPrefix) ? [term.slice(wordPrefix.length)] : [],
  )
}

function sourceOf(place: Place): SourcePlace {
  return { ...place, parents: [], otherAreas: [] }
}

/** Places that have any of the terms, by ascending docId. */
async function docIdsOf(gazetteer: Gazetteer, keys: readonly string[]): Promise<number[]> {
  const terms = (await gazetteer.terms(keys)).filter((term) => term !== undefined)
  const docIds = new Set<number>()
  for (const list of await gazetteer.postings(terms)) {
    const cursor = list.cursor()
    for (let { docId } = cursor; docId !== endOfPostings; docId = cursor.next()) docIds.add(docId)
  }
  return [...docIds].sort((a, b) => a - b)
}
