import { join } from 'node:path'
import { crc32, zstdCompressSync } from 'node:zlib'
import type { Bounds } from '#ground/geo'
import { ByteWriter } from '../format/bytes.ts'
import { writeDirectory } from '../format/document-directory.ts'
import { type SectionName, sectionNames } from '../format/layout.ts'
import type { RootContents } from '../format/root.ts'
import {
  type DocIdRun,
  type ShardList,
  type ShardSummary,
  shardName,
} from '../format/shard-list.ts'
import type { TreeChild } from '../format/tree.ts'
import { AreaTreeWriter } from './area-tree.ts'
import { assemble } from './assemble.ts'
import { DocumentWriter, sortedHouses } from './document-writer.ts'
import { Extent } from './extent.ts'
import { NearbyTreeWriter } from './nearby-tree.ts'
import {
  closedSection,
  emptySection,
  partOf,
  SectionFile,
  type StoredSection,
} from './section-file.ts'
import type { Packing } from './sections.ts'
import { shapeOf } from './spill.ts'
import { concatenated } from './term-runs.ts'
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
 * Writes the places into shards: documents and houses by area, and the leaves of the nearby tree, each shard a
 * stretch of the Hilbert curve. The inner nodes of the tree, and the areas' shapes with their tree, go into the
 * sections of the router.
 */
export async function writeShards(packing: Packing, options: ShardOptions): Promise<WrittenShards> {
  const { sections, symbols, turn } = packing
  const byShard = docIdsByShard(options.shardOf)
  const docIds = concatenated(byShard)
  const trees = {
    nearby: new NearbyTreeWriter(docIds),
    areas: new AreaTreeWriter(sections.shapes),
  }
  const houses: HouseSpans = new Map()
  const stored: StoredDocuments[] = []
  let firstNumber = 0
  for (const ofShard of byShard) {
    const context = { ...options, trees, houses, firstNumber }
    stored.push(await writeDocuments(ofShard, packing, context))
    firstNumber += ofShard.length
  }

  const leafSection = new SectionFile(join(options.folder, 'leaves'))
  const leaves = trees.nearby.writeLeaves(leafSection, symbols)
  const stretches = stretchesOf(leaves, stored.length)
  const leafBytes = closedSection(leafSection)
  const summaries: ShardSummary[] = []
  const files: WrittenShards['files'] = []
  for (const [shard, { facts, sections, directoryChecksum }] of stored.entries()) {
    const path = shardName(options.path, shard)
    const tree = partOf(leafBytes, stretches[shard]!, stretches[shard + 1]!)
    const { attribution } = options
    const size = assemble(
      path,
      { kind: 'shard', ...facts, attribution },
      { ...noSections, ...sections, tree },
    )
    files.push({ path, size })
    summaries.push({
      directoryLength: sections.root.length,
      documentsLength: sections.documents.length,
      housesLength: sections.houses.length,
      treeLength: tree.length,
      directoryChecksum,
    })
    await turn()
  }
  sections.tree.origin = leafBytes.length
  const root = {
    documentBlocks: [],
    nearby: writeTree(leaves, sections.tree),
    areas: trees.areas.write(sections.tree),
    shardList: { shards: summaries, runs: runsOf(options.shardOf) },
  }
  await turn(0.7)
  return { root, housesOf: (docId) => houses.get(docId), files }
}

type HouseSpans = Map<number, NonNullable<ReturnType<DocumentWriter['housesOf']>>>

const noSections = Object.fromEntries(sectionNames.map((name) => [name, emptySection])) as Record<
  SectionName,
  StoredSection
>

/** The sections of a shard that hold its places. */
interface StoredDocuments {
  facts: { count: number; bounds: Bounds }
  sections: Record<'root' | 'documents' | 'houses', StoredSection>
  directoryChecksum: number
}

interface DocumentsContext extends ShardOptions {
  trees: { nearby: NearbyTreeWriter; areas: AreaTreeWriter }
  /** Filled; by docId. */
  houses: HouseSpans
  /** Places in the shards before. */
  firstNumber: number
}

async function writeDocuments(
  docIds: Uint32Array,
  { spill, order, parents, symbols, turn }: Packing,
  { folder, trees, houses, firstNumber }: DocumentsContext,
): Promise<StoredDocuments> {
  const [root, documents, houseLists] = ['root', 'documents', 'houses'].map(
    (name) => new SectionFile(join(folder, `shard-${firstNumber}-${name}`)),
  ) as [SectionFile, SectionFile, SectionFile]
  const writer = new DocumentWriter(documents, houseLists, symbols)
  const extent = new Extent()
  const positions = docIds.map((docId) => order[docId]!)
  let i = -1
  for (const place of spill.places(positions)) {
    const docId = docIds[++i]!
    const sorted = sortedHouses(place)
    const span = writer.add(place, parents.parentsOf(place), sorted)
    if (span) houses.set(docId, span)
    trees.nearby.add({ ...place, ...(sorted && { houses: sorted }) }, firstNumber + i, span)
    const shape = shapeOf(place)
    if (shape) trees.areas.add(shape, docId)
    extent.add(place)
    if (i % placesPerTurn === 0) await turn(0.4 + (0.25 * (firstNumber + i)) / order.length)
  }
  const out = new ByteWriter()
  writeDirectory(out, writer.finish())
  const directory = zstdCompressSync(out.view())
  root.appendUnit(directory)
  return {
    facts: { count: docIds.length, bounds: extent.bounds },
    sections: {
      root: closedSection(root),
      documents: closedSection(documents),
      houses: closedSection(houseLists),
    },
    directoryChecksum: crc32(directory),
  }
}

/** Where each shard's leaves begin, and the end of the last: about as many bytes in each. */
function stretchesOf(leaves: readonly TreeChild[], shards: number): number[] {
  const last = leaves.at(-1)
  const end = last ? last.offset + last.length : 0
  const starts = [0]
  for (let shard = 1; shard < shards; shard++) {
    const leaf = leaves.find(({ offset }) => offset >= (shard * end) / shards)
    starts.push(leaf?.offset ?? end)
  }
  return [...starts, end]
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
