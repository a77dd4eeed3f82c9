import { ByteReader, type ByteWriter } from './bytes.ts'
import { pointUnitsPerLineUnit } from './layout.ts'
import { PositionReader, PositionWriter } from './position-deltas.ts'
import type { SymbolTable } from './symbols.ts'
import type { UnitDecoder } from './unit.ts'

export const entryKind = { place: 0, house: 1, line: 2 } as const
/** Number of kind codes. An entry stores its place and kind as one number, with the kind in the lowest two bits. */
const kindCodes = 4

/** A place with entries in a leaf. */
export interface LeafPlace {
  docId: number
  /** Index in `placeTypes`. */
  type: number
  categories: readonly string[]
  /** Span of the place's houses in the `houses` section; undefined when the leaf contains none of them. */
  houses: { offset: number; length: number } | undefined
  /** {@link listWordPrefixes} of the place's name; empty when the leaf contains only houses of the place. */
  prefixes: readonly string[]
}

const prefixLetters = 3

/** Returns the distinct first three letters of a folded text's words. */
export function listWordPrefixes(folded: string): string[] {
  const words = folded ? folded.split(' ') : []
  return [...new Set(words.map((word) => [...word].slice(0, prefixLetters).join('')))]
}

/** The position of a place or house, or a piece of a street's line. */
export interface LeafEntry {
  /** One of {@link entryKind}. */
  kind: number
  /** Index in the leaf's list of places. */
  place: number
  /** Index of a house in the place's list of houses. */
  house: number
  /** Position of a place or house, 1e-7 degrees. */
  lat: number
  lon: number
  /** Positions of a line: lat, lon, lat, lon ... in 1e-6 degrees. */
  line: ArrayLike<number>
}

export function encodeNearbyLeaf(
  out: ByteWriter,
  places: readonly LeafPlace[],
  entries: readonly LeafEntry[],
  symbols: SymbolTable,
): void {
  const leafPrefixes = [...new Set(places.flatMap(({ prefixes }) => prefixes))].sort()
  const indexes = new Map(leafPrefixes.map((prefix, i) => [prefix, i]))
  out.varint(leafPrefixes.length)
  for (const prefix of leafPrefixes) out.text(prefix)
  out.varint(places.length)
  let previous = 0
  for (const { docId, type, categories, houses, prefixes } of places) {
    out.signed(docId - previous)
    previous = docId
    out.byte(type)
    out.varint(categories.length)
    for (const category of categories) symbols.write(out, category)
    out.varint(houses?.length ?? 0)
    if (houses) out.varint(houses.offset)
    out.varint(prefixes.length)
    for (const prefix of prefixes) out.varint(indexes.get(prefix)!)
  }
  out.varint(entries.length)
  let [lat, lon] = [0, 0]
  for (const entry of entries) {
    out.varint(kindCodes * entry.place + entry.kind)
    if (entry.kind === entryKind.line) {
      writeLinePiece(out, entry.line, lat, lon)
      continue
    }
    if (entry.kind === entryKind.house) out.varint(entry.house)
    out.signed(entry.lat - lat)
    out.signed(entry.lon - lon)
    lat = entry.lat
    lon = entry.lon
  }
}

/** Writes positions as differences; the first differs from the previous point, rounded to units of lines. */
function writeLinePiece(out: ByteWriter, line: ArrayLike<number>, lat: number, lon: number): void {
  out.varint(line.length / 2)
  const previousLat = Math.round(lat / pointUnitsPerLineUnit)
  const previousLon = Math.round(lon / pointUnitsPerLineUnit)
  const positions = new PositionWriter(out, previousLat, previousLon)
  for (let i = 0; i < line.length; i += 2) positions.write(line[i]!, line[i + 1]!)
}

/** A decoded leaf of the nearby tree: places, and entries column by column. */
export interface NearbyLeaf {
  places: readonly LeafPlace[]
  /** Number of entries. */
  count: number
  kinds: Uint8Array
  place: Uint32Array
  house: Uint32Array
  /** Latitudes in 1e-7 degrees, as longitudes; 0 for lines. */
  lat: Int32Array
  lon: Int32Array
  /** Index in `lines` at which each entry's positions begin; they end where the next entry's begin. */
  starts: Uint32Array
  /** Positions of all lines: lat, lon, lat, lon ... in 1e-6 degrees. */
  lines: Int32Array
}

export function createNearbyLeafDecoder(symbols: SymbolTable): UnitDecoder<NearbyLeaf> {
  return {
    name: 'a leaf of the nearby tree',
    decode: (bytes) => readLeaf(new ByteReader(bytes), symbols),
    // An estimate, except for the columns, which take 21 bytes per entry.
    memoryBytes: ({ places, count, lines }) =>
      1600 + 220 * places.length + 21 * count + lines.byteLength,
    detached: true,
  }
}

const noTexts: readonly string[] = []

function readLeaf(from: ByteReader, symbols: SymbolTable): NearbyLeaf {
  const leafPrefixes = Array.from({ length: from.varint() }, () => from.text())
  const places: LeafPlace[] = []
  let docId = 0
  for (let left = from.varint(); left > 0; left--) {
    docId += from.signed()
    const type = from.byte()
    const categoryCount = from.varint()
    const categories =
      categoryCount > 0 ? Array.from({ length: categoryCount }, () => symbols.read(from)) : noTexts
    const housesLength = from.varint()
    const houses = housesLength > 0 ? { length: housesLength, offset: from.varint() } : undefined
    const prefixCount = from.varint()
    const prefixes =
      prefixCount > 0
        ? Array.from({ length: prefixCount }, () => lookUpPrefix(leafPrefixes, from.varint()))
        : noTexts
    places.push({ docId, type, categories, houses, prefixes })
  }
  const count = from.varint()
  const positions: number[] = []
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
    const kind = code % kindCodes
    leaf.kinds[i] = kind
    leaf.place[i] = (code - kind) / kindCodes
    leaf.starts[i] = positions.length
    if (kind === entryKind.line) {
      readLinePiece(from, positions, lat, lon)
      continue
    }
    if (kind === entryKind.house) leaf.house[i] = from.varint()
    lat += from.signed()
    lon += from.signed()
    leaf.lat[i] = lat
    leaf.lon[i] = lon
  }
  leaf.starts[count] = positions.length
  return { ...leaf, lines: Int32Array.from(positions) }
}

function lookUpPrefix(leafPrefixes: readonly string[], index: number): string {
  const prefix = leafPrefixes[index]
  if (prefix === undefined) throw new RangeError(`no prefix ${index} in the leaf`)
  return prefix
}

function readLinePiece(from: ByteReader, positions: number[], lat: number, lon: number): void {
  let left = from.varint()
  const previousLat = Math.round(lat / pointUnitsPerLineUnit)
  const previousLon = Math.round(lon / pointUnitsPerLineUnit)
  const reader = new PositionReader(from, previousLat, previousLon)
  for (; left > 0; left--) {
    reader.next()
    positions.push(reader.lat, reader.lon)
  }
}
