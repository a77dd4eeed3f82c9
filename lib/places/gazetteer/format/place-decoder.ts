import type { LatLon } from '#ground/geo'
import { cleanName } from '#platform/safe-text'
import type { AreaType, Parent, Place } from '../place.ts'
import { ByteReader } from './bytes.ts'
import { importanceScale, lineScale, pointScale } from './layout.ts'
import { decodeType, placeFlag, readId } from './place-codes.ts'
import { PositionReader } from './position-deltas.ts'
import type { SymbolTable } from './symbols.ts'
import type { ByteSpan } from './unit.ts'

/** Spans of the places' houses in the `houses` section. */
const houseSpans = new WeakMap<Place, ByteSpan>()

/**
 * Returns the span of a place's houses; `undefined` if it has none, or if this object was not decoded by a `PlaceBlock`
 * (a copy, for example).
 */
export function findHouseSpan(place: Place): ByteSpan | undefined {
  return houseSpans.get(place)
}

/** A block of places that are decoded on demand. */
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

  /** Estimated memory of the block, bytes. */
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
  const type = decodeType(from.byte()) as AreaType
  return { docId, type, name: readName(from), names: readNames(from, symbols) }
}

/** Reads and cleans a name. Region builds clean names too, but older packs contain them as mapped. */
function readName(from: ByteReader): string {
  return cleanName(from.text())
}

function readNames(from: ByteReader, symbols: SymbolTable): Record<string, string> {
  const names: Record<string, string> = {}
  for (let left = from.varint(); left > 0; left--) {
    const language = symbols.read(from)
    names[language] = readName(from)
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
  const type = decodeType(from.byte())
  const id = readId(from)
  const name = readName(from)
  const lat = from.signed()
  const lon = from.signed()
  const importance = from.varint() / importanceScale
  const countryCode = flags & placeFlag.country ? symbols.read(from) : ''
  const readAreas = () => Array.from({ length: from.varint() }, () => known[from.varint()]!)
  const parents = flags & placeFlag.parents ? readAreas() : []
  const otherAreas = flags & placeFlag.otherAreas ? readAreas() : []
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
    otherAreas,
    houseCount: 0,
  }
  if (flags & placeFlag.box) {
    place.box = {
      min_lat: (lat + from.signed()) / pointScale,
      min_lon: (lon + from.signed()) / pointScale,
      max_lat: (lat + from.signed()) / pointScale,
      max_lon: (lon + from.signed()) / pointScale,
    }
  }
  if (flags & placeFlag.names) place.names = readNames(from, symbols)
  if (flags & placeFlag.aliases)
    place.aliases = Array.from({ length: from.varint() }, () => readName(from))
  if (flags & placeFlag.categories) {
    place.categories = Array.from({ length: from.varint() }, () => symbols.read(from))
  }
  if (flags & placeFlag.postcode) place.postcode = readName(from)
  if (flags & placeFlag.houseNumber) place.houseNumber = readName(from)
  if (flags & placeFlag.street) place.street = readName(from)
  if (flags & placeFlag.population) place.population = from.varint()
  if (flags & placeFlag.intersection) place.intersection = true
  if (flags & placeFlag.houses) {
    houseSpans.set(place, { offset: from.varint(), length: from.varint() })
    place.houseCount = from.varint()
  }
  if (flags & placeFlag.lines) {
    place.lines = Array.from({ length: from.varint() }, () => readLine(from))
  }
  return place
}

function readLine(from: ByteReader): LatLon[] {
  const length = from.varint()
  const positions = new PositionReader(from)
  return Array.from({ length }, () => {
    positions.next()
    return { lat: positions.lat / lineScale, lon: positions.lon / lineScale }
  })
}

/** Memory of the words and forms that a search keeps for each compared place and for each of its names, bytes. */
const comparedBytes = 300
const comparedNameBytes = 700

/** Estimates how much memory a place takes, in bytes, including what a search keeps for it. */
export function estimatePlaceBytes(place: Place): number {
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
