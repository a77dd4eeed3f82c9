import type { Place } from '../gazetteer/index.ts'
import {
  cellTermsOf,
  endOfPostings,
  type Gazetteer,
  namespaces,
  type Postings,
  type ReadOptions,
} from '../gazetteer/index.ts'
import type { Bounds } from '../geo/index.ts'
import { isWithin, zoomFor } from './scope.ts'

/** Settlements and what a visitor would be told of. */
const types = ['locality', 'neighbourhood', 'venue'] as const

/** Museums, stations, hospitals, named peaks, and anything else with an article about it. */
const notableImportance = 0.16

/** Of each list only the most important places are read: what comes after is hardly notable. */
const mostOfTerm = 20_000

/** Places read at once, the first time and from then on. */
const firstRead = 32
const laterRead = 128

/**
 * Settlements, their quarters and notable venues of a box, the most important first. Stop reading when
 * there are enough.
 *
 * Throws `service_unavailable`.
 */
export async function* notablePlacesWithin(
  gazetteer: Gazetteer,
  box: Bounds,
  reading: ReadOptions = {},
): AsyncGenerator<Place> {
  const docIds = await docIdsWithin(gazetteer, box, reading)
  for (let from = 0, size = firstRead; from < docIds.length; from += size, size = laterRead) {
    for (const place of await gazetteer.places(docIds.slice(from, from + size), reading)) {
      if (place.importance < notableImportance) return
      if (place.name !== '' && isWithin(place, box)) yield place
    }
  }
}

/** DocIds, in order, of places of the types that are in a cell the box touches. */
async function docIdsWithin(
  gazetteer: Gazetteer,
  box: Bounds,
  reading: ReadOptions,
): Promise<number[]> {
  const ofTypes = types.map((type) => `${namespaces.type}:${type}`)
  // Where not even the coarsest grid covers the box with few cells, places say themselves where they are.
  const zoom = zoomFor(box)
  const ofCells = zoom ? cellTermsOf(box, zoom) : []
  const terms = await gazetteer.terms([...ofTypes, ...ofCells], reading)
  const known = terms.filter((term) => term !== undefined)
  const lists = await gazetteer.postings(known, { ...reading, maxPlaces: mostOfTerm })
  const isType = known.map(({ key }) => ofTypes.includes(key))
  const typed = unionOf(lists.filter((_, i) => isType[i]))
  if (ofCells.length === 0) return [...typed].sort((a, b) => a - b)
  const placed = unionOf(lists.filter((_, i) => !isType[i]))
  return [...placed].filter((docId) => typed.has(docId)).sort((a, b) => a - b)
}

function unionOf(lists: readonly Postings[]): Set<number> {
  const docIds = new Set<number>()
  for (const list of lists) {
    const cursor = list.cursor()
    for (let docId = cursor.docId; docId !== endOfPostings; docId = cursor.next()) docIds.add(docId)
  }
  return docIds
}
