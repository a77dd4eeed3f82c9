import type { PackTerm } from '../format/dictionary-value.ts'
import type { PackHeader } from '../format/header.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan } from '../format/unit.ts'
import { type DocumentLocator, ShardLocator, WholeLocator } from './document-locator.ts'
import { pickExpectedShards } from './expected-shards.ts'
import { ShardMap } from './shard-map.ts'
import type { UnitStore } from './unit-store.ts'

/** Locates the parts of an index in one file or in several. */
export interface FileLayout {
  locator: DocumentLocator
  /** Returns the location of a unit of the `tree` section. */
  treeSpan(unit: ByteSpan): ByteSpan
  /** Starts to read the directories of all shards, unless they exceed `maxBytes` together. */
  readEarly(maxBytes: number): void
  /** Starts to read the directories that places with these terms will probably need. */
  expectPlacesWithTerms(terms: readonly (PackTerm | undefined)[]): void
}

export function createLayout(header: PackHeader, root: PackRoot, units: UnitStore): FileLayout {
  const { shardList } = root
  return shardList
    ? createShardedLayout(new ShardMap(header, shardList), units)
    : createWholeLayout(header, root)
}

function createWholeLayout(header: PackHeader, { directory }: PackRoot): FileLayout {
  const { tree } = header.sections
  return {
    locator: new WholeLocator(directory, header),
    treeSpan: ({ offset, length }) => ({ offset: tree.offset + offset, length }),
    readEarly() {},
    expectPlacesWithTerms() {},
  }
}

function createShardedLayout(map: ShardMap, units: UnitStore): FileLayout {
  const locator = new ShardLocator(map, units)
  return {
    locator,
    treeSpan: (unit) => map.treeSpan(unit),
    readEarly(maxBytes) {
      const all = [...Array(map.shardCount).keys()]
      const lengths = all.map((shard) => map.findDirectory(shard).span.length)
      if (lengths.reduce((sum, length) => sum + length, 0) <= maxBytes) locator.expect(all)
    },
    expectPlacesWithTerms: (terms) => locator.expect(pickExpectedShards(map, terms)),
  }
}
