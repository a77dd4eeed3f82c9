import { zstdCompressSync } from 'node:zlib'
import { houseNumberOrder } from '../../text/index.ts'
import { encodeHouses } from '../format/houses.ts'
import { placesPerBlock } from '../format/layout.ts'
import type { SymbolTable } from '../format/place-codes.ts'
import { encodePlaces, type StoredPlace } from '../format/place-encoder.ts'
import type { AreaType, House, Parent, SourcePlace } from '../place.ts'
import type { SectionFile } from './section-file.ts'
import type { Census, PlaceSpill } from './spill.ts'

/** Languages that the names of parents keep in every pack. */
const parentLanguagesAlways = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']
/** And those in which so much of a pack's places have a name. */
const shareOfLanguage = 0.05

/** Gives each area as its places will name it. */
export class ParentResolver {
  readonly #spill: PlaceSpill
  readonly #docIds: Uint32Array
  readonly #languages: ReadonlySet<string>
  readonly #known = new Map<string, Parent>()

  /** @param docIds By number of the place. */
  constructor(spill: PlaceSpill, docIds: Uint32Array) {
    this.#spill = spill
    this.#docIds = docIds
    this.#languages = parentLanguages(spill.census)
  }

  /** @throws Error for an area that is not in the pack. */
  of(place: SourcePlace): Parent[] {
    return place.parents.map((id) => {
      const known = this.#known.get(id)
      if (known) return known
      const number = this.#spill.areas.get(id)
      if (number === undefined)
        throw new Error(`place ${place.id} lies in ${id}, which is no area here`)
      const { type, name, names } = this.#spill.place(number)
      const kept = Object.entries(names).filter(
        ([language]) => type !== 'country' && this.#languages.has(language),
      )
      const docId = this.#docIds[number]!
      const parent = { docId, type: type as AreaType, name, names: Object.fromEntries(kept) }
      this.#known.set(id, parent)
      return parent
    })
  }
}

function parentLanguages({ named, languages }: Census): Set<string> {
  const common = [...languages].filter(([, count]) => count >= shareOfLanguage * named)
  return new Set([...parentLanguagesAlways, ...common.map(([language]) => language)])
}

/** Writes places in the order of their docIds, in blocks, and their houses beside. */
export class DocumentWriter {
  readonly #documents: SectionFile
  readonly #houses: SectionFile
  readonly #symbols: SymbolTable
  #records: StoredPlace[] = []
  readonly #spans = new Map<number, NonNullable<StoredPlace['houses']>>()
  #count = 0
  /** Lengths of the blocks, with their checksums. */
  readonly blocks: number[] = []

  constructor(documents: SectionFile, houses: SectionFile, symbols: SymbolTable) {
    this.#documents = documents
    this.#houses = houses
    this.#symbols = symbols
  }

  /** Gives where the houses are; `sorted` are they in their order. */
  add(place: SourcePlace, parents: readonly Parent[], sorted: readonly House[] | undefined) {
    const houses = sorted && this.#writeHouses(sorted)
    if (houses) this.#spans.set(this.#count, houses)
    this.#count++
    this.#records.push({ facts: place, parents, ...(houses && { houses }) })
    if (this.#records.length === placesPerBlock) this.finish()
    return houses
  }

  /** Where the houses of the place of this docId are. */
  housesOf(docId: number): StoredPlace['houses'] {
    return this.#spans.get(docId)
  }

  #writeHouses(houses: readonly House[]): { offset: number; length: number; count: number } {
    const bytes = encodeHouses(houses)
    return { offset: this.#houses.unit(bytes), length: bytes.length + 4, count: houses.length }
  }

  finish(): void {
    if (this.#records.length === 0) return
    const bytes = zstdCompressSync(encodePlaces(this.#records, this.#symbols))
    this.#documents.unit(bytes)
    this.blocks.push(bytes.length + 4)
    this.#records = []
  }
}

/** Houses by number, and of equal numbers by id. */
export function sortedHouses({ houses }: SourcePlace): House[] | undefined {
  if (!houses || houses.length === 0) return undefined
  return [...houses].sort(
    (a, b) => houseNumberOrder(a.number, b.number) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}
