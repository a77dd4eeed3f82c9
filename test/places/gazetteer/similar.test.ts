import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../setup/suite.ts'
import { packOfPlaces, placeOfDocId } from './made-places.ts'

const isDigit = (character: string) => /\p{N}/u.test(character)
const cost = (character: string) => (isDigit(character) ? 100 : 1)

/** Returns the optimal string alignment distance, written from its definition; digits are never corrected. */
function distance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]]
  const memo = new Map<string, number>()
  const d = (i: number, j: number): number => {
    if (i === 0 && j === 0) return 0
    const key = `${i} ${j}`
    const known = memo.get(key)
    if (known !== undefined) return known
    const ways = [
      i > 0 ? d(i - 1, j) + cost(x[i - 1]!) : Infinity,
      j > 0 ? d(i, j - 1) + cost(y[j - 1]!) : Infinity,
    ]
    if (i > 0 && j > 0) {
      const same = x[i - 1] === y[j - 1]
      ways.push(d(i - 1, j - 1) + (same ? 0 : Math.max(cost(x[i - 1]!), cost(y[j - 1]!))))
    }
    const swapped = i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1]
    if (swapped && x[i - 1] !== x[i - 2] && !isDigit(x[i - 1]!) && !isDigit(x[i - 2]!)) {
      ways.push(d(i - 2, j - 2) + 1)
    }
    const distance = Math.min(...ways)
    memo.set(key, distance)
    return distance
  }
  return d(x.length, y.length)
}

/** Returns the minimum distance to any prefix of `word`. */
function distanceToPrefix(typed: string, word: string): number {
  const characters = [...word]
  const distances = [...characters.keys(), characters.length].map((n) =>
    distance(typed, characters.slice(0, n).join('')),
  )
  return Math.min(...distances)
}

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'ü', 'я', '東', '𝔘', '7'),
  minLength: 1,
  maxLength: 9,
})
const words = fc.uniqueArray(text, { minLength: 1, maxLength: 80 })
const edits = fc.constantFrom(1 as const, 2 as const)

async function packOfWords(list: readonly string[]) {
  return await packOfPlaces(
    list.map((word, docId) => ({
      place: placeOfDocId(docId, list.length),
      terms: [`w:${word}`, `n:${word}`],
    })),
  )
}

/** Finds a wrong first letter only as the single edit, in words of 4 letters or more without digits. */
const reached = (typed: string, word: string, found: number, edits: number) =>
  [...typed][0] === [...word][0]
    ? found <= edits
    : found <= 1 && [...word].length >= 4 && !/\p{N}/u.test(word)

test('finds words within the edits, nearest first, then lowest docId first', async () => {
  await fc.assert(
    fc.asyncProperty(words, text, edits, async (list, typed, edits) => {
      const pack = await packOfWords(list)
      const found = await pack.similar(typed, { edits, limit: 1000 })
      const distances = list.map((word, docId) => ({ word, docId, edits: distance(typed, word) }))
      const must = distances.filter(({ word, edits: found }) => reached(typed, word, found, edits))
      const may = distances.filter(({ edits: found }) => found <= edits)
      const given = found.map(({ term, edits }) => ({
        word: term.key.slice(2),
        docId: term.minDocId,
        edits,
      }))
      expect(may).toEqual(expect.arrayContaining(given))
      expect(given).toEqual(expect.arrayContaining(must))
      const order = [...given].sort((a, b) => a.edits - b.edits || a.docId - b.docId)
      expect(given).toEqual(order)
      expect(await pack.similar(typed, { edits, limit: 2 })).toEqual(found.slice(0, 2))
    }),
    { numRuns: runs(60) },
  )
})

test('finds words with a prefix within the edits', async () => {
  await fc.assert(
    fc.asyncProperty(words, text, edits, async (list, typed, edits) => {
      const pack = await packOfWords(list)
      const found = await pack.similar(typed, { edits, prefix: true, limit: 1000 })
      const given = new Map(found.map(({ term, edits }) => [term.key.slice(2), edits]))
      for (const word of list) {
        const distance = distanceToPrefix(typed, word)
        const sameLetter = [...typed][0] === [...word][0]
        if (sameLetter) expect(given.get(word) ?? 99).toBe(distance <= edits ? distance : 99)
        else if (given.has(word)) expect(distance).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: runs(40) },
  )
})

test.each([
  ['xarcelona', 'a wrong first letter'],
  ['arcelona', 'a missing first letter'],
  ['bbarcelona', 'a first letter twice'],
  ['xbarcelona', 'a letter before the first'],
  ['abrcelona', 'the first two letters swapped'],
  ['barclona', 'a missing letter'],
  ['barcelnoa', 'two letters swapped'],
])('finds barcelona for %s: %s', async (typed) => {
  const pack = await packOfWords(['barcelona', 'madrid', 'valencia'])
  const found = await pack.similar(typed, { edits: 1, limit: 5 })
  expect(found.map(({ term, edits }) => [term.key, edits])).toEqual([['w:barcelona', 1]])
  const begun = await pack.similar(typed.slice(0, 6), { edits: 1, prefix: true, limit: 5 })
  expect(begun.map(({ term }) => term.key)).toEqual(['w:barcelona'])
})

test('never corrects digits', async () => {
  const pack = await packOfWords(['a75006', 'a75007', 'b12a', 'b12b'])
  expect(await pack.similar('a75008', { edits: 2, limit: 5 })).toEqual([])
  expect(await pack.similar('a7500', { edits: 2, limit: 5 })).toEqual([])
  const letters = await pack.similar('b12c', { edits: 1, limit: 5 })
  expect(letters.map(({ term }) => term.key)).toEqual(['w:b12a', 'w:b12b'])
})

test('finds words across many blocks', async () => {
  const list = Array.from({ length: 6000 }, (_, i) => {
    const scattered = Math.imul(i + 1, 0x9e3779b1) >>> 0
    return `m${[...scattered.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`
  })
  const pack = await packOfWords(list)
  for (const typed of [list[17]!, list[5000]!.replace(/.$/, 'q'), `${list[3000]!}a`]) {
    const found = await pack.similar(typed, { edits: 2, limit: 100 })
    const expected = list.filter((word) => distance(typed, word) <= 2)
    expect(found.map(({ term }) => term.key.slice(2)).sort()).toEqual(expected.sort())
  }
})
