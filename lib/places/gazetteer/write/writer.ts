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
  /** For scratch files, which are deleted afterwards; made when it is missing. */
  folder: string
  /** Who made the data; stands in the header. */
  attribution: string
  signal?: AbortSignal
  /** Called with the share of the work done, 0 to 1. */
  onProgress?(fraction: number): void
  /** By default those of docs/places-pack.md. */
  hot?: HotThresholds
  /** More places are written in shards of at most so many, behind a router ({@link defaultMaxPlaces}). */
  maxPlaces?: number
  /** Called after the last of the places: others, which {@link writePart} has taken on other threads. Emptied. */
  parts?: (() => Promise<PackPart[]>) | undefined
}

/** Of one file: a directory of 2 million places is some 150 kB. */
export const defaultMaxPlaces = 2_000_000

export interface WrittenPack {
  /** Places. */
  count: number
  /** Bytes of all files. */
  size: number
  /** Paths: the pack, or the router and then its shards. */
  files: string[]
}

/**
 * Writes places and the terms they are found by into a pack, or into a router and shards beside it
 * (`places-1.pack`, `places-2.pack` ...). The places come in any order; an area
 * must be among them when another place has it as a parent. Equal places give equal bytes, whatever
 * their order. Memory is bounded but for some 150 bytes a place and 80 a house.
 *
 * @throws Error that names the place which cannot be written; the signal's reason.
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
  // Taken off the list, so that memory holds none of them twice.
  for (let part = parts.shift(); part; part = parts.shift()) {
    intake.append(part)
    await turn()
  }
  const order = spill.order()
  const docIds = new Uint32Array(order.length)
  for (const [docId, position] of order.entries()) docIds[position] = docId
  await turn(0.4)

  const symbols = symbolsOf(spill.census)
  const symbolTable = new SymbolTable(symbols)
  const packing = {
    sections,
    spill,
    order,
    turn,
    symbols: symbolTable,
    parents: new ParentResolver(spill, docIds),
  }
  const shardOf = shardsByDocId(spill, order, options.maxPlaces)
  const stored = shardOf
    ? await writeShards(packing, { path, folder, attribution, shardOf })
    : await writeWhole(packing)
  const termOptions = { thresholds: hot, turn, ...(shardOf && { shardOf }) }
  const { dictionaryBlocks, hotLists } = await writeTerms(sections, terms, docIds, termOptions)
  const hotDirectory = await writeHotLists(hotLists, { ...packing, housesOf: stored.housesOf })
  const idBlocks = await ids.write(sections.ids, docIds, turn)
  const root = encodeRoot({ symbols, dictionaryBlocks, hotDirectory, ...stored.root, idBlocks })
  sections.root.appendUnit(zstdCompressSync(root))
  const { count } = spill
  const kind = shardOf ? 'router' : 'whole'
  const { bounds } = intake
  const size = assemble(path, { kind, count, bounds, attribution }, sections)
  onProgress?.(1)
  return {
    count,
    size: stored.files.reduce((sum, file) => sum + file.size, size),
    files: [path, ...stored.files.map((file) => file.path)],
  }
}

/** The shard of each place, by docId; undefined when one file holds all. */
function shardsByDocId(
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
  return { root, housesOf: (docId) => writer.housesOf(docId), files: [] }
}

/** Texts that occur more than once, the most frequent first. */
function symbolsOf({ symbols }: Census): string[] {
  return [...symbols]
    .filter(([, count]) => count > 1)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, 4096)
    .map(([symbol]) => symbol)
}
