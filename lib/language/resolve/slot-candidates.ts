import type { LatLon } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import type { SearchResult } from '#places/search'
import { fold, isStopWord } from '#places/text'
import type { PlaceSlot } from '../reader/index.ts'
import type { PlaceSearch } from './place-search.ts'
import { hereText } from './resolved-place.ts'
import { selectSureResults } from './sure-results.ts'

type NamedSlot = Extract<PlaceSlot, { kind: 'named' }>

/** The possible meanings of a slot. */
export type SlotCandidates =
  | { kind: 'fixed'; slot: PlaceSlot; text: string; position: LatLon }
  | { kind: 'category'; slot: PlaceSlot; text: string }
  | {
      kind: 'named'
      slot: PlaceSlot
      /** The part of the name that was found. */
      text: string
      /** Best first; empty when no result is certain enough. */
      results: readonly SearchResult[]
      unsure?: SearchResult
    }

export interface SlotSearch {
  search: PlaceSearch
  /** Position of the caller. */
  location?: LatLon | undefined
}

/** Finds the places that a slot may mean: for the text as typed, else for its other extents. */
export async function findCandidates(
  slot: PlaceSlot,
  { search, location }: SlotSearch,
): Promise<SlotCandidates> {
  if (slot.kind === 'position') {
    return { kind: 'fixed', slot, text: slot.text, position: slot.position }
  }
  if (slot.kind === 'here') {
    if (!location) throw new TypeError('a query with "here" needs a location')
    return { kind: 'fixed', slot, text: hereText, position: location }
  }
  const texts = [slot.text, ...slot.otherTexts]
  const category = texts.find(
    (text) => findCategoriesByName(text).length > 0 && keepsWords(text, slot),
  )
  if (category !== undefined)
    return (
      (await findLongerName(category, { slot, search, location })) ?? {
        kind: 'category',
        slot,
        text: category,
      }
    )
  // `The pharmacy of Encamp` does not mean the town.
  const ofKind = slot.otherTexts.find((text) => hasKindBefore(slot.text, text))
  const [typed, ...others] = ofKind ? [ofKind, ...texts] : texts
  const found = await search.find(typed!, location)
  const results = selectSureResults(found, typed)
  if (results.length > 0) return { kind: 'named', slot, text: typed!, results }
  const variants = others.filter((text) => mayStandFor(text, slot))
  const all = await Promise.all(
    variants.map(async (text) => ({
      text,
      results: selectSureResults(await search.find(text, location), text),
    })),
  )
  const best = all.find((variant) => variant.results.length > 0)
  if (best) return { kind: 'named', slot, ...best }
  const [unsure] = found
  return { kind: 'named', slot, text: slot.text, results: [], ...(unsure && { unsure }) }
}

/**
 * Finds an extent that continues after a kind of place and is a known name: `Museo oceanografico`, where `Museo`
 * alone is a kind.
 */
async function findLongerName(
  kind: string,
  { slot, search, location }: SlotSearch & { slot: NamedSlot },
): Promise<SlotCandidates | undefined> {
  for (const text of slot.otherTexts.filter((other) => other.startsWith(`${kind} `))) {
    const results = selectSureResults(await search.find(text, location), text)
    if (results.length > 0) return { kind: 'named', slot, text, results }
  }
  return undefined
}

/** Returns whether an extent puts a kind of place before the name. */
function hasKindBefore(name: string, text: string): boolean {
  const kind = text.slice(0, text.indexOf(' '))
  return text.endsWith(name) && text.length > name.length && findCategoriesByName(kind).length > 0
}

/** Returns whether an extent of a name leaves out only small words. */
function keepsWords(text: string, slot: NamedSlot): boolean {
  return listDroppedWords(text, slot).length === 0
}

/**
 * Returns whether an extent may be searched for instead of the text. `Château` is not another name for `Château de
 * Zwyx`. But lower-case words after a capitalised name may belong to the sentence: `Hotel Eureka for a week`.
 */
function mayStandFor(text: string, slot: NamedSlot): boolean {
  const dropped = listDroppedWords(text, slot)
  if (dropped.length === 0) return true
  if (findCategoriesByName(text).length > 0) return false
  return /\p{Lu}/u.test(text) && dropped.every((word) => /^\p{Ll}+$/u.test(word))
}

/** Returns the words of the typed text that an extent leaves out, without small words. */
function listDroppedWords(text: string, slot: NamedSlot): string[] {
  const kept = new Set(fold(text).split(' '))
  return slot.text.split(/[\s,;'’-]+/).filter((word) => {
    const folded = fold(word)
    return folded !== '' && !kept.has(folded) && !isStopWord(folded)
  })
}
