import type { Bounds, LatLon } from '#ground/geo'
import type { House, Place, PlaceType } from './place.ts'
import type { WorkBudget } from './work-budget.ts'

/**
 * Terms of the index. A term is a namespace, a colon and a text; terms are compared by their UTF-8 bytes.
 */
export const namespaces = {
  /** A word of one of the place's own names, in each of its forms. */
  word: 'w',
  /** A whole name of the place: its words joined with single blanks. */
  name: 'n',
  /** A word of the name of an area around it, or of its postcode. */
  context: 'c',
  /** A cell of the Web Mercator grid: `zoom/x/y`. */
  cell: 'g',
  type: 't',
  category: 'k',
  /** ISO 3166-1 alpha-3 code of its country. */
  country: 'i',
} as const

/** A term of the index. */
export interface Term {
  /** With the namespace. */
  key: string
  /** Places in its list. */
  count: number
  /** The lowest docId in its list: that of its most important place. */
  minDocId: number
}

/** The places of a term by ascending docId, so the important ones come first. */
export interface Postings {
  /** Places in the list, or in the part that was read. */
  readonly count: number
  /** False when only the beginning was read. */
  readonly complete: boolean
  /** Below this docId no place is missing; {@link endOfPostings} when the list is complete. */
  readonly horizon: number
  cursor(): PostingCursor
}

export interface PostingCursor {
  /** At the cursor; {@link endOfPostings} past the end. */
  readonly docId: number
  next(): number
  /** Advances to the first docId at or above this one. */
  seek(docId: number): number
}

export const endOfPostings = 0xffff_ffff

/** A prefix of very many places, whose best places are stored. */
export interface HotPrefix {
  /** Ascending, at most 256. */
  docIds: readonly number[]
  /** The first 10 of them, so that they need no other read. */
  places: readonly Place[]
}

export interface SimilarWord {
  term: Term
  /** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
  edits: number
}

export interface Nearby {
  place: Place
  /** Set when the result is a house. */
  house?: House
  /** Its nearest point: of a street on its line. */
  at: LatLon
  distanceMeters: number
}

/** A place, or a house that belongs to it. */
export interface PlaceOrHouse {
  place: Place
  house?: House
}

export interface ReadOptions {
  signal?: AbortSignal
  budget?: WorkBudget
}

export interface SimilarOptions extends ReadOptions {
  edits: 1 | 2
  prefix?: boolean
  limit: number
}

export interface PostingOptions extends ReadOptions {
  maxPlaces?: number
  untilDocId?: number
}

export interface PlaceOptions extends ReadOptions {
  /** The houses of the places will probably be needed: reads them in the same round, unless they are many. */
  housesAhead?: boolean
}

export interface NearOptions extends ReadOptions {
  radiusMeters: number
  limit: number
  types: readonly PlaceType[]
  /** Only places with one of these categories. */
  categories?: readonly string[]
  /** Houses within this radius are given, too, when the limit leaves them out: the {@link maxHousesAround} nearest. */
  housesWithinMeters?: number
}

/** More houses around a point than a city block has. */
export const maxHousesAround = 100

export interface PrefixNearOptions extends ReadOptions {
  radiusMeters: number
  maxPlaces: number
  types: readonly PlaceType[]
  /** Folded, one word. */
  prefix: string
}

/**
 * The index of places as a search sees it. A pack is a gazetteer; several packs can be one, so nothing here
 * mentions files or sections. With a cold cache a method makes at most one round of reads, `similar` and
 * `near` a few. Results are shared: do not modify them.
 *
 * All methods throw `ApiError` `service_unavailable` for a failing store and for damaged data.
 */
export interface Gazetteer {
  /** Number of places. */
  readonly count: number
  /** Around all places. */
  readonly bounds: Bounds
  /** Whether a word (`w:`) is in the index; needs no read. */
  hasWord(word: string): boolean
  /** Words that begin with a prefix, those of the most important places first; needs no read. */
  wordsWithPrefix(prefix: string, limit: number): string[]
  /** Exact look-up, in the order of the keys. */
  terms(keys: readonly string[], options?: ReadOptions): Promise<(Term | undefined)[]>
  /**
   * Terms with a prefix, lowest docId first; `complete` is false when there are more. For prefixes of tens
   * of thousands of terms only the first 32 are sure to be the best.
   */
  termsFrom(
    prefix: string,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ terms: Term[]; complete: boolean }>
  /** The best places of a hot prefix of `w:` or `n:`; undefined for other prefixes. */
  hot(prefix: string, options?: ReadOptions): Promise<HotPrefix | undefined>
  /**
   * Words (`w:`) within the edits, nearest first, then lowest docId first; with `prefix`, words of which a
   * prefix is within the edits. A wrong first letter is found only when it is the only edit.
   */
  similar(word: string, options: SimilarOptions): Promise<SimilarWord[]>
  /** Estimated number of a term's places below a docId; needs no read. */
  countBelow(term: Term, docId: number): number
  /**
   * Posting lists, each with at most `maxPlaces` places. With `untilDocId` only the places below it are sure
   * to be read.
   */
  postings(terms: readonly Term[], options?: PostingOptions): Promise<Postings[]>
  /** Places by docId, in the order asked. */
  places(docIds: readonly number[], options?: PlaceOptions): Promise<Place[]>
  /**
   * What has an id: places, then houses. An object may be both, and the houses of an interpolation way share
   * its id. With a cold cache two rounds of reads, or three for houses among many.
   */
  withId(id: string, options?: ReadOptions): Promise<PlaceOrHouse[]>
  /** Houses of each place, sorted by number. */
  houses(places: readonly Place[], options?: ReadOptions): Promise<(readonly House[])[]>
  /**
   * Places and houses within the radius, nearest first. Type `address` includes houses; areas and postcodes
   * are at their centre. Intersections are left out: their streets are as near.
   */
  near(at: LatLon, options: NearOptions): Promise<Nearby[]>
  /**
   * Of the `maxPlaces` nearest places within the radius, the docIds of those that can have a word with the
   * prefix in their name, nearest first. No place is read, so some may have no such word.
   */
  docIdsNear(at: LatLon, options: PrefixNearOptions): Promise<number[]>
  /** Areas whose shape contains the point, smallest first. */
  containing(at: LatLon, options?: ReadOptions): Promise<Place[]>
}
