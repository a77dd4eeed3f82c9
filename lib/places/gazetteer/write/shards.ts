import { join } from 'node:path'
import { crc32, zstdCompressSync } from 'node:zlib'
import type { Bounds } from '#ground/geo'
import { ByteWriter } from '../format/bytes.ts'
import { writeDirectory } from '../format/document-directory.ts'
import { type SectionName, sectionNames } from '../format/layout.ts'
import type { RootContents } from '../format/root.ts'
import {
  type DocIdRun,
  formatShardName,
  type ShardList,
  type ShardSummary,
} from '../format/shard-list.ts'
import type { TreeChild } from '../format/tree.ts'
import { AreaTreeWriter } from './area-tree.ts'
import { assemble } from './assemble.ts'
import { DocumentWriter, sortHouses } from './document-writer.ts'
import { Extent } from './extent.ts'
import { NearbyTreeWriter } from './nearby-tree.ts'
import {
  closeSection,
  emptySection,
  SectionFile,
  type StoredSection,
  sliceSection,
} from './section-file.ts'
import type { Packing } from './sections.ts'
import { selectShape } from './spill.ts'
import { concatArrays } from './term-runs.ts'
import { writeTree } from './tree-writer.ts'

const placesPerTurn = 1000

export interface ShardOptions {
  /** Path of the router; the shards are written beside it. */
  path: string
  /** Folder for scratch files. */
  folder: string
  attribution: string
  /** Shard of each place, by docId. */
  shardByDocId: Uint32Array
}

/** Shards that were written, with the parts of the router's root that describe their places. */
export interface WrittenShards {
  root: Pick<RootContents, 'documentBlocks' | 'nearby' | 'areas'> & { shardList: ShardList }
  findHouses: DocumentWriter['findHouses']
  files: { path: string; size: number }[]
}

/**
 * Writes the places to shards. Each shard contains the documents and houses of some areas, and the leaves of the
 * nearby tree on a stretch of the Hilbert curve. The inner nodes of that tree, and the areas' shapes with their
 * tree, go to sections of the router.
 */
export async function writeShards(packing: Packing, options: ShardOptions): Promise<WrittenShards> {
  const { sections, symbols, turn } = packing
  const byShard = groupDocIds(options.shardByDocId)
  const docIds = concatArrays(byShard)
  const trees = {
    nearby: new NearbyTreeWriter(docIds),
    areas: new AreaTreeWriter(sections.shapes),
  }
  const houses: HouseSpans = new Map()
  const stored: StoredDocuments[] = []
  let firstNumber = 0
  for (const shardDocIds of byShard) {
    const context = { ...options, trees, houses, firstNumber }
    stored.push(await writeShardDocuments(shardDocIds, packing, context))
    firstNumber += shardDocIds.length
  }

  const leafSection = new SectionFile(join(options.folder, 'leaves'))
  const leaves = trees.nearby.writeLeaves(leafSection, symbols)
  const stretches = divideLeaves(leaves, stored.length)
  const leafBytes = closeSection(leafSection)
  const summaries: ShardSummary[] = []
  const files: WrittenShards['files'] = []
  for (const [shard, { facts, sections, directoryChecksum }] of stored.entries()) {
    const path = formatShardName(options.path, shard)
    const tree = sliceSection(leafBytes, stretches[shard]!, stretches[shard + 1]!)
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
    shardList: { shards: summaries, runs: listRuns(options.shardByDocId) },
  }
  await turn(0.7)
  return { root, findHouses: (docId) => houses.get(docId), files }
}

type HouseSpans = Map<number, NonNullable<ReturnType<DocumentWriter['findHouses']>>>

const noSections = Object.fromEntries(sectionNames.map((name) => [name, emptySection])) as Record<
  SectionName,
  StoredSection
>

/** Sections of a shard that contain its places. */
interface StoredDocuments {
  facts: { count: number; bounds: Bounds }
  sections: Record<'root' | 'documents' | 'houses', StoredSection>
  directoryChecksum: number
}

interface DocumentsContext extends ShardOptions {
  trees: { nearby: NearbyTreeWriter; areas: AreaTreeWriter }
  /** Spans of the places' houses by docId; filled by {@link writeShardDocuments}. */
  houses: HouseSpans
  /** Number of places in the shards before. */
  firstNumber: number
}

async function writeShardDocuments(
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
    const sorted = sortHouses(place)
    const span = writer.add(place, parents.resolveAreas(place), sorted)
    if (span) houses.set(docId, span)
    trees.nearby.add({ ...place, ...(sorted && { houses: sorted }) }, firstNumber + i, span)
    const shape = selectShape(place)
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
      root: closeSection(root),
      documents: closeSection(documents),
      houses: closeSection(houseLists),
    },
    directoryChecksum: crc32(directory),
  }
}

/**
 * Divides the leaves among the shards, with about the same number of bytes in each. Returns the offset of each
 * shard's leaves, then the end of the last leaf.
 */
function divideLeaves(leaves: readonly TreeChild[], shards: number): number[] {
  const last = leaves.at(-1)
  const end = last ? last.offset + last.length : 0
  const starts = [0]
  for (let shard = 1; shard < shards; shard++) {
    const leaf = leaves.find(({ offset }) => offset >= (shard * end) / shards)
    starts.push(leaf?.offset ?? end)
  }
  return [...starts, end]
}

/** Returns the ascending docIds of each shard. */
function groupDocIds(shardByDocId: Uint32Array): Uint32Array[] {
  const counts: number[] = []
  for (const shard of shardByDocId) counts[shard] = (counts[shard] ?? 0) + 1
  const all = counts.map((count) => new Uint32Array(count))
  const filled = new Uint32Array(all.length)
  for (const [docId, shard] of shardByDocId.entries()) all[shard]![filled[shard]!++] = docId
  return all
}

function listRuns(shardByDocId: Uint32Array): DocIdRun[] {
  const runs: DocIdRun[] = []
  for (const shard of shardByDocId) {
    const last = runs.at(-1)
    if (last?.shard === shard) last.count++
    else runs.push({ shard, count: 1 })
  }
  return runs
}
