import type { Bounds, LatLon } from '#ground/geo'
import type { House, Place, PlaceType } from './place.ts'
import type { WorkBudget } from './work-budget.ts'

/**
 * Namespaces of the index's terms. A term is a namespace, a colon and a text; terms are compared by their
 * UTF-8 bytes.
 */
export const namespaces = {
  /** A word of one of the place's own names, in each of its forms. */
  word: 'w',
  /** A whole name of the place: its words joined with single blanks. */
  name: 'n',
  /** A word of the name of an area around the place, or of its postcode. */
  context: 'c',
  /** A cell of the Web Mercator grid: `zoom/x/y`. */
  cell: 'g',
  type: 't',
  category: 'k',
  /** ISO 3166-1 alpha-3 code of the place's country. */
  country: 'i',
} as const

/** A term of the index. */
export interface Term {
  /** Namespace, colon and text. */
  key: string
  /** Number of places in the term's list. */
  count: number
  /** Lowest docId in the term's list, which belongs to its most important place. */
  minDocId: number
}

/** Places of a term by ascending docId, so the important ones come first. */
export interface Postings {
  /** Number of places in the list, or in the part that was read. */
  readonly count: number
  /** False when only the beginning was read. */
  readonly complete: boolean
  /** DocId below which no place is missing; {@link endOfPostings} when the list is complete. */
  readonly horizon: number
  cursor(): PostingCursor
}

export interface PostingCursor {
  /** DocId at the cursor; {@link endOfPostings} past the end. */
  readonly docId: number
  next(): number
  /** Advances to the first docId at or above the given one. */
  seek(docId: number): number
}

export const endOfPostings = 0xffff_ffff

/** The best places of a prefix that very many places share; they are stored with the prefix. */
export interface HotPrefix {
  /** DocIds of the best places, ascending, at most 256. */
  docIds: readonly number[]
  /** The first 10 of these places, so that they need no further read. */
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
  /** Nearest point of the result; for a street, a point on its line. */
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
  /** Reads the places' houses in the same round, unless there are many, because they will probably be needed. */
  housesAhead?: boolean
}

export interface NearOptions extends ReadOptions {
  radiusMeters: number
  limit: number
  types: readonly PlaceType[]
  /** Restricts the results to places with one of these categories. */
  categories?: readonly string[]
  /** Radius within which the nearest {@link maxHousesAround} houses are added to the results despite `limit`. */
  housesWithinMeters?: number
}

/** Maximum number of houses added around a point; a city block has fewer. */
export const maxHousesAround = 100

export interface PrefixNearOptions extends ReadOptions {
  radiusMeters: number
  maxPlaces: number
  types: readonly PlaceType[]
  /** One folded word. */
  prefix: string
}

/**
 * The index of places as a search sees it. A pack is a gazetteer, and several packs can form one, so this
 * interface mentions neither files nor sections. With a cold cache a method makes at most one round of reads;
 * `similar` and `near` make a few. Results are shared: do not modify them.
 *
 * All methods throw `ApiError` `service_unavailable` for a failing store and for damaged data.
 */
export interface Gazetteer {
  /** Number of places. */
  readonly count: number
  /** Box around all places. */
  readonly bounds: Bounds
  /** Returns whether a word (`w:`) is in the index; needs no read. */
  hasWord(word: string): boolean
  /** Lists words that begin with a prefix, by the importance of their best place; needs no read. */
  wordsWithPrefix(prefix: string, limit: number): string[]
  /** Looks up terms by their exact keys and returns them in the order of the keys. */
  terms(keys: readonly string[], options?: ReadOptions): Promise<(Term | undefined)[]>
  /**
   * Lists terms with a prefix, lowest docId first; `complete` is false when there are more. For a prefix with
   * tens of thousands of terms, only the first 32 are guaranteed to be the best.
   */
  termsFrom(
    prefix: string,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ terms: Term[]; complete: boolean }>
  /** Returns the best places of a hot prefix of `w:` or `n:`; undefined for other prefixes. */
  hot(prefix: string, options?: ReadOptions): Promise<HotPrefix | undefined>
  /**
   * Finds words (`w:`) within `edits` of the given word, nearest first, then lowest docId first; with `prefix`,
   * words that have a prefix within `edits`. A wrong first letter is found only when it is the only edit.
   */
  similar(word: string, options: SimilarOptions): Promise<SimilarWord[]>
  /** Estimates how many of a term's places have a docId below the given one; needs no read. */
  countBelow(term: Term, docId: number): number
  /**
   * Reads posting lists, each with at most `maxPlaces` places. With `untilDocId`, only the places below it are
   * guaranteed to be read.
   */
  postings(terms: readonly Term[], options?: PostingOptions): Promise<Postings[]>
  /** Reads places by docId and returns them in the order of `docIds`. */
  places(docIds: readonly number[], options?: PlaceOptions): Promise<Place[]>
  /**
   * Finds the places and then the houses with an id. An object may be both, and the houses of an interpolation
   * way share its id. With a cold cache this takes two rounds of reads, or three if the houses are many.
   */
  withId(id: string, options?: ReadOptions): Promise<PlaceOrHouse[]>
  /** Reads the houses of each place, sorted by number. */
  houses(places: readonly Place[], options?: ReadOptions): Promise<(readonly House[])[]>
  /**
   * Finds places and houses within the radius, nearest first. Type `address` includes houses; areas and
   * postcodes are measured from their centre. Intersections are left out, because their streets are at the same
   * distance.
   */
  near(at: LatLon, options: NearOptions): Promise<Nearby[]>
  /**
   * Filters the `maxPlaces` nearest places within the radius by a prefix of a word in their name, and returns
   * their docIds, nearest first. Reads no place, so the names of some may lack such a word.
   */
  docIdsNear(at: LatLon, options: PrefixNearOptions): Promise<number[]>
  /** Finds the areas whose shape contains the point, smallest first. */
  containing(at: LatLon, options?: ReadOptions): Promise<Place[]>
}
