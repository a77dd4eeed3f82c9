import { join } from 'node:path'
import { crc32, zstdCompressSync } from 'node:zlib'
import { ByteWriter } from '../format/bytes.ts'
import { writeDirectory } from '../format/document-directory.ts'
import { sectionNames } from '../format/layout.ts'
import type { RootContents } from '../format/root.ts'
import {
  type DocIdRun,
  type ShardList,
  type ShardSummary,
  shardName,
  shardSize,
} from '../format/shard-list.ts'
import type { TreeChild } from '../format/tree.ts'
import { AreaTreeWriter } from './area-tree.ts'
import { assemble } from './assemble.ts'
import { DocumentWriter, sortedHouses } from './document-writer.ts'
import { Extent } from './extent.ts'
import { NearbyTreeWriter } from './nearby-tree.ts'
import { SectionFile } from './section-file.ts'
import type { Packing, Sections } from './sections.ts'
import { shapeOf } from './spill.ts'
import { writeTree } from './tree-writer.ts'

const placesPerTurn = 1000

export interface ShardOptions {
  /** Of the router; the shards lie beside it. */
  path: string
  /** For scratch files. */
  folder: string
  attribution: string
  /** The shard of each place, by docId. */
  shardOf: Uint32Array
}

/** What the router has of the places in shards. */
export interface WrittenShards {
  root: Pick<RootContents, 'documentBlocks' | 'nearby' | 'areas'> & { shardList: ShardList }
  housesOf: DocumentWriter['housesOf']
  files: { path: string; size: number }[]
}

/**
 * Writes the places into shards: documents, houses and the leaves of the nearby tree. The inner nodes of the
 * tree, and the areas' shapes with their tree, go into the sections of the router.
 */
export async function writeShards(packing: Packing, options: ShardOptions): Promise<WrittenShards> {
  const { sections, turn } = packing
  const areas = new AreaTreeWriter(sections.shapes)
  const houses: Map<number, HouseSpan> = new Map()
  const leaves: TreeChild[] = []
  const shards: ShardSummary[] = []
  const files: WrittenShards['files'] = []
  for (const docIds of docIdsByShard(options.shardOf)) {
    const path = shardName(options.path, shards.length)
    const firstLeaf = leaves.at(-1)
    const origin = firstLeaf ? firstLeaf.offset + firstLeaf.length : 0
    const written = await writeShard(path, docIds, packing, { ...options, areas, houses, origin })
    shards.push(written.summary)
    leaves.push(...written.leaves)
    files.push({ path, size: shardSize(written.summary) })
  }
  sections.tree.origin = shards.reduce((sum, { treeLength }) => sum + treeLength, 0)
  const root = {
    documentBlocks: [],
    nearby: writeTree(leaves, sections.tree),
    areas: areas.write(sections.tree),
    shardList: { shards, runs: runsOf(options.shardOf) },
  }
  await turn(0.7)
  return { root, housesOf: (docId) => houses.get(docId), files }
}

type HouseSpan = NonNullable<ReturnType<DocumentWriter['housesOf']>>

interface ShardContext extends ShardOptions {
  areas: AreaTreeWriter
  /** Filled; by docId. */
  houses: Map<number, HouseSpan>
  /** Bytes of the leaves before. */
  origin: number
}

async function writeShard(
  path: string,
  docIds: Uint32Array,
  { spill, order, parents, symbols, turn }: Packing,
  { folder, attribution, areas, houses, origin }: ShardContext,
): Promise<{ summary: ShardSummary; leaves: TreeChild[] }> {
  const sections = shardSections(folder)
  try {
    const documents = new DocumentWriter(sections.documents, sections.houses, symbols)
    const nearby = new NearbyTreeWriter((number) => docIds[number]!)
    const extent = new Extent()
    for (const [number, docId] of docIds.entries()) {
      const place = spill.place(order[docId]!)
      const sorted = sortedHouses(place)
      const span = documents.add(place, parents.parentsOf(place), sorted)
      if (span) houses.set(docId, span)
      nearby.add({ ...place, ...(sorted && { houses: sorted }) }, number, span)
      const shape = shapeOf(place)
      if (shape) areas.add(shape, docId)
      extent.add(place)
      if (number % placesPerTurn === 0) await turn()
    }
    const out = new ByteWriter()
    writeDirectory(out, documents.finish())
    const directory = zstdCompressSync(out.view())
    sections.root.appendUnit(directory)
    sections.tree.origin = origin
    const leaves = nearby.writeLeaves(sections.tree, symbols)
    const facts = { count: docIds.length, bounds: extent.bounds, attribution }
    assemble(path, { kind: 'shard', ...facts }, sections)
    const summary = {
      directoryLength: sections.root.length,
      documentsLength: sections.documents.length,
      housesLength: sections.houses.length,
      treeLength: sections.tree.length,
      directoryChecksum: crc32(directory),
    }
    return { summary, leaves }
  } finally {
    for (const name of sectionNames) sections[name].close()
  }
}

/** Scratch files, written over by the next shard. */
function shardSections(folder: string): Sections {
  const files = sectionNames.map(
    (name) => [name, new SectionFile(join(folder, `shard-${name}`))] as const,
  )
  return Object.fromEntries(files) as Sections
}

/** Ascending docIds of each shard. */
function docIdsByShard(shardOf: Uint32Array): Uint32Array[] {
  const counts: number[] = []
  for (const shard of shardOf) counts[shard] = (counts[shard] ?? 0) + 1
  const all = counts.map((count) => new Uint32Array(count))
  const filled = new Uint32Array(all.length)
  for (const [docId, shard] of shardOf.entries()) all[shard]![filled[shard]!++] = docId
  return all
}

function runsOf(shardOf: Uint32Array): DocIdRun[] {
  const runs: DocIdRun[] = []
  for (const shard of shardOf) {
    const last = runs.at(-1)
    if (last?.shard === shard) last.count++
    else runs.push({ shard, count: 1 })
  }
  return runs
}
