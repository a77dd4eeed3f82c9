import type { Bounds, LatLon } from '../../geo/index.ts'
import { ByteReader } from '../format/bytes.ts'
import { houseListDecoder } from '../format/houses.ts'
import { decompressed } from '../format/inflated.ts'
import { hotPlaces, type PackHeader, placesPerBlock } from '../format/layout.ts'
import { type NearbyLeaf, nearbyLeafDecoder, wordPrefixes } from '../format/nearby-leaf.ts'
import { houseSpan, PlaceBlock, placeMemoryBytes } from '../format/place-decoder.ts'
import {
  InlinePostings,
  PagedPostings,
  pageCounts,
  postingsPageDecoder,
} from '../format/postings.ts'
import type { PackRoot } from '../format/root.ts'
import type {
  Gazetteer,
  HotPrefix,
  Nearby,
  Postings,
  ReadOptions,
  SimilarWord,
  Term,
} from '../gazetteer.ts'
import type { House, Place, PlaceType } from '../place.ts'
import { type CachePartition, type PackCache, packCache } from './cache.ts'
import { areasHolding, bandsAt } from './containing.ts'
import { Dictionary, type PackTerm } from './dictionary.ts'
import { damaged } from './errors.ts'
import { nearestEntries } from './near.ts'
import { type OpenedPack, openSource } from './open.ts'
import { similarWords } from './similar.ts'
import type { RangeSource } from './source.ts'
import { type ByteSpan, type UnitDecoder, UnitStore } from './unit-store.ts'

export interface OpenPackOptions {
  /** Shared by several packs; by default 64 MB for this one. */
  cache?: PackCache
}

/**
 * Opens a pack. A small one (4 MB) is read whole; of others the header and the root, and the rest when
 * it is asked for.
 *
 * @throws ApiError `service_unavailable` for a source that fails, a file that is damaged or cut short,
 *   that is no pack, or that is of another format version.
 */
export async function openPack(
  source: RangeSource | Promise<RangeSource>,
  { cache = packCache() }: OpenPackOptions = {},
): Promise<Pack> {
  return new Pack(await openSource(await source), cache.partition())
}

/** One file as a {@link Gazetteer}. */
export class Pack implements Gazetteer {
  readonly #header: PackHeader
  readonly #root: PackRoot
  readonly #name: string
  readonly #units: UnitStore
  readonly #slot: CachePartition
  readonly #dictionary: Dictionary
  readonly #placeBlock: UnitDecoder<PlaceBlock>
  readonly #hotList: UnitDecoder<HotPrefix>
  readonly #nearbyLeaf: UnitDecoder<NearbyLeaf>

