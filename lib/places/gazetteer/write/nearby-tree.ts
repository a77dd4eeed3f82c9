import { fold } from '#places/text'
import { LargeMap } from '#platform/large-data'
import { ByteWriter } from '../format/bytes.ts'
import { pointScale, pointUnitsPerLineUnit } from '../format/layout.ts'
import {
  encodeNearbyLeaf,
  entryKind,
  type LeafEntry,
  type LeafPlace,
  listWordPrefixes,
} from '../format/nearby-leaf.ts'
import type { SymbolTable } from '../format/symbols.ts'
import { computeCategoryBit, type NodeBox, type TreeChild } from '../format/tree.ts'
import type { ByteSpan } from '../format/unit.ts'
import { placeTypes, type SourcePlace } from '../place.ts'
import { createInt32Column, createUint32Column } from './column.ts'
import { orderAlongHilbert } from './hilbert.ts'
import { InternedLists } from './interned-lists.ts'
import { cutIntoPieces } from './line-pieces.ts'
import type { SectionFile } from './section-file.ts'
import { writeTree } from './tree-writer.ts'

const entriesPerLeaf = 256
const addressBit = 1 << placeTypes.indexOf('address')

/**
 * Writes the R-tree behind `Gazetteer.near`: places, houses and pieces of street lines. Entries are held in typed
 * arrays until the leaves are written.
 */
export class NearbyTreeWriter {
  // A place's number is its index in the order of adding.
  readonly #kinds = createUint32Column()
  readonly #numbers = createUint32Column()
  /** Index of a house among the place's houses; start of a line in `#lines`; 0 for a place. */
  readonly #details = createUint32Column()
  /** Latitudes in 1e-7 degrees, as longitudes; a line is represented by its middle vertex. */
  readonly #lats = createInt32Column()
  readonly #lons = createInt32Column()
  /** Number of coordinates of each line, followed by lat, lon, lat, lon ... in 1e-6 degrees. */
  readonly #lines = createInt32Column()
  /** Span of each place's houses in the `houses` section, by number of the place. */
  readonly #houses = new LargeMap<number, ByteSpan>()
  readonly #types = createUint32Column()
  readonly #categories = new LargeMap<number, readonly string[]>()
  readonly #prefixes = new InternedLists()
  readonly #docIds: Uint32Array | undefined

  /** @param docIds DocIds of the places by number; by default the number is the docId. */
  constructor(docIds?: Uint32Array) {
    this.#docIds = docIds
  }

  /** @param number Index of the place in the order of adding, from 0. */
  add(place: SourcePlace, number: number, houses: ByteSpan | undefined): void {
    this.#types.push(placeTypes.indexOf(place.type))
    this.#prefixes.push(listWordPrefixes(fold(place.name)))
    if (place.categories.length > 0) this.#categories.set(number, place.categories)
    if (houses) {
      this.#houses.set(number, houses)
      for (const [i, house] of place.houses!.entries()) {
        this.#push(entryKind.house, number, i, house.lat * pointScale, house.lon * pointScale)
      }
    }
    // `near` returns the streets that meet, not their intersection.
    if (place.intersection) return
    const pieces = place.type === 'street' ? cutIntoPieces(place.lines ?? []) : []
    if (pieces.length === 0) {
      this.#push(entryKind.place, number, 0, place.lat * pointScale, place.lon * pointScale)
    }
    for (const piece of pieces) this.#pushLine(number, piece)
  }

