import { ByteReader, type ByteWriter } from './bytes.ts'
import { PositionReader, PositionWriter } from './position-deltas.ts'
import type { SymbolTable } from './symbols.ts'
import type { UnitDecoder } from './unit.ts'

export const entryKind = { place: 0, house: 1, line: 2 } as const

/** A place with entries in a leaf. */
export interface LeafPlace {
  docId: number
  /** By `placeTypes`. */
  type: number
  categories: readonly string[]
  /** Span of its houses in their section; undefined when none of them is in the leaf. */
  houses: { offset: number; length: number } | undefined
  /** First three letters of the words of its name; empty when only houses of it are in the leaf. */
  prefixes: readonly string[]
}

const prefixLetters = 3

/** First three letters of each word of a folded text, each once. */
export function wordPrefixes(folded: string): string[] {
  const words = folded ? folded.split(' ') : []
  return [...new Set(words.map((word) => [...word].slice(0, prefixLetters).join('')))]
}

/** A position, or a piece of a line. */
export interface LeafEntry {
  kind: number
  /** Index in the leaf's list of places. */
  place: number
  /** Index in the place's list of houses. */
  house: number
  /** 1e-7 degrees. */
  lat: number
  lon: number
  /** lat, lon, lat, lon ... in 1e-6 degrees. */
  line: ArrayLike<number>
}

export function encodeNearbyLeaf(
  out: ByteWriter,
  places: readonly LeafPlace[],
  entries: readonly LeafEntry[],
  symbols: SymbolTable,
): void {
  const known = [...new Set(places.flatMap(({ prefixes }) => prefixes))].sort()
  const indexes = new Map(known.map((prefix, i) => [prefix, i]))
  out.varint(known.length)
  for (const prefix of known) out.text(prefix)
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
    out.varint(4 * entry.place + entry.kind)
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

/** Its first position as the difference to the last point, in the coarser unit of lines. */
function writeLinePiece(out: ByteWriter, line: ArrayLike<number>, lat: number, lon: number): void {
  out.varint(line.length / 2)
  const positions = new PositionWriter(out, Math.round(lat / 10), Math.round(lon / 10))
  for (let i = 0; i < line.length; i += 2) positions.write(line[i]!, line[i + 1]!)
}

/** A leaf of the nearby tree, column by column. */
export interface NearbyLeaf {
  places: readonly LeafPlace[]
  count: number
  kinds: Uint8Array
  place: Uint32Array
  house: Uint32Array
  /** 1e-7 degrees. */
  lat: Int32Array
  lon: Int32Array
  /** Of each entry: where its positions begin in `lines`; they end where the next entry's begin. */
  starts: Uint32Array
  /** lat, lon, lat, lon ... in 1e-6 degrees. */
  lines: Int32Array
}

export function nearbyLeafDecoder(symbols: SymbolTable): UnitDecoder<NearbyLeaf> {
  return {
    name: 'a leaf of the nearby tree',
    decode: (bytes) => readLeaf(new ByteReader(bytes), symbols),
    memoryBytes: ({ places, count, lines }) =>
      1600 + 220 * places.length + 21 * count + lines.byteLength,
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
    const prefixes =
      words > 0 ? Array.from({ length: words }, () => prefixAt(known, from.varint())) : none
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
    const kind = code % 4
    leaf.kinds[i] = kind
    leaf.place[i] = (code - kind) / 4
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

function prefixAt(known: readonly string[], index: number): string {
  const prefix = known[index]
  if (prefix === undefined) throw new RangeError(`no prefix ${index} in the leaf`)
  return prefix
}

function readLinePiece(from: ByteReader, positions: number[], lat: number, lon: number): void {
  let left = from.varint()
  const deltas = new PositionReader(from, Math.round(lat / 10), Math.round(lon / 10))
  for (; left > 0; left--) {
    deltas.next()
    positions.push(deltas.lat, deltas.lon)
  }
}
