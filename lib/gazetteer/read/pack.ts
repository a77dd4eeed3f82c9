import type { Bounds, LatLon } from '../../geo/index.ts'
import { ByteReader } from '../format/bytes.ts'
import { damaged } from '../format/faults.ts'
import { hotPlaces, type PackHeader, placesPerBlock } from '../format/format.ts'
import { houseList } from '../format/houses.ts'
import { inflated } from '../format/inflated.ts'
import { beginningsOf, type NearbyLeaf, nearbyLeaf } from '../format/nearby-leaf.ts'
import { InlinePostings, PagedPostings, pageCounts, postingsPage } from '../format/postings.ts'
import { type Span, type UnitKind, UnitStore } from '../format/units.ts'
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
import { type PackCache, type PackSlot, packCache } from './cache.ts'
import { areasHolding, bandsAt } from './containing.ts'
import { Dictionary, type PackTerm } from './dictionary.ts'
import { nearest } from './near.ts'
import { type OpenedPack, openSource } from './opening.ts'
import { houseSpan, PlaceBlock, placeWeight } from './place-decoder.ts'
import type { PackRoot } from './root.ts'
import { similarWords } from './similar.ts'
import type { RangeSource } from './source.ts'

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
  return new Pack(await openSource(await source), cache.slot())
}

/** One file as a {@link Gazetteer}. */
export class Pack implements Gazetteer {
  readonly #header: PackHeader
  readonly #root: PackRoot
  readonly #name: string
  readonly #units: UnitStore
  readonly #slot: PackSlot
  readonly #dictionary: Dictionary
  readonly #placeBlock: UnitKind<PlaceBlock>
  readonly #hotList: UnitKind<HotPrefix>
  readonly #nearbyLeaf: UnitKind<NearbyLeaf>

