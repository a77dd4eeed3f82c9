import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { sectionNames } from '../format/layout.ts'
import { encodeRoot } from '../format/root.ts'
import { SymbolTable } from '../format/symbols.ts'
import type { IndexedPlace } from '../place.ts'
import { assemble } from './assemble.ts'
import { DocumentWriter } from './document-writer.ts'
import { Extent } from './extent.ts'
import { defaultThresholds, type HotThresholds } from './hot-prefixes.ts'
import { IdWriter } from './id-writer.ts'
import { ParentResolver } from './parent-resolver.ts'
import { SectionFile } from './section-file.ts'
import {
  type Packing,
  type Sections,
  type Turn,
  writeDocuments,
  writeHotLists,
  writeTerms,
} from './sections.ts'
import { type Census, PlaceSpill } from './spill.ts'
import { TermRuns } from './term-runs.ts'

export interface WritePackOptions {
  /** For scratch files, which are deleted afterwards; made when it is missing. */
  folder: string
  /** Who made the data; stands in the header. */
  attribution: string
  signal?: AbortSignal
  /** Called with the share of the work done, 0 to 1. */
  onProgress?(fraction: number): void
  /** By default those of docs/places-pack.md. */
  hot?: HotThresholds
}

type Places = AsyncIterable<IndexedPlace> | Iterable<IndexedPlace>

const placesPerTurn = 1000

/**
 * Writes places and the terms they are found by into a pack. The places come in any order; an area
 * must be among them when another place has it as a parent. Equal places give equal bytes, whatever
 * their order. Memory is bounded but for some 100 bytes a place and 30 a house.
 *
 * @returns How many places there are and the size in bytes.
 * @throws Error that names the place which cannot be written; the signal's reason.
 */
export async function writePack(
  path: string,
  places: Places,
  options: WritePackOptions,
): Promise<{ count: number; size: number }> {
  await mkdir(options.folder, { recursive: true })
  const folder = await mkdtemp(join(options.folder, 'pack-'))
  const files = sectionNames.map((name) => [name, new SectionFile(join(folder, name))] as const)
  const sections = Object.fromEntries(files) as Sections
  const spill = new PlaceSpill(folder)
  try {
    return await writeSections(path, places, options, { folder, sections, spill })
  } finally {
    spill.close()
    for (const name of sectionNames) sections[name].close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A pack in memory: for small ones, as in tests. */
export async function packOf(
  places: Places,
  options: Partial<WritePackOptions> = {},
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'cairn-pack-'))
  try {
    const path = join(folder, 'places.pack')
    await writePack(path, places, { attribution: '', ...options, folder })
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Scratch {
  folder: string
  sections: Sections
  spill: PlaceSpill
}

async function writeSections(
  path: string,
  places: Places,
  { attribution, hot = defaultThresholds, signal, onProgress }: WritePackOptions,
  { folder, sections, spill }: Scratch,
): Promise<{ count: number; size: number }> {
  const turn: Turn = async (fraction) => {
    await nextTurn()
    signal?.throwIfAborted()
    if (fraction !== undefined) onProgress?.(fraction)
  }
  const terms = new TermRuns(folder)
  const ids = new IdWriter(folder)
  const bounds = await takePlaces(places, { spill, terms, ids }, turn)
  const order = spill.order()
  const docIds = new Uint32Array(order.length)
  for (const [docId, position] of order.entries()) docIds[position] = docId
  await turn(0.4)

  const symbols = symbolsOf(spill.census)
  const symbolTable = new SymbolTable(symbols)
  const packing: Packing = {
    ...{ sections, spill, order, turn, symbols: symbolTable },
    parents: new ParentResolver(spill, docIds),
    documents: new DocumentWriter(sections.documents, sections.houses, symbolTable),
  }
  const located = await writeDocuments(packing)
  const { dictionaryBlocks, hotLists } = await writeTerms(sections, terms, docIds, hot, turn)
  const hotDirectory = await writeHotLists(hotLists, packing)
  const idBlocks = await ids.write(sections.ids, docIds, turn)
  const root = encodeRoot({ symbols, dictionaryBlocks, hotDirectory, ...located, idBlocks })
  sections.root.appendUnit(zstdCompressSync(root))
  const size = assemble(path, { count: spill.count, bounds, attribution }, sections)
  onProgress?.(1)
  return { count: spill.count, size }
}

interface Taken {
  spill: PlaceSpill
  terms: TermRuns
  ids: IdWriter
}

async function takePlaces(places: Places, { spill, terms: termRuns, ids }: Taken, turn: Turn) {
  const extent = new Extent()
  for await (const { place, terms } of places) {
    termRuns.add(spill.count, new Set(terms))
    ids.add(spill.count, place)
    spill.add(place)
    extent.add(place)
    if (spill.count % placesPerTurn === 0) await turn()
  }
  return extent.bounds
}

/** Texts that occur more than once, the most frequent first. */
function symbolsOf({ symbols }: Census): string[] {
  return [...symbols]
    .filter(([, count]) => count > 1)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, 4096)
    .map(([symbol]) => symbol)
}
