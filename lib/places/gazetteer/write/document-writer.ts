import { zstdCompressSync } from 'node:zlib'
import { compareHouseNumbers } from '#places/text'
import { LargeMap } from '#platform/large-data'
import type { DocumentBlockSummary } from '../format/document-directory.ts'
import { encodeHouses } from '../format/houses.ts'
import { placesPerBlock } from '../format/layout.ts'
import { encodePlaces, type StoredPlace } from '../format/place-encoder.ts'
import type { SymbolTable } from '../format/symbols.ts'
import type { House, SourcePlace } from '../place.ts'
import type { SectionFile } from './section-file.ts'

/** Writes places in blocks by ascending docId, and their houses. */
export class DocumentWriter {
  readonly #documents: SectionFile
  readonly #houses: SectionFile
  readonly #symbols: SymbolTable
  #block: StoredPlace[] = []
  /** Spans of the places' houses, by docId. */
  readonly #houseSpans = new LargeMap<number, NonNullable<StoredPlace['houses']>>()
  #nextDocId = 0
  readonly #blocks: DocumentBlockSummary[] = []
  #housesStart = 0

  constructor(documents: SectionFile, houses: SectionFile, symbols: SymbolTable) {
    this.#documents = documents
    this.#houses = houses
    this.#symbols = symbols
  }

  /** Adds a place and returns the span of its houses. */
  add(
    place: SourcePlace,
    areas: Pick<StoredPlace, 'parents' | 'otherAreas'>,
    sortedHouses: readonly House[] | undefined,
  ): StoredPlace['houses'] {
    const houses = sortedHouses && {
      ...this.#houses.appendUnit(encodeHouses(sortedHouses)),
      count: sortedHouses.length,
    }
    if (houses) this.#houseSpans.set(this.#nextDocId, houses)
    this.#nextDocId++
    this.#block.push({ facts: place, ...areas, ...(houses && { houses }) })
    if (this.#block.length === placesPerBlock) this.#endBlock()
    return houses
  }

  findHouses(docId: number): StoredPlace['houses'] {
    return this.#houseSpans.get(docId)
  }

  #endBlock(): void {
    if (this.#block.length === 0) return
    const bytes = zstdCompressSync(encodePlaces(this.#block, this.#symbols))
    const { length } = this.#documents.appendUnit(bytes)
    this.#blocks.push({ length, housesLength: this.#houses.length - this.#housesStart })
    this.#housesStart = this.#houses.length
    this.#block = []
  }

  /** Ends the last block and returns all blocks. */
  finish(): readonly DocumentBlockSummary[] {
    this.#endBlock()
    return this.#blocks
  }
}

/** Sorts the houses of a place by number, then by id; undefined without houses. */
export function sortHouses({ houses }: SourcePlace): House[] | undefined {
  if (!houses || houses.length === 0) return undefined
  return houses.toSorted(
    (a, b) => compareHouseNumbers(a.number, b.number) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}
