import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { sectionNames } from '../format/layout.ts'
import { encodeRoot } from '../format/root.ts'
import { SymbolTable } from '../format/symbols.ts'
import { assemble } from './assemble.ts'
import { DocumentWriter } from './document-writer.ts'
import { defaultThresholds, type HotThresholds } from './hot-prefixes.ts'
import { type PackPart, PlaceIntake, type Places } from './pack-part.ts'
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
import { type WrittenShards, writeShards } from './shards.ts'
import type { Census, PlaceSpill } from './spill.ts'

export interface WritePackOptions {
  /** Folder for scratch files, which are deleted afterwards; created if missing. */
  folder: string
  /** Credit for the data; stored in the header. */
  attribution: string
  signal?: AbortSignal
  /** Called with the share of the work done, 0 to 1. */
  onProgress?(fraction: number): void
  /** Thresholds of hot prefixes; the defaults are specified in docs/places-pack.md. */
  hot?: HotThresholds
  /**
   * Maximum number of places in one file ({@link defaultMaxPlaces}). More places are written to shards of at most
   * this size, with a router.
   */
  maxPlaces?: number
  /**
   * Returns further places, which {@link writePart} has stored on other threads. Called after the last of `places`;
   * the list is emptied.
   */
  parts?: (() => Promise<PackPart[]>) | undefined
}

/** Default maximum number of places in one file. A directory of 2 million places takes some 150 kB. */
export const defaultMaxPlaces = 2_000_000

export interface WrittenPack {
  /** Number of places. */
  count: number
  /** Size of all files, bytes. */
  size: number
  /** Paths of the pack, or of the router and then its shards. */
  files: string[]
}

/**
 * Writes places and the terms that find them to a pack, or to a router and shards beside it (`places-1.pack`,
 * `places-2.pack` ...). The places come in any order, and every parent of a place must be among them. Equal places
 * result in equal bytes, whatever their order. Memory is bounded, except for some 150 bytes per place and 80 per
 * house.
 *
 * @throws Error that names the place that cannot be written; the signal's reason.
 */
export async function writePack(
  path: string,
  places: Places,
  options: WritePackOptions,
): Promise<WrittenPack> {
  await mkdir(options.folder, { recursive: true })
  const folder = await mkdtemp(join(options.folder, 'pack-'))
  const files = sectionNames.map((name) => [name, new SectionFile(join(folder, name))] as const)
  const sections = Object.fromEntries(files) as Sections
  const intake = new PlaceIntake(folder)
  try {
    return await writeSections(path, places, options, { folder, sections, intake })
  } finally {
    intake.spill.remove()
    for (const name of sectionNames) sections[name].remove()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Scratch {
  folder: string
  sections: Sections
  intake: PlaceIntake
}

async function writeSections(
  path: string,
  places: Places,
  options: WritePackOptions,
  { folder, sections, intake }: Scratch,
): Promise<WrittenPack> {
  const { attribution, hot = defaultThresholds, signal, onProgress } = options
  const turn: Turn = async (fraction) => {
    await nextTurn()
    signal?.throwIfAborted()
    if (fraction !== undefined) onProgress?.(fraction)
  }
  const { spill, terms, ids } = intake
  await intake.take(places, turn)
  const parts = (await options.parts?.()) ?? []
  // Each part is removed from the list, so that memory holds none of them twice.
  for (let part = parts.shift(); part; part = parts.shift()) {
    intake.append(part)
    await turn()
  }
  const order = spill.order()
  const docIds = new Uint32Array(order.length)
  for (const [docId, position] of order.entries()) docIds[position] = docId
  await turn(0.4)

  const symbols = listSymbols(spill.census)
  const symbolTable = new SymbolTable(symbols)
  const packing = {
    sections,
    spill,
    order,
    turn,
    symbols: symbolTable,
    parents: new ParentResolver(spill, docIds),
  }
  const shardByDocId = assignShards(spill, order, options.maxPlaces)
  const stored = shardByDocId
    ? await writeShards(packing, { path, folder, attribution, shardByDocId })
    : await writeWhole(packing)
  const termOptions = { thresholds: hot, turn, ...(shardByDocId && { shardByDocId }) }
  const { dictionaryBlocks, hotLists } = await writeTerms(sections, terms, docIds, termOptions)
  const hotDirectory = await writeHotLists(hotLists, { ...packing, findHouses: stored.findHouses })
  const idBlocks = await ids.write(sections.ids, docIds, turn)
  const root = encodeRoot({ symbols, dictionaryBlocks, hotDirectory, ...stored.root, idBlocks })
  sections.root.appendUnit(zstdCompressSync(root))
  const { count } = spill
  const kind = shardByDocId ? 'router' : 'whole'
  const { bounds } = intake
  const size = assemble(path, { kind, count, bounds, attribution }, sections)
  onProgress?.(1)
  return {
    count,
    size: stored.files.reduce((sum, file) => sum + file.size, size),
    files: [path, ...stored.files.map((file) => file.path)],
  }
}

/** Assigns a shard to each place, by docId; undefined if one file can hold all places. */
function assignShards(
  spill: PlaceSpill,
  order: Uint32Array,
  maxPlaces = defaultMaxPlaces,
): Uint32Array | undefined {
  if (spill.count <= maxPlaces) return undefined
  const shards = spill.shards(maxPlaces)
  return order.map((position) => shards[position]!)
}

async function writeWhole(packing: Packing): Promise<
  Omit<WrittenShards, 'root'> & {
    root: Awaited<ReturnType<typeof writeDocuments>>
  }
> {
  const { documents, houses } = packing.sections
  const writer = new DocumentWriter(documents, houses, packing.symbols)
  const root = await writeDocuments(packing, writer)
  return { root, findHouses: (docId) => writer.findHouses(docId), files: [] }
}

/** Lists the texts that occur more than once, most frequent first. */
function listSymbols({ symbols }: Census): string[] {
  return [...symbols]
    .filter(([, count]) => count > 1)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, 4096)
    .map(([symbol]) => symbol)
}
