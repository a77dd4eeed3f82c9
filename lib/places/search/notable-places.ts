import type { Bounds } from '#ground/geo'
import {
  endOfPostings,
  type Gazetteer,
  type Place,
  type Postings,
  type ReadOptions,
} from '#places/gazetteer'
import { cellsOf } from './retrieve/scope-terms.ts'
import { typeKeys } from './retrieve/term-keys.ts'
import { isWithin } from './scope.ts'

/** Settlements and sights. */
const types = ['locality', 'neighbourhood', 'venue'] as const

/** Museums, stations, hospitals, named peaks, and anything else with an article about it. */
const minImportance = 0.16

/** Of each posting list only the most important places are read: later ones are hardly notable. */
const maxPlacesOfTerm = 20_000

/** Places read at once: the first time, and later. */
const firstBatch = 32
const laterBatch = 128

/**
 * Settlements, their neighbourhoods and notable venues in a box, the most important first. The caller
 * stops reading when it has enough.
 *
 * Throws `service_unavailable`.
 */
export async function* notablePlacesWithin(
  gazetteer: Gazetteer,
  box: Bounds,
  options: ReadOptions = {},
): AsyncGenerator<Place> {
  const docIds = await docIdsWithin(gazetteer, box, options)
  for (let from = 0, size = firstBatch; from < docIds.length; from += size, size = laterBatch) {
    for (const place of await gazetteer.places(docIds.slice(from, from + size), options)) {
      if (place.importance < minImportance) return
      if (place.name !== '' && isWithin(place, box)) yield place
    }
  }
}

/** Ascending docIds of places of the types in the cells that the box touches. */
async function docIdsWithin(
  gazetteer: Gazetteer,
  box: Bounds,
  options: ReadOptions,
): Promise<number[]> {
  const ofTypes = typeKeys(types)
  // A box too large for the coarsest grid is checked by the places' own positions.
  const cells = cellsOf(box) ?? []
  const terms = await gazetteer.terms([...ofTypes, ...cells], options)
  const known = terms.filter((term) => term !== undefined)
  const lists = await gazetteer.postings(known, { ...options, maxPlaces: maxPlacesOfTerm })
  const isType = known.map(({ key }) => ofTypes.includes(key))
  const typed = docIdsOf(lists.filter((_, i) => isType[i]))
  const inCells = docIdsOf(lists.filter((_, i) => !isType[i]))
  const docIds = cells.length === 0 ? [...typed] : [...inCells].filter((docId) => typed.has(docId))
  return docIds.sort((a, b) => a - b)
}

function docIdsOf(lists: readonly Postings[]): Set<number> {
  const docIds = new Set<number>()
  for (const list of lists) {
    const cursor = list.cursor()
    for (let { docId } = cursor; docId !== endOfPostings; docId = cursor.next()) docIds.add(docId)
  }
  return docIds
}
