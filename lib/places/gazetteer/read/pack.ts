import type { Bounds, LatLon } from '#ground/geo'
import { ByteReader } from '../format/bytes.ts'
import type { PackHeader } from '../format/header.ts'
import { createHotListDecoder } from '../format/hot-list.ts'
import {
  createNearbyLeafDecoder,
  listWordPrefixes,
  type NearbyLeaf,
} from '../format/nearby-leaf.ts'
import type { PackRoot } from '../format/root.ts'
import type { UnitDecoder } from '../format/unit.ts'
import type {
  Gazetteer,
  HotPrefix,
  Nearby,
  NearOptions,
  PlaceOptions,
  PlaceOrHouse,
  PostingOptions,
  Postings,
  PrefixNearOptions,
  ReadOptions,
  SimilarOptions,
  SimilarWord,
  Term,
} from '../gazetteer.ts'
import type { House, Place } from '../place.ts'
import type { CachePartition } from './cache.ts'
import { findBandsAt, findContainingAreas } from './containing.ts'
import { Dictionary } from './dictionary.ts'
import { DocumentReader } from './document-reader.ts'
import { createLayout, type FileLayout } from './file-layout.ts'
import { IdReader } from './id-reader.ts'
import { findNearestEntries } from './near.ts'
import type { OpenedPack } from './open.ts'
import { countBelow, PostingReader } from './posting-reader.ts'
import { findSimilarWords } from './similar.ts'
import type { Spellings } from './spellings.ts'
import { TreeUnits } from './tree-units.ts'
import { UnitStore } from './unit-store.ts'

/** Serves a pack, or a router with its shards, as a {@link Gazetteer}. */
export class Pack implements Gazetteer {
  readonly #header: PackHeader
  readonly #root: PackRoot
  readonly #spellings: Spellings
  readonly #units: UnitStore
  readonly #dictionary: Dictionary
  readonly #postings: PostingReader
  readonly #layout: FileLayout
  readonly #tree: TreeUnits
  readonly #documents: DocumentReader
  readonly #ids: IdReader
  readonly #hotListDecoder: UnitDecoder<HotPrefix>
  readonly #nearbyLeafDecoder: UnitDecoder<NearbyLeaf>

  constructor({ source, header, root, spellings }: OpenedPack, cache: CachePartition) {
    this.#header = header
    this.#root = root
    this.#units = new UnitStore(source, cache)
    this.#spellings = spellings
    this.#dictionary = new Dictionary(root, spellings, this.#units)
    const { offset } = header.sections.postings
    this.#postings = new PostingReader(this.#dictionary, this.#units, offset)
    this.#layout = createLayout(header, root, this.#units)
    this.#tree = new TreeUnits(this.#units, this.#layout)
    this.#documents = new DocumentReader(header, root, this.#layout.locator, this.#units, cache)
    this.#ids = new IdReader(root.ids, this.#units, this.#documents)
    this.#hotListDecoder = createHotListDecoder(root.symbols)
    this.#nearbyLeafDecoder = createNearbyLeafDecoder(root.symbols)
  }

  get count(): number {
    return this.#header.count
  }

  get bounds(): Bounds {
    return this.#header.bounds
  }

  /** Credit for the data. */
  get attribution(): string {
    return this.#header.attribution
  }

  /** Starts reading the directories of all shards, unless their total size exceeds `maxBytes`. */
  readEarly(maxBytes: number): void {
    this.#layout.readEarly(maxBytes)
  }

  async terms(
    keys: readonly string[],
    { signal }: ReadOptions = {},
  ): Promise<(Term | undefined)[]> {
    const terms = await this.#dictionary.terms(keys, signal)
    this.#layout.expectPlacesWithTerms(terms)
    return terms
  }

  async termsFrom(
    prefix: string,
    limit: number,
    { signal }: ReadOptions = {},
  ): Promise<{ terms: Term[]; complete: boolean }> {
    return await this.#dictionary.termsFrom(prefix, limit, signal)
  }

  async hot(prefix: string, { signal }: ReadOptions = {}): Promise<HotPrefix | undefined> {
    const { hot } = this.#root
    const at = hot.find(prefix)
    if (at < 0) return undefined
    const value = new ByteReader(hot.bytes, at)
    const offset = this.#header.sections.hot.offset + value.varint()
    const span = { offset, length: value.varint() }
    const [list] = await this.#units.get(this.#hotListDecoder, [span], signal)
    return list
  }

  hasWord(word: string): boolean {
    return this.#spellings.has(word)
  }

  wordsWithPrefix(prefix: string, limit: number): string[] {
    return this.#spellings.withPrefix(prefix, limit).map(({ word }) => word)
  }

  async similar(word: string, options: SimilarOptions): Promise<SimilarWord[]> {
    return await findSimilarWords(this.#dictionary, this.#spellings, word, options)
  }

  async postings(terms: readonly Term[], options: PostingOptions = {}): Promise<Postings[]> {
    return await this.#postings.postings(terms, options)
  }

  countBelow(term: Term, docId: number): number {
    return countBelow(term, docId, this.count)
  }

  async places(docIds: readonly number[], options?: PlaceOptions): Promise<Place[]> {
    return await this.#documents.places(docIds, options)
  }

  async withId(id: string, { signal }: ReadOptions = {}): Promise<PlaceOrHouse[]> {
    return await this.#ids.withId(id, signal)
  }

  async houses(
    places: readonly Place[],
    { signal }: ReadOptions = {},
  ): Promise<(readonly House[])[]> {
    return await this.#documents.houses(places, signal)
  }

  async near(at: LatLon, options: NearOptions): Promise<Nearby[]> {
    const entries = await this.#findNearestEntries(at, options)
    const ofHouses = entries.filter(({ house }) => house !== undefined)
    const [places, houseLists] = await Promise.all([
      this.#documents.places(
        entries.map(({ place }) => place.docId),
        options,
      ),
      this.#documents.houseLists(
        ofHouses.map(({ place: { docId, houses } }) => ({ docId, span: houses! })),
        options.signal,
      ),
    ])
    let nextList = 0
    return entries.map(({ house, at, distanceMeters }, i) => {
      const place = places[i]!
      if (house === undefined) return { place, at, distanceMeters }
      return { place, house: houseLists[nextList++]![house]!, at, distanceMeters }
    })
  }

  async docIdsNear(
    at: LatLon,
    { maxPlaces, prefix, ...options }: PrefixNearOptions,
  ): Promise<number[]> {
    const entries = await this.#findNearestEntries(at, { ...options, limit: maxPlaces })
    const [start = ''] = listWordPrefixes(prefix)
    return entries
      .filter(({ place }) => place.prefixes.some((known) => known.startsWith(start)))
      .map(({ place }) => place.docId)
  }

  #findNearestEntries(at: LatLon, options: NearOptions) {
    return findNearestEntries(this.#tree, this.#root.nearby, this.#nearbyLeafDecoder, at, options)
  }

  async containing(at: LatLon, { signal }: ReadOptions = {}): Promise<Place[]> {
    const bands = await findBandsAt(this.#tree, this.#root.areas, at, signal)
    if (bands.length === 0) return []
    const docIds = [...new Set(bands.map(({ docId }) => docId))]
    const shapes = this.#header.sections.shapes.offset
    const [holding, places] = await Promise.all([
      findContainingAreas(this.#units, bands, shapes, at, signal),
      this.#documents.places(docIds, { ...(signal && { signal }) }),
    ])
    const byDocId = new Map(places.map((place) => [place.docId, place]))
    return holding.map((docId) => byDocId.get(docId)!)
  }
}