  constructor({ source, header, root }: OpenedPack, slot: CachePartition) {
    this.#header = header
    this.#root = root
    this.#name = source.name
    this.#slot = slot
    this.#units = new UnitStore(source, slot)
    this.#dictionary = new Dictionary(root, this.#units)
    this.#placeBlock = {
      name: 'a block of places',
      decode: (bytes) => new PlaceBlock(decompressed(bytes), root.symbols),
      memoryBytes: ({ memoryBytes: weight }) => weight,
      detached: true,
    }
    this.#hotList = {
      name: 'the list of a prefix',
      decode: (bytes) => this.#readHot(bytes),
      memoryBytes: ({ docIds, places }) =>
        places.reduce((sum, place) => sum + placeMemoryBytes(place), 200 + 8 * docIds.length),
      detached: true,
    }
    this.#nearbyLeaf = nearbyLeafDecoder(root.symbols)
  }

  get count(): number {
    return this.#header.count
  }

  get bounds(): Bounds {
    return this.#header.bounds
  }

  /** Who made the data. */
  get attribution(): string {
    return this.#header.attribution
  }

  async terms(
    keys: readonly string[],
    { signal }: ReadOptions = {},
  ): Promise<(Term | undefined)[]> {
    return await this.#dictionary.terms(keys, signal)
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
    const at = hot.find(Buffer.from(prefix))
    if (at < 0) return undefined
    const value = new ByteReader(hot.bytes, at)
    const offset = this.#header.sections.hot.offset + value.varint()
    const [list] = await this.#units.get(
      this.#hotList,
      [{ offset, length: value.varint() }],
      signal,
    )
    return list
  }

  async similar(
    word: string,
    options: ReadOptions & { edits: 1 | 2; prefix?: boolean; limit: number },
  ): Promise<SimilarWord[]> {
    return await similarWords(this.#dictionary, word, options)
  }

  async postings(
    terms: readonly Term[],
    {
      maxPlaces = Number.POSITIVE_INFINITY,
      untilDocId = Number.POSITIVE_INFINITY,
      signal,
    }: ReadOptions & { maxPlaces?: number; untilDocId?: number } = {},
  ): Promise<Postings[]> {
    const known = await this.#located(terms, signal)
    const base = this.#header.sections.postings.offset
    const spans: ByteSpan[] = []
    const wanted = known.map(({ docIds, count, offset, lengths, firsts }) => {
      if (docIds) return 0
      const first = pageCounts(Math.min(count, Math.max(1, maxPlaces))).length
      const past = firsts.findIndex((docId) => docId >= untilDocId)
      const pages = past < 0 ? first : Math.min(first, Math.max(1, past))
      let at = base + offset
      for (let page = 0; page < pages; page++) {
        spans.push({ offset: at, length: lengths[page]! })
        at += lengths[page]!
      }
      return pages
    })
    const reading = this.#units.get(postingsPageDecoder, spans, signal)
    const pages = reading instanceof Promise ? await reading : reading
    let next = 0
    return known.map(({ docIds, count }, i) => {
      if (docIds) return new InlinePostings(docIds, maxPlaces)
      const own = pages.slice(next, next + wanted[i]!)
      next += wanted[i]!
      return new PagedPostings(own, count, maxPlaces)
    })
  }

  countBelow(term: Term, docId: number): number {
    const { count, minDocId, docIds, firsts } = term as PackTerm
    if (docId <= minDocId) return 0
    if (docIds) return docIds.filter((one) => one < docId).length
    let behind = 0
    const counts = pageCounts(count)
    for (const [page, places] of counts.entries()) {
      const first = firsts[page]!
      const next = firsts[page + 1] ?? this.count
      // Within a page places are taken to be spread evenly.
      if (docId < next) return behind + (places * (docId - first)) / (next - first)
      behind += places
    }
    return count
  }

  /** A term that was not made here is looked up again. */
  async #located(terms: readonly Term[], signal?: AbortSignal): Promise<readonly PackTerm[]> {
    if (terms.every((term) => 'lengths' in term)) return terms as readonly PackTerm[]
    const found = await this.#dictionary.terms(
      terms.map(({ key }) => key),
      signal,
    )
    return found.map((term) => {
      const none = {
        key: '',
        count: 0,
        minDocId: 0,
        docIds: [],
        offset: 0,
        lengths: [],
        firsts: [],
      }
      return (term as PackTerm | undefined) ?? none
    })
  }

  async places(docIds: readonly number[], { signal }: ReadOptions = {}): Promise<Place[]> {
    const places = new Array<Place>(docIds.length)
    const missing: number[] = []
    for (const [i, docId] of docIds.entries()) {
      const held = this.#slot.place(docId)
      if (held) places[i] = held as Place
      else missing.push(i)
    }
    if (missing.length === 0) return places
    const spans = missing.map((i) => this.#blockSpan(docIds[i]!))
    const reading = this.#units.get(this.#placeBlock, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    for (const [n, i] of missing.entries()) places[i] = this.#place(blocks[n]!, docIds[i]!)
    return places
  }

  #blockSpan(docId: number): ByteSpan {
    const { documents } = this.#root
    if (!(Number.isInteger(docId) && docId >= 0 && docId < this.count)) {
      throw new RangeError(`no place has docId ${docId}`)
    }
    const block = Math.floor(docId / placesPerBlock)
    const offset = documents[block]!
    const end = documents[block + 1]!
    return { offset, length: end - offset }
  }

  #place(block: PlaceBlock, docId: number): Place {
    let place: Place
    try {
      place = block.place(docId % placesPerBlock, docId)
    } catch (error) {
      throw damaged(this.#name, `the place of docId ${docId}`, error)
    }
    this.#slot.putPlace(docId, place, placeMemoryBytes(place))
    return place
  }

  async houses(
    places: readonly Place[],
    { signal }: ReadOptions = {},
  ): Promise<(readonly House[])[]> {
    const known = await this.#ownPlaces(places, signal)
    const base = this.#header.sections.houses.offset
    const spans: ByteSpan[] = []
    const numbers = known.map((place) => {
      const span = houseSpan(place)
      return span ? spans.push({ offset: base + span.offset, length: span.length }) - 1 : -1
    })
    const reading = this.#units.get(houseListDecoder, spans, signal)
    const lists = reading instanceof Promise ? await reading : reading
    return numbers.map((number) => (number < 0 ? [] : lists[number]!))
  }

  /** A copy of a place does not know where its houses are: the place itself is read again. */
  async #ownPlaces(places: readonly Place[], signal?: AbortSignal): Promise<readonly Place[]> {
    const own = places.every((place) => place.houseCount === 0 || houseSpan(place))
    if (own) return places
    return await this.places(
      places.map(({ docId }) => docId),
      signal ? { signal } : {},
    )
  }

  async near(
    at: LatLon,
    options: ReadOptions & {
      radiusMeters: number
      limit: number
      types: readonly PlaceType[]
      categories?: readonly string[]
    },
  ): Promise<Nearby[]> {
    const { nearby } = this.#root
    const reading = options.signal ? { signal: options.signal } : {}
    const entries = await nearestEntries(this.#units, nearby, this.#nearbyLeaf, at, options)
    const base = this.#header.sections.houses.offset
    const ofHouses = entries.filter(({ house }) => house !== undefined)
    const spans = ofHouses.map(({ place }) => {
      const { offset, length } = place.houses!
      return { offset: base + offset, length }
    })
    const [places, lists] = await Promise.all([
      this.places(
        entries.map(({ place }) => place.docId),
        reading,
      ),
      this.#units.get(houseListDecoder, spans, options.signal),
    ])
    let next = 0
    return entries.map(({ house, at, distanceMeters }, i) => {
      const place = places[i]!
      if (house === undefined) return { place, at, distanceMeters }
      return { place, house: lists[next++]![house]!, at, distanceMeters }
    })
  }

  async docIdsNear(
    at: LatLon,
    {
      maxPlaces,
      prefix,
      ...options
    }: ReadOptions & {
      radiusMeters: number
      maxPlaces: number
      types: readonly PlaceType[]
      prefix: string
    },
  ): Promise<number[]> {
    const { nearby } = this.#root
    const all = { ...options, limit: maxPlaces }
    const entries = await nearestEntries(this.#units, nearby, this.#nearbyLeaf, at, all)
    const [start = ''] = wordPrefixes(prefix)
    return entries
      .filter(({ place }) => place.prefixes.some((known) => known.startsWith(start)))
      .map(({ place }) => place.docId)
  }

  async containing(at: LatLon, { signal }: ReadOptions = {}): Promise<Place[]> {
    const bands = await bandsAt(this.#units, this.#root.areas, at, signal)
    if (bands.length === 0) return []
    const docIds = [...new Set(bands.map(({ docId }) => docId))]
    const shapes = this.#header.sections.shapes.offset
    const [holding, places] = await Promise.all([
      areasHolding(this.#units, bands, shapes, at, signal),
      this.places(docIds, signal ? { signal } : {}),
    ])
    const byDocId = new Map(places.map((place) => [place.docId, place]))
    return holding.map((docId) => byDocId.get(docId)!)
  }

  #readHot(bytes: Uint8Array): HotPrefix {
    const from = new ByteReader(bytes)
    const docIds: number[] = []
    for (let left = from.varint(); left > 0; left--) {
      docIds.push(docIds.length === 0 ? from.varint() : docIds.at(-1)! + from.varint() + 1)
    }
    const block = new PlaceBlock(decompressed(bytes.subarray(from.at)), this.#root.symbols)
    const places = docIds.slice(0, hotPlaces).map((docId, i) => block.place(i, docId))
    return { docIds, places }
  }
}
