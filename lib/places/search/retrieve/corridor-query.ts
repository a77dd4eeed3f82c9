import { endOfPostings } from '#places/gazetteer'
import type { QueryTerm } from '../interpret/query-term.ts'
import { type CellGroup, stretchCount } from './corridor-cells.ts'
import { firstDocIds } from './posting-iterator.ts'
import { unionOf } from './posting-union.ts'
import type { TermCache } from './term-cache.ts'
import { categoryKeys, keysOf } from './term-keys.ts'

/** The places to look for: of one of the categories, or with the words in their name. */
export interface CorridorText {
  categories: readonly string[]
  terms: readonly QueryTerm[]
}

interface CorridorDocIds {
  ofCategory: ReadonlySet<number>
  /** Places that may have the words in their name. */
  named: ReadonlySet<number>
  /** A limit cut the lists or the search: there may be others. */
  isBounded: boolean
}

/** Places found in one stretch at most. */
const maxPlacesPerStretch = 150

/** Postings read at most, some 2 MB; longer lists are read up to the docId that fits. */
const maxPostings = 1_000_000

/**
 * Places in the cells that match a text: the posting lists of the text, intersected with those of the cells. Two
 * rounds of reads: the terms, then the lists. At most 150 places of each stretch, cells near the line first, in
 * each the most important places.
 */
export async function placesInCells(
  cache: TermCache,
  groups: readonly CellGroup[],
  { categories, terms }: CorridorText,
): Promise<CorridorDocIds> {
  const ofCategory = new Set<number>()
  const named = new Set<number>()
  const cells = groups.flatMap((group) => group.cells)
  const ofCategories = categoryKeys(categories)
  await cache.lookUp([...terms.flatMap(keysOf), ...ofCategories, ...cells])

  const required = terms.filter(({ optional }) => !optional)
  const costs = required.map((term) => cache.costOf(term))
  const hasNames = required.length > 0 && costs.every(({ count }) => count > 0)
  const keys = [
    ...ofCategories.filter((key) => cache.term(key)),
    ...(hasNames ? costs.flatMap((cost) => cost.keys) : []),
  ]
  if (keys.length === 0) return { ofCategory, named, isBounded: false }
  const untilDocId = await readLists(cache, [...keys, ...cells])

  let isBounded = untilDocId !== endOfPostings
  const left = Array<number>(stretchCount).fill(maxPlacesPerStretch)
  const { budget } = cache.readOptions
  for (const { stretch, cells } of groups) {
    await cache.pause()
    const words = hasNames ? required.map((term) => cache.iterateTerm(term)) : [undefined]
    const lists = [
      { found: ofCategory, iterators: [joined(cache.iterateEach(ofCategories, true))] },
      { found: named, iterators: words },
    ]
    for (const { found, iterators } of lists) {
      const known = iterators.filter((iterator) => iterator !== undefined)
      if (known.length < iterators.length) continue
      const both = cache.intersect(known, [cells])
      if (!both) continue
      const { docIds, complete } = firstDocIds(both, left[stretch]!, { budget })
      if (!complete) isBounded = true
      left[stretch]! -= docIds.length
      for (const docId of docIds) found.add(docId)
    }
  }
  return { ofCategory, named, isBounded: isBounded || (budget?.isSpent ?? false) }
}

function joined(iterators: Parameters<typeof unionOf>[0]) {
  return iterators.length > 0 ? unionOf(iterators) : undefined
}

/** Reads the lists, up to a docId if they are too long. Gives that docId, or `endOfPostings`. */
async function readLists(cache: TermCache, keys: readonly string[]): Promise<number> {
  let untilDocId = cache.gazetteer.count
  while (cache.countBelow(keys, untilDocId) > maxPostings) untilDocId = Math.floor(untilDocId / 2)
  if (untilDocId === cache.gazetteer.count) untilDocId = endOfPostings
  await cache.readUntil(keys.map((key) => [key, untilDocId]))
  return untilDocId
}
