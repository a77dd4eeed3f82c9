import type { LatLon } from '#ground/geo'
import { categoriesNamed } from '#places/categories'
import type { SearchResult } from '#places/search'
import { fold, isStopWord } from '#places/text'
import type { PlaceSlot } from '../reader/index.ts'
import type { PlaceSearch } from './place-search.ts'
import { hereText } from './resolved-place.ts'
import { sureResults } from './sure-results.ts'

type NamedSlot = Extract<PlaceSlot, { kind: 'named' }>

/** What a slot may be. */
export type SlotCandidates =
  | { kind: 'fixed'; slot: PlaceSlot; text: string; position: LatLon }
  | { kind: 'category'; slot: PlaceSlot; text: string }
  | {
      kind: 'named'
      slot: PlaceSlot
      /** The extent of the name that was found. */
      text: string
      /** Best first; none when no result is sure. */
      results: readonly SearchResult[]
      unsure?: SearchResult
    }

export interface SlotSearch {
  search: PlaceSearch
  /** Where the caller is. */
  location?: LatLon | undefined
}

/** The places that a slot may mean: of the text as typed, else of its other extents. */
export async function candidatesOf(
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
  const category = texts.find((text) => categoriesNamed(text).length > 0 && keepsWords(text, slot))
  if (category !== undefined)
    return (
      (await longerName(category, { slot, search, location })) ?? {
        kind: 'category',
        slot,
        text: category,
      }
    )
  // `The pharmacy of Encamp` is not the town.
  const ofKind = slot.otherTexts.find((text) => isKindOf(slot.text, text))
  const [typed, ...others] = ofKind ? [ofKind, ...texts] : texts
  const found = await search.find(typed!, location)
  const results = sureResults(found, typed)
  if (results.length > 0) return { kind: 'named', slot, text: typed!, results }
  const variants = others.filter((text) => mayStandFor(text, slot))
  const all = await Promise.all(
    variants.map(async (text) => ({
      text,
      results: sureResults(await search.find(text, location), text),
    })),
  )
  const best = all.find((variant) => variant.results.length > 0)
  if (best) return { kind: 'named', slot, ...best }
  const [unsure] = found
  return { kind: 'named', slot, text: slot.text, results: [], ...(unsure && { unsure }) }
}

/** `Museo oceanografico`, where `Museo` alone is a kind: an extent that goes on behind the kind and is a known name. */
async function longerName(
  kind: string,
  { slot, search, location }: SlotSearch & { slot: NamedSlot },
): Promise<SlotCandidates | undefined> {
  for (const text of slot.otherTexts.filter((other) => other.startsWith(`${kind} `))) {
    const results = sureResults(await search.find(text, location), text)
    if (results.length > 0) return { kind: 'named', slot, text, results }
  }
  return undefined
}

/** Whether an extent has a kind of place in front of the name. */
function isKindOf(name: string, text: string): boolean {
  const kind = text.slice(0, text.indexOf(' '))
  return text.endsWith(name) && text.length > name.length && categoriesNamed(kind).length > 0
}

/** Whether an extent of a name leaves out small words only. */
function keepsWords(text: string, slot: NamedSlot): boolean {
  return droppedWords(text, slot).length === 0
}

/**
 * Whether an extent may be searched for instead of the text. `Château` is no other name of `Château de Zwyx`, but
 * small words behind a name with capitals may be of the sentence: `Hotel Eureka for a week`.
 */
function mayStandFor(text: string, slot: NamedSlot): boolean {
  const dropped = droppedWords(text, slot)
  if (dropped.length === 0) return true
  if (categoriesNamed(text).length > 0) return false
  return /\p{Lu}/u.test(text) && dropped.every((word) => /^\p{Ll}+$/u.test(word))
}

/** Words of the text as typed that an extent leaves out, without small words. */
function droppedWords(text: string, slot: NamedSlot): string[] {
  const kept = new Set(fold(text).split(' '))
  return slot.text.split(/[\s,;'’-]+/).filter((word) => {
    const folded = fold(word)
    return folded !== '' && !kept.has(folded) && !isStopWord(folded)
  })
}
