import type { LatLon } from '#ground/geo'
import type { AreaType, Parent, PlaceFacts } from '../place.ts'
import { ByteWriter } from './bytes.ts'
import { importanceScale, lineScale, pointScale } from './layout.ts'
import { encodeType, placeFlag, writeId } from './place-codes.ts'
import { PositionWriter } from './position-deltas.ts'
import type { SymbolTable } from './symbols.ts'

/** A place as a block of documents stores it. */
export interface StoredPlace {
  facts: PlaceFacts
  parents: readonly Parent[]
  otherAreas: readonly Parent[]
  /** Span of the place's houses in the `houses` section, and their number. */
  houses?: { offset: number; length: number; count: number }
}

/** Encodes a block of places, with their parents first, so that one read returns complete places. */
export function encodePlaces(records: readonly StoredPlace[], symbols: SymbolTable): Buffer {
  const parents = new Map<number, Parent>()
  for (const record of records) {
    for (const parent of [...record.parents, ...record.otherAreas])
      parents.set(parent.docId, parent)
  }
  const parentIds = [...parents.keys()].sort((a, b) => a - b)
  const parentIndexes = new Map(parentIds.map((docId, i) => [docId, i]))
  const out = new ByteWriter()
  out.varint(parentIds.length)
  for (const docId of parentIds) writeParent(out, parents.get(docId)!, symbols)

  const body = new ByteWriter()
  const ends = records.map((record) => {
    writePlace(body, record, parentIndexes, symbols)
    return body.length
  })
  out.varint(records.length)
  for (const [i, end] of ends.entries()) out.varint(end - (ends[i - 1] ?? 0))
  out.bytes(body.view())
  return out.take()
}

function writeParent(out: ByteWriter, parent: Parent, symbols: SymbolTable): void {
  out.varint(parent.docId)
  out.byte(encodeType(parent.type satisfies AreaType))
  out.text(parent.name)
  writeNames(out, parent.names, symbols)
}

function writeNames(
  out: ByteWriter,
  names: Readonly<Record<string, string>>,
  symbols: SymbolTable,
): void {
  const entries = Object.entries(names)
  out.varint(entries.length)
  for (const [language, name] of entries) {
    symbols.write(out, language)
    out.text(name)
  }
}

function writePlace(
  out: ByteWriter,
  { facts, parents, otherAreas, houses }: StoredPlace,
  parentIndexes: ReadonlyMap<number, number>,
  symbols: SymbolTable,
): void {
  const { box, names, aliases, categories, lines } = facts
  const hasNames = Object.keys(names).length > 0
  const lat = Math.round(facts.lat * pointScale)
  const lon = Math.round(facts.lon * pointScale)
  out.varint(
    (box ? placeFlag.box : 0) |
      (hasNames ? placeFlag.names : 0) |
      (aliases.length > 0 ? placeFlag.aliases : 0) |
      (categories.length > 0 ? placeFlag.categories : 0) |
      (facts.postcode !== undefined ? placeFlag.postcode : 0) |
      (facts.houseNumber !== undefined ? placeFlag.houseNumber : 0) |
      (facts.street !== undefined ? placeFlag.street : 0) |
      (facts.population !== undefined ? placeFlag.population : 0) |
      (lines ? placeFlag.lines : 0) |
      (facts.intersection ? placeFlag.intersection : 0) |
      (parents.length > 0 ? placeFlag.parents : 0) |
      (houses ? placeFlag.houses : 0) |
      (facts.countryCode ? placeFlag.country : 0) |
      (otherAreas.length > 0 ? placeFlag.otherAreas : 0),
  )
  out.byte(encodeType(facts.type))
  writeId(out, facts.id)
  out.text(facts.name)
  out.signed(lat)
  out.signed(lon)
  out.varint(Math.round(facts.importance * importanceScale))
  if (facts.countryCode) symbols.write(out, facts.countryCode)
  for (const areas of [parents, otherAreas]) {
    if (areas.length === 0) continue
    out.varint(areas.length)
    for (const { docId } of areas) out.varint(parentIndexes.get(docId)!)
  }
  if (box) {
    out.signed(Math.round(box.min_lat * pointScale) - lat)
    out.signed(Math.round(box.min_lon * pointScale) - lon)
    out.signed(Math.round(box.max_lat * pointScale) - lat)
    out.signed(Math.round(box.max_lon * pointScale) - lon)
  }
  if (hasNames) writeNames(out, names, symbols)
  if (aliases.length > 0) {
    out.varint(aliases.length)
    for (const alias of aliases) out.text(alias)
  }
  if (categories.length > 0) {
    out.varint(categories.length)
    for (const category of categories) symbols.write(out, category)
  }
  if (facts.postcode !== undefined) out.text(facts.postcode)
  if (facts.houseNumber !== undefined) out.text(facts.houseNumber)
  if (facts.street !== undefined) out.text(facts.street)
  if (facts.population !== undefined) out.varint(Math.max(0, Math.round(facts.population)))
  if (houses) {
    out.varint(houses.offset)
    out.varint(houses.length)
    out.varint(houses.count)
  }
  if (lines) {
    out.varint(lines.length)
    for (const line of lines) writeLine(out, line)
  }
}

function writeLine(out: ByteWriter, line: readonly LatLon[]): void {
  out.varint(line.length)
  const positions = new PositionWriter(out)
  for (const { lat, lon } of line) {
    positions.write(Math.round(lat * lineScale), Math.round(lon * lineScale))
  }
}
