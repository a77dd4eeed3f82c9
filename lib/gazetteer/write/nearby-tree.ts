import { fold } from '../../text/index.ts'
import { ByteWriter } from '../format/bytes.ts'
import { lineScale, pointScale } from '../format/layout.ts'
import {
  encodeNearbyLeaf,
  entryKind,
  type LeafEntry,
  type LeafPlace,
  wordPrefixes,
} from '../format/nearby-leaf.ts'
import type { SymbolTable } from '../format/place-codes.ts'
import { categoryBit } from '../format/tree.ts'
import { placeTypes, type SourcePlace } from '../place.ts'
import { int32Column, uint32Column } from './column.ts'
import { curveBits, hilbertIndex, orderByKey } from './hilbert.ts'
import type { SectionFile } from './section-file.ts'
import { type TreeChild, writeTree } from './tree-writer.ts'

const entriesPerLeaf = 256
/** A piece of a course has at most so many positions, and reaches over about a kilometre. */
const maxPositionsPerPiece = 16
const maxPieceExtent = 0.01 * lineScale

const addressBit = 1 << placeTypes.indexOf('address')

/** What `near` finds: points of places and houses, and pieces of streets, in typed arrays. */
export class NearbyTreeWriter {
  readonly #kinds = uint32Column()
  readonly #docIds = uint32Column()
  /** Of a house its number in the list, of a course where it begins in `#courses`. */
  readonly #details = uint32Column()
  /** The middle of it, 1e-7 degrees. */
  readonly #lats = int32Column()
  readonly #lons = int32Column()
  readonly #courses = int32Column()
  /** By docId: where a place's houses are. */
  readonly #houses = new Map<number, { offset: number; length: number }>()
  /** By docId. */
  readonly #types = uint32Column()
  readonly #categories = new Map<number, readonly string[]>()
  readonly #beginnings = new BeginningsOfNames()

  /** Places come by docId. */
  add(place: SourcePlace, docId: number, houses: { offset: number; length: number } | undefined) {
    this.#types.push(placeTypes.indexOf(place.type))
    this.#beginnings.push(wordPrefixes(fold(place.name)))
    if (place.categories.length > 0) this.#categories.set(docId, place.categories)
    if (houses) this.#houses.set(docId, houses)
    for (const [i, house] of (houses ? place.houses! : []).entries()) {
      this.#push(entryKind.house, docId, i, house.lat * pointScale, house.lon * pointScale)
    }
    // Where two streets meet is no answer to what is near; both streets are.
    if (place.intersection) return
    const pieces = place.type === 'street' ? piecesOf(place) : []
    if (pieces.length === 0) {
      this.#push(entryKind.place, docId, 0, place.lat * pointScale, place.lon * pointScale)
    }
    for (const piece of pieces) {
      const start = this.#courses.length
      this.#courses.push(piece.length)
      for (const value of piece) this.#courses.push(value)
      const middle = 2 * Math.floor(piece.length / 4)
      this.#push(entryKind.line, docId, start, 10 * piece[middle]!, 10 * piece[middle + 1]!)
    }
  }

