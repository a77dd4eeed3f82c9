import { zstdCompressSync } from 'node:zlib'
import { ByteWriter } from '../format/bytes.ts'
import { encodeHotList } from '../format/hot-list.ts'
import { KeyBlockWriter } from '../format/key-block.ts'
import { hotPlaces, type SectionName } from '../format/layout.ts'
import { encodePlaces, type StoredPlace } from '../format/place-encoder.ts'
import type { RootContents } from '../format/root.ts'
import type { SymbolTable } from '../format/symbols.ts'
import { namespaces } from '../gazetteer.ts'
import { AreaTreeWriter } from './area-tree.ts'
import { DictionaryWriter } from './dictionary-writer.ts'
import { type DocumentWriter, sortHouses } from './document-writer.ts'
import { type HotList, HotPrefixes, type HotThresholds } from './hot-prefixes.ts'
import { NearbyTreeWriter } from './nearby-tree.ts'
import type { ParentResolver } from './parent-resolver.ts'
import type { SectionFile } from './section-file.ts'
import { type PlaceSpill, selectShape } from './spill.ts'
import type { TermRuns } from './term-runs.ts'

export type Sections = Readonly<Record<SectionName, SectionFile>>

/** Yields to the event loop, throws if the build was aborted, reports the share of the work done. */
export type Turn = (fraction?: number) => Promise<void>

/** Context shared by all steps of writing a pack. */
export interface Packing {
  sections: Sections
  spill: PlaceSpill
  /** Position of each place in the spill, by docId. */
  order: Uint32Array
  symbols: SymbolTable
  parents: ParentResolver
  turn: Turn
}

const placesPerTurn = 1000
const termsPerTurn = 5000
const hotListsPerTurn = 100
/** Number of places cached for hot lists. A place is in the lists of all prefixes of its words. */
const maxKnownPlaces = 8_192

export async function writeDocuments(
  { sections, spill, order, symbols, parents, turn }: Packing,
  documents: DocumentWriter,
): Promise<Pick<RootContents, 'documentBlocks' | 'nearby' | 'areas'>> {
  const nearby = new NearbyTreeWriter()
  const areas = new AreaTreeWriter(sections.shapes)
  let docId = -1
  for (const place of spill.places(order)) {
    docId++
    const houses = sortHouses(place)
    const houseSpan = documents.add(place, parents.resolveAreas(place), houses)
    nearby.add({ ...place, ...(houses && { houses }) }, docId, houseSpan)
    const shape = selectShape(place)
    if (shape) areas.add(shape, docId)
    if (docId % placesPerTurn === 0) await turn(0.4 + (0.25 * docId) / order.length)
  }
  const contents = {
    documentBlocks: documents.finish(),
    nearby: nearby.write(sections.tree, symbols),
    areas: areas.write(sections.tree),
  }
  await turn(0.7)
  return contents
}

export interface TermOptions {
  thresholds: HotThresholds
  turn: Turn
  /** Shard of each place, by docId, for the dictionary of a router. */
  shardByDocId?: Uint32Array
}

export async function writeTerms(
  { dictionary, postings, spellings }: Sections,
  terms: TermRuns,
  docIdByPosition: Uint32Array,
  { thresholds, turn, shardByDocId }: TermOptions,
): Promise<Pick<RootContents, 'dictionaryBlocks'> & { hotLists: HotList[] }> {
  const writer = new DictionaryWriter(dictionary, postings, shardByDocId)
  const hot = new HotPrefixes(thresholds)
  let done = 0
  for (const { key, places } of terms.sorted()) {
    if (!isTerm(key)) throw new Error(`a term has an unknown namespace: ${key}`)
    const docIds = places.map((position) => docIdByPosition[position]!).sort()
    writer.add(key, docIds)
    hot.add(key, docIds)
    // The number of terms to follow is unknown, so progress slows down.
    if (++done % termsPerTurn === 0) await turn(0.7 + 0.2 * (1 - 1 / (1 + done / 1e6)))
  }
  const finished = writer.finish()
  spellings.appendUnit(zstdCompressSync(finished.spellings))
  await turn(0.9)
  return { dictionaryBlocks: finished.dictionaryBlocks, hotLists: hot.lists() }
}

const knownNamespaces: ReadonlySet<string> = new Set(Object.values(namespaces))

function isTerm(key: string): boolean {
  return knownNamespaces.has(key.slice(0, key.indexOf(':')))
}

/** Writes the lists of the hot prefixes and returns their directory for the `root` section. */
export async function writeHotLists(
  lists: readonly HotList[],
  {
    sections,
    spill,
    order,
    symbols,
    parents,
    turn,
    findHouses,
  }: Packing & { findHouses: DocumentWriter['findHouses'] },
): Promise<Buffer> {
  const directory = new KeyBlockWriter()
  const value = new ByteWriter()
  const sorted = lists
    .map(({ prefix, docIds }) => ({ key: Buffer.from(prefix), docIds }))
    .sort((a, b) => a.key.compare(b.key))
  const known = new Map<number, StoredPlace>()
  const readStoredPlace = (docId: number): StoredPlace => {
    const present = known.get(docId)
    if (present) return present
    const facts = spill.place(order[docId]!)
    const houses = findHouses(docId)
    const place = { facts, ...parents.resolveAreas(facts), ...(houses && { houses }) }
    if (known.size === maxKnownPlaces) known.clear()
    known.set(docId, place)
    return place
  }
  for (const [i, { key, docIds }] of sorted.entries()) {
    const first = Array.from(docIds.subarray(0, hotPlaces), readStoredPlace)
    const { offset, length } = sections.hot.appendUnit(
      encodeHotList(docIds, encodePlaces(first, symbols)),
    )
    value.varint(offset)
    value.varint(length)
    directory.add(key, value.take())
    if (i % hotListsPerTurn === 0) await turn(0.9 + (0.1 * i) / sorted.length)
  }
  return directory.take()
}
