import { decompressed } from '../format/bytes.ts'
import type { PackHeader } from '../format/header.ts'
import { houseListDecoder } from '../format/houses.ts'
import { placesPerBlock } from '../format/layout.ts'
import { houseSpan, PlaceBlock, placeMemoryBytes } from '../format/place-decoder.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { PlaceOptions } from '../gazetteer.ts'
import type { House, Place } from '../place.ts'
import type { CachePartition } from './cache.ts'
import { damaged } from './errors.ts'
import type { UnitStore } from './unit-store.ts'

/** Reading more houses that may not be needed costs more than another round of reads. */
const maxBytesAhead = 64 * 1024

/** Reads places by docId, and their houses. */
export class DocumentReader {
  readonly #count: number
  readonly #housesOffset: number
  readonly #blockOffsets: Float64Array
  /** Of the houses of each block's places. */
  readonly #houseOffsets: Float64Array
  readonly #name: string
  readonly #units: UnitStore
  readonly #cache: CachePartition
  readonly #blockDecoder: UnitDecoder<PlaceBlock>

  constructor(
    { count, sections }: PackHeader,
    { documents, houses, symbols }: PackRoot,
    units: UnitStore,
    cache: CachePartition,
  ) {
    this.#count = count
    this.#housesOffset = sections.houses.offset
    this.#blockOffsets = documents
    this.#houseOffsets = houses
    this.#name = units.name
    this.#units = units
    this.#cache = cache
    this.#blockDecoder = {
      name: 'a block of places',
      decode: (bytes) => new PlaceBlock(decompressed(bytes), symbols),
      memoryBytes: ({ memoryBytes }) => memoryBytes,
      detached: true,
    }
  }

  async places(
    docIds: readonly number[],
    { signal, housesAhead = false }: PlaceOptions = {},
  ): Promise<Place[]> {
    const places = new Array<Place>(docIds.length)
    const missing: number[] = []
    for (const [i, docId] of docIds.entries()) {
      const cached = this.#cache.place(docId)
      if (cached) places[i] = cached as Place
      else missing.push(i)
    }
    if (missing.length === 0) return places
    const spans = missing.map((i) => this.#blockSpan(docIds[i]!))
    if (housesAhead) this.#readHousesAhead(missing.map((i) => docIds[i]!))
    const reading = this.#units.get(this.#blockDecoder, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    for (const [n, i] of missing.entries()) places[i] = this.#decode(blocks[n]!, docIds[i]!)
    return places
  }

  #blockSpan(docId: number): ByteSpan {
    if (!(Number.isInteger(docId) && docId >= 0 && docId < this.#count)) {
      throw new RangeError(`no place has docId ${docId}`)
    }
    const block = Math.floor(docId / placesPerBlock)
    const offset = this.#blockOffsets[block]!
    return { offset, length: this.#blockOffsets[block + 1]! - offset }
  }

  /** Which of the places have houses, and where exactly, is not known before they are decoded. */
  #readHousesAhead(docIds: readonly number[]): void {
    const blocks = new Set(docIds.map((docId) => Math.floor(docId / placesPerBlock)))
    const spans: ByteSpan[] = []
    let bytes = 0
    for (const block of blocks) {
      const offset = this.#houseOffsets[block]!
      const length = this.#houseOffsets[block + 1]! - offset
      if (length > 0) spans.push({ offset, length })
      bytes += length
    }
    if (bytes <= maxBytesAhead) this.#units.readAhead(spans)
  }

  #decode(block: PlaceBlock, docId: number): Place {
    let place: Place
    try {
      place = block.place(docId % placesPerBlock, docId)
    } catch (error) {
      throw damaged(this.#name, `the place of docId ${docId}`, error)
    }
    this.#cache.putPlace(docId, place, placeMemoryBytes(place))
    return place
  }

  async houses(places: readonly Place[], signal?: AbortSignal): Promise<(readonly House[])[]> {
    const known = await this.#withHouseSpans(places, signal)
    const spans = known.map(houseSpan)
    const lists = await this.houseLists(
      spans.filter((span) => span !== undefined),
      signal,
    )
    let next = 0
    return spans.map((span) => (span ? lists[next++]! : []))
  }

  /** @param spans In the houses section. */
  async houseLists(
    spans: readonly ByteSpan[],
    signal?: AbortSignal,
  ): Promise<(readonly House[])[]> {
    const inFile = spans.map(({ offset, length }) => ({
      offset: this.#housesOffset + offset,
      length,
    }))
    return await this.#units.get(houseListDecoder, inFile, signal)
  }

  /** A copy of a place has lost its span: the place is read again. */
  async #withHouseSpans(
    places: readonly Place[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Place[]> {
    if (places.every((place) => place.houseCount === 0 || houseSpan(place))) return places
    return await this.places(
      places.map(({ docId }) => docId),
      { ...(signal && { signal }) },
    )
  }
}
