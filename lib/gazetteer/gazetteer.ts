import type { Bounds, LatLon } from '../geo/index.ts'
import type { House, Place, PlaceType } from './place.ts'
import type { WorkBudget } from './work-budget.ts'

/**
 * Terms of the index. A term is a namespace, a colon and a text; terms are compared by their UTF-8 bytes.
 */
export const namespaces = {
  /** A word of one of the place's own names, in every form it is found by. */
  word: 'w',
  /** One of the place's own names whole: its words joined with single blanks. */
  name: 'n',
  /** A word of the name of an area it lies in, or of its postcode. */
  context: 'c',
  /** A cell of the Web Mercator grid it lies in: `zoom/x/y`. */
  cell: 'g',
  type: 't',
  category: 'k',
  /** ISO 3166-1 alpha-3 code of its country. */
  country: 'i',
} as const

/** A term that is in the index. */
export interface Term {
  /** With its namespace. */
  key: string
  /** Places that have it. */
  count: number
  /** The lowest docId in its list: that of its most important place. */
  minDocId: number
}

/** The places of a term by ascending docId, so the important ones come first. */
export interface Postings {
  /** Places in the list, or in as much of it as was asked for. */
  readonly count: number
  /** False when only the beginning was asked for. */
  readonly complete: boolean
  /** All docIds below this are in the list; {@link endOfPostings} when it is complete. */
  readonly horizon: number
  cursor(): PostingCursor
}

export interface PostingCursor {
  /** Where it stands; {@link endOfPostings} past the end. */
  readonly docId: number
  next(): number
  /** Goes forward to the first docId that is not below this one. */
  seek(docId: number): number
}

export const endOfPostings = 0xffff_ffff

/** A prefix that so many places share that its best ones are kept ready. */
export interface HotPrefix {
  /** At most 256, in order. */
  docIds: readonly number[]
  /** The first of them, at most 10, without another read. */
  places: readonly Place[]
}

export interface SimilarWord {
  term: Term
  /** Optimal string alignment distance: insertions, deletions, substitutions, neighbours swapped. */
  edits: number
}

export interface Nearby {
  place: Place
  /** The house, where it is a house that is near. */
  house?: House
  /** The nearest point of it: of a street on its course. */
  at: LatLon
  distanceMeters: number
}

/** Reads may be stopped, and their work is counted. */
export interface ReadOptions {
  signal?: AbortSignal
  budget?: WorkBudget
}

/**
 * The index of places as a query sees it. One pack is one; several shards of a continent can be one,
 * which is why nothing here speaks of files or sections. Every method makes one round of reads at most
 * when cold (`similar` and `near` a few), and what it gives must not be written to.
 *
 * All throw `ApiError` `service_unavailable` for a store that fails and for data that is damaged.
 */
export interface Gazetteer {
  /** Places in it. */
  readonly count: number
  /** Of all that is in it. */
  readonly bounds: Bounds
  /** Terms looked up exactly, in the order of the keys. */
  terms(keys: readonly string[], options?: ReadOptions): Promise<(Term | undefined)[]>
  /**
   * Terms that begin with the prefix, lowest docId first; `complete` is false when there are more. Of a
   * prefix with very many (tens of thousands) at least the first 32 are the best there are.
   */
  termsFrom(
    prefix: string,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ terms: Term[]; complete: boolean }>
  /** The best places of a prefix in the `w:` or `n:` namespace, where it is a hot one. */
  hot(prefix: string, options?: ReadOptions): Promise<HotPrefix | undefined>
  /**
   * Words (`w:`) within so many edits of this one, nearest and then best first; with `prefix` words that
   * begin with something so near. The first letter may be wrong only when that is the one edit.
   */
  similar(
    word: string,
    options: ReadOptions & { edits: 1 | 2; prefix?: boolean; limit: number },
  ): Promise<SimilarWord[]>
  /** About how many of a term's places have a docId below this; known without a read. */
  countBelow(term: Term, docId: number): number
  /**
   * Posting lists: of each at most `maxPlaces` (by default all), and those below `untilDocId` (by default
   * all) with perhaps some after it.
   */
  postings(
    terms: readonly Term[],
    options?: ReadOptions & { maxPlaces?: number; untilDocId?: number },
  ): Promise<Postings[]>
  /** Places by docId, in the order asked. */
  places(docIds: readonly number[], options?: ReadOptions): Promise<Place[]>
  /** The houses of each of these places, sorted by number. */
  houses(places: readonly Place[], options?: ReadOptions): Promise<(readonly House[])[]>
  /**
   * What is within the radius, nearest first, at most `limit`. Types: `address` are houses and places
   * of that type, areas and postcodes count by their centre. Intersections are left out: the streets
   * that meet there are as near.
   */
  near(
    at: LatLon,
    options: ReadOptions & {
      radiusMeters: number
      limit: number
      types: readonly PlaceType[]
      /** Only places that have one of these categories. */
      categories?: readonly string[]
    },
  ): Promise<Nearby[]>
  /**
   * DocIds, nearest first, of places whose name may have a word with the prefix, out of the `maxPlaces`
   * nearest within the radius. No place is read, so some may have no such word.
   */
  docIdsNear(
    at: LatLon,
    options: ReadOptions & {
      radiusMeters: number
      maxPlaces: number
      types: readonly PlaceType[]
      /** Folded, one word. */
      prefix: string
    },
  ): Promise<number[]>
  /** Areas whose shape holds the point, narrowest first. */
  containing(at: LatLon, options?: ReadOptions): Promise<Place[]>
}
