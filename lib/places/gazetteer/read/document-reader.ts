import { decompress } from '../format/bytes.ts'
import type { PackHeader } from '../format/header.ts'
import { houseListDecoder } from '../format/houses.ts'
import { estimatePlaceBytes, findHouseSpan, PlaceBlock } from '../format/place-decoder.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { PlaceOptions } from '../gazetteer.ts'
import type { House, Place } from '../place.ts'
import type { CachePartition } from './cache.ts'
import type { DocumentLocator, PlaceLocation } from './document-locator.ts'
import { createDamageError } from './errors.ts'
import type { UnitStore } from './unit-store.ts'

/** Maximum bytes of houses read ahead. Reading more that may not be needed costs more than another round of reads. */
const maxBytesAhead = 64 * 1024

/** Reads places by docId, and their houses. */
export class DocumentReader {
  readonly #count: number
  readonly #locator: DocumentLocator
  readonly #name: string
  readonly #units: UnitStore
  readonly #cache: CachePartition
  readonly #blockDecoder: UnitDecoder<PlaceBlock>

  constructor(
    { count }: PackHeader,
    { symbols }: PackRoot,
    locator: DocumentLocator,
    units: UnitStore,
    cache: CachePartition,
  ) {
    this.#count = count
    this.#locator = locator
    this.#name = units.name
    this.#units = units
    this.#cache = cache
    this.#blockDecoder = {
      name: 'a block of places',
      decode: (bytes) => new PlaceBlock(decompress(bytes), symbols),
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
    const locating = this.#locator.locate(
      missing.map((i) => this.#requireDocId(docIds[i]!)),
      signal,
    )
    const located = locating instanceof Promise ? await locating : locating
    if (housesAhead) this.#readHousesAhead(located)
    const spans = located.map(({ block }) => block)
    const reading = this.#units.get(this.#blockDecoder, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    for (const [n, i] of missing.entries())
      places[i] = this.#decode(blocks[n]!, located[n]!.index, docIds[i]!)
    return places
  }

  #requireDocId(docId: number): number {
    if (Number.isInteger(docId) && docId >= 0 && docId < this.#count) return docId
    throw new RangeError(`no place has docId ${docId}`)
  }

  /** Reads the houses of whole blocks, because a place must be decoded to know the location of its houses. */
  #readHousesAhead(located: readonly PlaceLocation[]): void {
    const spans = new Map<number, ByteSpan>()
    for (const { houses } of located) if (houses.length > 0) spans.set(houses.offset, houses)
    const ranges = [...spans.values()]
    const bytes = ranges.reduce((sum, { length }) => sum + length, 0)
    if (bytes <= maxBytesAhead) this.#units.readAhead(ranges)
  }

  #decode(block: PlaceBlock, index: number, docId: number): Place {
    let place: Place
    try {
      place = block.place(index, docId)
    } catch (error) {
      throw createDamageError(this.#name, `the place of docId ${docId}`, error)
    }
    this.#cache.putPlace(docId, place, estimatePlaceBytes(place))
    return place
  }

  async houses(places: readonly Place[], signal?: AbortSignal): Promise<(readonly House[])[]> {
    const known = await this.#ensureHouseSpans(places, signal)
    const withHouses = known.flatMap((place) => {
      const span = findHouseSpan(place)
      return span ? [{ docId: place.docId, span }] : []
    })
    const lists = await this.houseLists(withHouses, signal)
    let next = 0
    return known.map((place) => (findHouseSpan(place) ? lists[next++]! : []))
  }

  /** @param places DocIds of places, with the spans of their houses in the `houses` section of their file. */
  async houseLists(
    places: readonly { docId: number; span: ByteSpan }[],
    signal?: AbortSignal,
  ): Promise<(readonly House[])[]> {
    const inFile = places.map(({ docId, span }) => ({
      offset: this.#locator.housesOffset(docId) + span.offset,
      length: span.length,
    }))
    return await this.#units.get(houseListDecoder, inFile, signal)
  }

  /** Reads the places again if one is a copy, which has lost the span of its houses. */
  async #ensureHouseSpans(
    places: readonly Place[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Place[]> {
    if (places.every((place) => place.houseCount === 0 || findHouseSpan(place))) return places
    return await this.places(
      places.map(({ docId }) => docId),
      { ...(signal && { signal }) },
    )
  }
}
