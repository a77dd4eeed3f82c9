import type { LatLon } from '../../geo/index.ts'
import type { AreaType, Parent, Place } from '../place.ts'
import type { ByteSpan } from '../read/unit-store.ts'
import { ByteReader } from './bytes.ts'
import { lineScale, pointScale } from './layout.ts'
import { readId, type SymbolTable, typeOfCode } from './place-codes.ts'
import { flag, importanceScale } from './place-flags.ts'

/** Where the houses of a place out of a pack are, from the beginning of their section. */
const housesOf = new WeakMap<Place, ByteSpan>()

/** Nothing for a place that has no houses, or that is not out of a pack. */
export function houseSpan(place: Place): ByteSpan | undefined {
  return housesOf.get(place)
}

/** Places that were written together, each decoded when it is wanted. */
export class PlaceBlock {
  readonly #bytes: Uint8Array
  readonly #symbols: SymbolTable
  readonly #parents: Parent[] = []
  readonly #starts: number[] = []

  constructor(bytes: Uint8Array, symbols: SymbolTable) {
    this.#bytes = bytes
    this.#symbols = symbols
    const from = new ByteReader(bytes)
    for (let left = from.varint(); left > 0; left--) this.#parents.push(readParent(from, symbols))
    const lengths = Array.from({ length: from.varint() }, () => from.varint())
    let start = from.at
    for (const length of lengths) {
      this.#starts.push(start)
      start += length
    }
    if (start !== bytes.length) throw new RangeError('a block of places has another length')
  }

  get count(): number {
    return this.#starts.length
  }

  /** An estimate of the memory it takes. */
  get memoryBytes(): number {
    let weight = this.#bytes.length + 16 * this.#starts.length + 200
    for (const { name, names } of this.#parents) {
      weight += 150 + 2 * name.length
      for (const key in names) weight += 48 + 2 * names[key]!.length
    }
    return weight
  }

  place(index: number, docId: number): Place {
    const start = this.#starts[index]
    if (start === undefined) throw new RangeError(`no place ${index} in the block`)
    return readPlace(new ByteReader(this.#bytes, start), docId, this.#parents, this.#symbols)
  }
}

function readParent(from: ByteReader, symbols: SymbolTable): Parent {
  const docId = from.varint()
  const type = typeOfCode(from.byte()) as AreaType
  return { docId, type, name: from.text(), names: readNames(from, symbols) }
}

function readNames(from: ByteReader, symbols: SymbolTable): Record<string, string> {
  const names: Record<string, string> = {}
  for (let left = from.varint(); left > 0; left--) {
    const language = symbols.read(from)
    names[language] = from.text()
  }
  return names
}

function readPlace(
  from: ByteReader,
  docId: number,
  known: readonly Parent[],
  symbols: SymbolTable,
): Place {
  const flags = from.varint()
  const type = typeOfCode(from.byte())
  const id = readId(from)
  const name = from.text()
  const lat = from.signed()
  const lon = from.signed()
  const importance = from.varint() / importanceScale
  const countryCode = flags & flag.country ? symbols.read(from) : ''
  const parents: Parent[] = []
  if (flags & flag.parents) {
    for (let left = from.varint(); left > 0; left--) parents.push(known[from.varint()]!)
  }
  const place: Place = {
    docId,
    id,
    type,
    name,
    names: {},
    aliases: [],
    lat: lat / pointScale,
    lon: lon / pointScale,
    importance,
    categories: [],
    countryCode,
    parents,
    houseCount: 0,
  }
  if (flags & flag.box) {
    place.box = {
      min_lat: (lat + from.signed()) / pointScale,
      min_lon: (lon + from.signed()) / pointScale,
      max_lat: (lat + from.signed()) / pointScale,
      max_lon: (lon + from.signed()) / pointScale,
    }
  }
  if (flags & flag.names) place.names = readNames(from, symbols)
  if (flags & flag.aliases) place.aliases = Array.from({ length: from.varint() }, () => from.text())
  if (flags & flag.categories) {
    place.categories = Array.from({ length: from.varint() }, () => symbols.read(from))
  }
  if (flags & flag.postcode) place.postcode = from.text()
  if (flags & flag.houseNumber) place.houseNumber = from.text()
  if (flags & flag.street) place.street = from.text()
  if (flags & flag.population) place.population = from.varint()
  if (flags & flag.intersection) place.intersection = true
  if (flags & flag.houses) {
    housesOf.set(place, { offset: from.varint(), length: from.varint() })
    place.houseCount = from.varint()
  }
  if (flags & flag.lines) {
    place.lines = Array.from({ length: from.varint() }, () => readLine(from))
  }
  return place
}

export function readLine(from: ByteReader): LatLon[] {
  let lat = 0
  let lon = 0
  return Array.from({ length: from.varint() }, () => {
    lat += from.signed()
    lon += from.signed()
    return { lat: lat / lineScale, lon: lon / lineScale }
  })
}

/** What a search keeps of a place it compared, and of each of its names: their words and forms. */
const comparedBytes = 300
const comparedNameBytes = 700

/** An estimate of the memory a decoded place takes, with what a search keeps beside it. */
export function placeMemoryBytes(place: Place): number {
  let weight = 420 + comparedBytes + comparedNameBytes + 2 * (place.name.length + place.id.length)
  for (const language in place.names) {
    weight += 48 + comparedNameBytes + 2 * place.names[language]!.length
  }
  for (const alias of place.aliases) weight += 32 + comparedNameBytes + 2 * alias.length
  for (const line of place.lines ?? []) weight += 32 + 80 * line.length
  if (place.box) weight += 100
  if (place.houseCount > 0) weight += 120
  return weight
}