  #pushLine(number: number, line: readonly number[]): void {
    const start = this.#lines.length
    this.#lines.push(line.length)
    for (const value of line) this.#lines.push(value)
    const middle = 2 * Math.floor(line.length / 4)
    const lat = pointUnitsPerLineUnit * line[middle]!
    const lon = pointUnitsPerLineUnit * line[middle + 1]!
    this.#push(entryKind.line, number, start, lat, lon)
  }

  #push(kind: number, number: number, detail: number, lat: number, lon: number): void {
    this.#kinds.push(kind)
    this.#numbers.push(number)
    this.#details.push(detail)
    this.#lats.push(Math.round(lat))
    this.#lons.push(Math.round(lon))
  }

  /** Writes leaves and inner nodes, and returns the top of the tree for the `root` section. */
  write(section: SectionFile, symbols: SymbolTable): Buffer {
    return writeTree(this.writeLeaves(section, symbols), section)
  }

  writeLeaves(section: SectionFile, symbols: SymbolTable): TreeChild[] {
    const lats = this.#lats.values()
    const lons = this.#lons.values()
    const [minLat, maxLat] = findExtremes(lats)
    const [minLon, maxLon] = findExtremes(lons)
    const order = orderAlongHilbert(lats, lons, { minLat, minLon, maxLat, maxLon })
    const leaves: TreeChild[] = []
    const out = new ByteWriter()
    for (let start = 0; start < order.length; start += entriesPerLeaf) {
      const entries = Array.from(order.subarray(start, start + entriesPerLeaf), (index) =>
        this.#readEntry(index),
      )
      const places = this.#collectPlaces(entries)
      const indexes = new Map([...places.keys()].map((number, i) => [number, i]))
      const leafEntries = entries.map((entry) => ({ ...entry, place: indexes.get(entry.number)! }))
      encodeNearbyLeaf(out, [...places.values()], leafEntries, symbols)
      leaves.push({
        ...computeBox(entries),
        ...this.#collectFilterBits(entries),
        ...section.appendUnit(out.take()),
      })
    }
    return leaves
  }

  #readEntry(index: number): TreeEntry {
    const kind = this.#kinds.at(index)
    const detail = this.#details.at(index)
    const isLine = kind === entryKind.line
    const start = detail + 1
    return {
      kind,
      number: this.#numbers.at(index),
      house: detail,
      lat: this.#lats.at(index),
      lon: this.#lons.at(index),
      line: isLine ? this.#lines.values().subarray(start, start + this.#lines.at(detail)) : [],
    }
  }

  /** Collects the places of the entries by number, in the order of their first entries. */
  #collectPlaces(entries: readonly TreeEntry[]): Map<number, LeafPlace> {
    const places = new Map<number, LeafPlace>()
    for (const { number, kind } of entries) {
      let place = places.get(number)
      if (!place) {
        const docId = this.#docIds?.[number] ?? number
        const categories = this.#categories.get(number) ?? []
        place = { docId, type: this.#types.at(number), categories, houses: undefined, prefixes: [] }
        places.set(number, place)
      }
      if (kind === entryKind.house) place.houses = this.#houses.get(number)
      else place.prefixes = this.#prefixes.at(number)
    }
    return places
  }

  /** Collects the bits of place types and categories in a leaf, so that searches can skip it. */
  #collectFilterBits(entries: readonly TreeEntry[]): Pick<TreeChild, 'types' | 'categories'> {
    let types = 0
    const bits: [number, number] = [0, 0]
    for (const { number, kind } of entries) {
      if (kind === entryKind.house) {
        types |= addressBit
        continue
      }
      types |= 1 << this.#types.at(number)
      for (const category of this.#categories.get(number) ?? []) {
        const bit = computeCategoryBit(category)
        bits[bit >> 5]! |= 1 << (bit & 31)
      }
    }
    return { types, categories: [bits[0] >>> 0, bits[1] >>> 0] }
  }
}

/** A leaf entry that refers to its place by number. */
type TreeEntry = Omit<LeafEntry, 'place'> & { number: number }

function computeBox(entries: readonly TreeEntry[]): NodeBox {
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity }
  for (const { lat, lon, line, kind } of entries) {
    if (kind !== entryKind.line) extendBox(box, lat, lon)
    for (let i = 0; i < line.length; i += 2) {
      extendBox(box, pointUnitsPerLineUnit * line[i]!, pointUnitsPerLineUnit * line[i + 1]!)
    }
  }
  return box
}

function extendBox(box: NodeBox, lat: number, lon: number): void {
  box.minLat = Math.min(box.minLat, lat)
  box.minLon = Math.min(box.minLon, lon)
  box.maxLat = Math.max(box.maxLat, lat)
  box.maxLon = Math.max(box.maxLon, lon)
}

function findExtremes(values: Int32Array): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  return [min, max]
}