  #push(kind: number, docId: number, detail: number, lat: number, lon: number): void {
    this.#kinds.push(kind)
    this.#docIds.push(docId)
    this.#details.push(detail)
    this.#lats.push(Math.round(lat))
    this.#lons.push(Math.round(lon))
  }

  /** Writes the leaves and nodes; what it gives goes into the root. */
  write(section: SectionFile, symbols: SymbolTable): Buffer {
    const order = this.#order()
    const leaves: TreeChild[] = []
    const out = new ByteWriter()
    for (let start = 0; start < order.length; start += entriesPerLeaf) {
      const leaf = this.#leaf(order.subarray(start, start + entriesPerLeaf))
      encodeNearbyLeaf(out, leaf.places, leaf.entries, symbols)
      const bytes = out.take()
      const offset = section.unit(bytes)
      leaves.push({ ...leaf.summary, offset, length: bytes.length + 4 })
    }
    return writeTree(leaves, section)
  }

  #order(): Uint32Array {
    const lats = this.#lats.values()
    const lons = this.#lons.values()
    const [minLat, maxLat] = extent(lats)
    const [minLon, maxLon] = extent(lons)
    const cells = 2 ** curveBits - 1
    const keys = new Uint32Array(lats.length)
    for (let i = 0; i < keys.length; i++) {
      const x = Math.floor((cells * (lons[i]! - minLon)) / Math.max(1, maxLon - minLon))
      const y = Math.floor((cells * (lats[i]! - minLat)) / Math.max(1, maxLat - minLat))
      keys[i] = hilbertIndex(x, y)
    }
    return orderByKey(keys)
  }

  #leaf(numbers: Uint32Array) {
    const places: LeafPlace[] = []
    const placeOf = new Map<number, number>()
    const entries: LeafEntry[] = []
    let [minLat, minLon, maxLat, maxLon] = [Infinity, Infinity, -Infinity, -Infinity]
    let types = 0
    const bits: [number, number] = [0, 0]
    const reach = (lat: number, lon: number) => {
      minLat = Math.min(minLat, lat)
      minLon = Math.min(minLon, lon)
      maxLat = Math.max(maxLat, lat)
      maxLon = Math.max(maxLon, lon)
    }
    for (const number of numbers) {
      const docId = this.#docIds.at(number)
      const kind = this.#kinds.at(number)
      let place = placeOf.get(docId)
      if (place === undefined) {
        place = places.length
        placeOf.set(docId, place)
        const categories = this.#categories.get(docId) ?? []
        places.push({
          docId,
          type: this.#types.at(docId),
          categories,
          houses: undefined,
          prefixes: [],
        })
      }
      const known = places[place]!
      const detail = this.#details.at(number)
      const lat = this.#lats.at(number)
      const lon = this.#lons.at(number)
      if (kind === entryKind.house) {
        known.houses = this.#houses.get(docId)
        types |= addressBit
      } else {
        known.prefixes = this.#beginnings.at(docId)
        types |= 1 << known.type
        for (const category of known.categories) {
          const bit = categoryBit(category)
          bits[bit >> 5]! |= 1 << (bit & 31)
        }
      }
      let course: ArrayLike<number> = []
      if (kind === entryKind.line) {
        const length = this.#courses.at(detail)
        course = this.#courses.values().subarray(detail + 1, detail + 1 + length)
        for (let i = 0; i < length; i += 2) reach(10 * course[i]!, 10 * course[i + 1]!)
      } else reach(lat, lon)
      entries.push({ kind, place, house: detail, lat, lon, line: course })
    }
    const categories = [bits[0] >>> 0, bits[1] >>> 0] as const
    return { places, entries, summary: { minLat, minLon, maxLat, maxLon, types, categories } }
  }
}

/** Of each place how the words of its name begin, each beginning kept once. */
class BeginningsOfNames {
  readonly #known: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #lists = uint32Column()
  readonly #ends = uint32Column()

  push(beginnings: readonly string[]): void {
    for (const beginning of beginnings) {
      let number = this.#numbers.get(beginning)
      if (number === undefined) {
        number = this.#known.push(beginning) - 1
        this.#numbers.set(beginning, number)
      }
      this.#lists.push(number)
    }
    this.#ends.push(this.#lists.length)
  }

  at(docId: number): string[] {
    const start = docId > 0 ? this.#ends.at(docId - 1) : 0
    const length = this.#ends.at(docId) - start
    return Array.from({ length }, (_, i) => this.#known[this.#lists.at(start + i)]!)
  }
}

/** A street's course in pieces that lie close together: lat, lon, lat, lon ... in 1e-6 degrees. */
function piecesOf({ lines }: SourcePlace): number[][] {
  const pieces: number[][] = []
  for (const line of lines ?? []) {
    let piece: number[] = []
    for (const position of line) {
      const lat = Math.round(position.lat * lineScale)
      const lon = Math.round(position.lon * lineScale)
      piece.push(lat, lon)
      const far =
        Math.abs(lat - piece[0]!) > maxPieceExtent || Math.abs(lon - piece[1]!) > maxPieceExtent
      if (piece.length >= 2 * maxPositionsPerPiece || far) {
        pieces.push(piece)
        piece = [lat, lon]
      }
    }
    if (piece.length >= 4 || (line.length === 1 && piece.length > 0)) pieces.push(piece)
  }
  return pieces
}

function extent(values: Int32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}