  constructor({ source, header, root }: OpenedPack, slot: PackSlot) {
    this.#header = header
    this.#root = root
    this.#name = source.name
    this.#slot = slot
    this.#units = new UnitStore(source, slot)
    this.#dictionary = new Dictionary(root, this.#units)
    this.#placeBlock = {
      name: 'a block of places',
      decode: (bytes) => new PlaceBlock(inflated(bytes), root.symbols),
      weigh: ({ weight }) => weight,
      detached: true,
    }
    this.#hotList = {
      name: 'the list of a prefix',
      decode: (bytes) => this.#readHot(bytes),
      weigh: ({ ranks, places }) =>
        places.reduce((sum, place) => sum + placeWeight(place), 200 + 8 * ranks.length),
      detached: true,
    }
    this.#nearbyLeaf = nearbyLeaf(root.symbols)
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
      most = Number.POSITIVE_INFINITY,
      below = Number.POSITIVE_INFINITY,
      signal,
    }: ReadOptions & { most?: number; below?: number } = {},
  ): Promise<Postings[]> {
    const known = await this.#located(terms, signal)
    const base = this.#header.sections.postings.offset
    const spans: Span[] = []
    const wanted = known.map(({ ranks, count, offset, lengths, firsts }) => {
      if (ranks) return 0
      const first = pageCounts(Math.min(count, Math.max(1, most))).length
      const past = firsts.findIndex((rank) => rank >= below)
      const pages = past < 0 ? first : Math.min(first, Math.max(1, past))
      let at = base + offset
      for (let page = 0; page < pages; page++) {
        spans.push({ offset: at, length: lengths[page]! })
        at += lengths[page]!
      }
      return pages
    })
    const reading = this.#units.get(postingsPage, spans, signal)
    const pages = reading instanceof Promise ? await reading : reading
    let next = 0
    return known.map(({ ranks, count }, i) => {
      if (ranks) return new InlinePostings(ranks, most)
      const own = pages.slice(next, next + wanted[i]!)
      next += wanted[i]!
      return new PagedPostings(own, count, most)
    })
  }

  countBelow(term: Term, rank: number): number {
    const { count, bestRank, ranks, firsts } = term as PackTerm
    if (rank <= bestRank) return 0
    if (ranks) return ranks.filter((one) => one < rank).length
    let behind = 0
    const counts = pageCounts(count)
    for (const [page, places] of counts.entries()) {
      const first = firsts[page]!
      const next = firsts[page + 1] ?? this.count
      // Within a page places are taken to be spread evenly.
      if (rank < next) return behind + (places * (rank - first)) / (next - first)
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
      const none = { key: '', count: 0, bestRank: 0, ranks: [], offset: 0, lengths: [], firsts: [] }
      return (term as PackTerm | undefined) ?? none
    })
  }

  async places(ranks: readonly number[], { signal }: ReadOptions = {}): Promise<Place[]> {
    const places = new Array<Place>(ranks.length)
    const missing: number[] = []
    for (const [i, rank] of ranks.entries()) {
      const held = this.#slot.ofRank(rank)
      if (held) places[i] = held as Place
      else missing.push(i)
    }
    if (missing.length === 0) return places
    const spans = missing.map((i) => this.#blockSpan(ranks[i]!))
    const reading = this.#units.get(this.#placeBlock, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    for (const [n, i] of missing.entries()) places[i] = this.#place(blocks[n]!, ranks[i]!)
    return places
  }

  #blockSpan(rank: number): Span {
    const { documents } = this.#root
    if (!(Number.isInteger(rank) && rank >= 0 && rank < this.count)) {
      throw new RangeError(`no place has rank ${rank}`)
    }
    const block = Math.floor(rank / placesPerBlock)
    const offset = documents[block]!
    const end = documents[block + 1]!
    return { offset, length: end - offset }
  }

  #place(block: PlaceBlock, rank: number): Place {
    let place: Place
    try {
      place = block.place(rank % placesPerBlock, rank)
    } catch (error) {
      throw damaged(this.#name, `the place of rank ${rank}`, error)
    }
    this.#slot.putRank(rank, place, placeWeight(place))
    return place
  }

  async houses(
    places: readonly Place[],
    { signal }: ReadOptions = {},
  ): Promise<(readonly House[])[]> {
    const known = await this.#ownPlaces(places, signal)
    const base = this.#header.sections.houses.offset
    const spans: Span[] = []
    const numbers = known.map((place) => {
      const span = houseSpan(place)
      return span ? spans.push({ offset: base + span.offset, length: span.length }) - 1 : -1
    })
    const reading = this.#units.get(houseList, spans, signal)
    const lists = reading instanceof Promise ? await reading : reading
    return numbers.map((number) => (number < 0 ? [] : lists[number]!))
  }

  /** A copy of a place does not know where its houses are: the place itself is read again. */
  async #ownPlaces(places: readonly Place[], signal?: AbortSignal): Promise<readonly Place[]> {
    const own = places.every((place) => place.houseCount === 0 || houseSpan(place))
    if (own) return places
    return await this.places(
      places.map(({ rank }) => rank),
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
    const entries = await nearest(this.#units, nearby, this.#nearbyLeaf, at, options)
    const base = this.#header.sections.houses.offset
    const ofHouses = entries.filter(({ house }) => house !== undefined)
    const spans = ofHouses.map(({ place }) => {
      const { offset, length } = place.houses!
      return { offset: base + offset, length }
    })
    const [places, lists] = await Promise.all([
      this.places(
        entries.map(({ place }) => place.rank),
        reading,
      ),
      this.#units.get(houseList, spans, options.signal),
    ])
    let next = 0
    return entries.map(({ house, at, distanceMeters }, i) => {
      const place = places[i]!
      if (house === undefined) return { place, at, distanceMeters }
      return { place, house: lists[next++]![house]!, at, distanceMeters }
    })
  }

  async ranksNear(
    at: LatLon,
    {
      among,
      beginning,
      ...options
    }: ReadOptions & {
      radiusMeters: number
      among: number
      types: readonly PlaceType[]
      beginning: string
    },
  ): Promise<number[]> {
    const { nearby } = this.#root
    const all = { ...options, limit: among }
    const entries = await nearest(this.#units, nearby, this.#nearbyLeaf, at, all)
    const [start = ''] = beginningsOf(beginning)
    return entries
      .filter(({ place }) => place.beginnings.some((known) => known.startsWith(start)))
      .map(({ place }) => place.rank)
  }

  async containing(at: LatLon, { signal }: ReadOptions = {}): Promise<Place[]> {
    const bands = await bandsAt(this.#units, this.#root.areas, at, signal)
    if (bands.length === 0) return []
    const ranks = [...new Set(bands.map(({ rank }) => rank))]
    const shapes = this.#header.sections.shapes.offset
    const [holding, places] = await Promise.all([
      areasHolding(this.#units, bands, shapes, at, signal),
      this.places(ranks, signal ? { signal } : {}),
    ])
    const byRank = new Map(places.map((place) => [place.rank, place]))
    return holding.map((rank) => byRank.get(rank)!)
  }

  #readHot(bytes: Uint8Array): HotPrefix {
    const from = new ByteReader(bytes)
    const ranks: number[] = []
    for (let left = from.varint(); left > 0; left--) {
      ranks.push(ranks.length === 0 ? from.varint() : ranks.at(-1)! + from.varint() + 1)
    }
    const block = new PlaceBlock(inflated(bytes.subarray(from.at)), this.#root.symbols)
    const places = ranks.slice(0, hotPlaces).map((rank, i) => block.place(i, rank))
    return { ranks, places }
  }
}
