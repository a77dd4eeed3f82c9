import type { UnitDecoder } from '../read/unit-store.ts'
import { ByteReader, type ByteWriter } from './bytes.ts'
import type { SymbolTable } from './place-codes.ts'

/** What an entry of a leaf is. */
export const entryKind = { place: 0, house: 1, line: 2 } as const

/** A place of which there are entries in a leaf. */
export interface LeafPlace {
  docId: number
  /** By `placeTypes`. */
  type: number
  categories: readonly string[]
  /** Where its houses are in their section, when there are any among the entries. */
  houses: { offset: number; length: number } | undefined
  /** How the words of its name begin: their first three letters. None where only houses of it are here. */
  prefixes: readonly string[]
}

/** Letters of a word that a leaf knows. */
const prefixLetters = 3

/** How the words of a folded name begin, or what is typed of one: what of it a leaf can tell. */
export function wordPrefixes(folded: string): string[] {
  const words = folded ? folded.split(' ') : []
  return [...new Set(words.map((word) => [...word].slice(0, prefixLetters).join('')))]
}

/** A position, or a piece of a course. */
export interface LeafEntry {
  kind: number
  /** Number in the leaf's list of places. */
  place: number
  /** Which of the place's houses. */
  house: number
  /** 1e-7 degrees; of a course its first position. */
  lat: number
  lon: number
  /** The positions of a course as lat, lon, lat, lon ... in 1e-6 degrees. */
  line: ArrayLike<number>
}

export function encodeNearbyLeaf(
  out: ByteWriter,
  places: readonly LeafPlace[],
  entries: readonly LeafEntry[],
  symbols: SymbolTable,
): void {
  const known = [...new Set(places.flatMap(({ prefixes: beginnings }) => beginnings))].sort()
  const numbers = new Map(known.map((beginning, i) => [beginning, i]))
  out.varint(known.length)
  for (const beginning of known) out.text(beginning)
  out.varint(places.length)
  let previous = 0
  for (const { docId, type, categories, houses, prefixes: beginnings } of places) {
    out.signed(docId - previous)
    previous = docId
    out.byte(type)
    out.varint(categories.length)
    for (const category of categories) symbols.write(out, category)
    out.varint(houses?.length ?? 0)
    if (houses) out.varint(houses.offset)
    out.varint(beginnings.length)
    for (const beginning of beginnings) out.varint(numbers.get(beginning)!)
  }
  out.varint(entries.length)
  let lat = 0
  let lon = 0
  for (const entry of entries) {
    out.varint(4 * entry.place + entry.kind)
    if (entry.kind === entryKind.line) {
      writePiece(out, entry.line, lat, lon)
      continue
    }
    if (entry.kind === entryKind.house) out.varint(entry.house)
    out.signed(entry.lat - lat)
    out.signed(entry.lon - lon)
    lat = entry.lat
    lon = entry.lon
  }
}

function writePiece(out: ByteWriter, course: ArrayLike<number>, lat: number, lon: number): void {
  out.varint(course.length / 2)
  let fromLat = Math.round(lat / 10)
  let fromLon = Math.round(lon / 10)
  for (let i = 0; i < course.length; i += 2) {
    out.signed(course[i]! - fromLat)
    out.signed(course[i + 1]! - fromLon)
    fromLat = course[i]!
    fromLon = course[i + 1]!
  }
}

/** A leaf of the tree of what is near, column by column. */
export interface NearbyLeaf {
  places: readonly LeafPlace[]
  count: number
  kinds: Uint8Array
  place: Uint32Array
  house: Uint32Array
  /** 1e-7 degrees. */
  lat: Int32Array
  lon: Int32Array
  /** Of a course: where its positions begin in `courses`; where they end is the next one's. */
  starts: Uint32Array
  /** lat, lon, lat, lon ... in 1e-6 degrees. */
  lines: Int32Array
}

export function nearbyLeafDecoder(symbols: SymbolTable): UnitDecoder<NearbyLeaf> {
  return {
    name: 'a leaf of the tree of what is near',
    decode: (bytes) => readLeaf(new ByteReader(bytes), symbols),
    memoryBytes: ({ places, count, lines: courses }) =>
      1600 + 220 * places.length + 21 * count + courses.byteLength,
    detached: true,
  }
}

const none: readonly string[] = []

function readLeaf(from: ByteReader, symbols: SymbolTable): NearbyLeaf {
  const known = Array.from({ length: from.varint() }, () => from.text())
  const places: LeafPlace[] = []
  let docId = 0
  for (let left = from.varint(); left > 0; left--) {
    docId += from.signed()
    const type = from.byte()
    const categoryCount = from.varint()
    const categories =
      categoryCount > 0 ? Array.from({ length: categoryCount }, () => symbols.read(from)) : none
    const length = from.varint()
    const houses = length > 0 ? { length, offset: from.varint() } : undefined
    const words = from.varint()
    const beginnings =
      words > 0 ? Array.from({ length: words }, () => knownAt(known, from.varint())) : none
    places.push({ docId, type, categories, houses, prefixes: beginnings })
  }
  const count = from.varint()
  const courses: number[] = []
  const leaf = {
    places,
    count,
    kinds: new Uint8Array(count),
    place: new Uint32Array(count),
    house: new Uint32Array(count),
    lat: new Int32Array(count),
    lon: new Int32Array(count),
    starts: new Uint32Array(count + 1),
  }
  let lat = 0
  let lon = 0
  for (let i = 0; i < count; i++) {
    const code = from.varint()
    const kind = code % 4
    leaf.kinds[i] = kind
    leaf.place[i] = (code - kind) / 4
    leaf.starts[i] = courses.length
    if (kind === entryKind.line) {
      readPiece(from, courses, lat, lon)
      continue
    }
    if (kind === entryKind.house) leaf.house[i] = from.varint()
    lat += from.signed()
    lon += from.signed()
    leaf.lat[i] = lat
    leaf.lon[i] = lon
  }
  leaf.starts[count] = courses.length
  return { ...leaf, lines: Int32Array.from(courses) }
}

function knownAt(known: readonly string[], number: number): string {
  const beginning = known[number]
  if (beginning === undefined) throw new RangeError(`no beginning ${number} in the leaf`)
  return beginning
}

function readPiece(from: ByteReader, courses: number[], lat: number, lon: number): void {
  let toLat = Math.round(lat / 10)
  let toLon = Math.round(lon / 10)
  for (let left = from.varint(); left > 0; left--) {
    toLat += from.signed()
    toLon += from.signed()
    courses.push(toLat, toLon)
  }
}
