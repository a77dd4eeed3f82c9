import type { PackTerm } from '../format/dictionary-value.ts'
import type { PackHeader } from '../format/header.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan } from '../format/unit.ts'
import { type DocumentLocator, ShardLocator, WholeLocator } from './document-locator.ts'
import { expectedShards } from './expected-shards.ts'
import { ShardMap } from './shard-map.ts'
import type { UnitStore } from './unit-store.ts'

/** Where the parts of an index are, in one file or in several. */
export interface FileLayout {
  locator: DocumentLocator
  /** Where a unit of the tree section is. */
  treeSpan(unit: ByteSpan): ByteSpan
  /** Starts to read what all places need, unless it is more than this. */
  readEarly(maxBytes: number): void
  /** Starts to read what places with these terms will need. */
  expectPlacesOf(terms: readonly (PackTerm | undefined)[]): void
}

export function layoutOf(header: PackHeader, root: PackRoot, units: UnitStore): FileLayout {
  const { shardList } = root
  return shardList
    ? shardedLayout(new ShardMap(header, shardList), units)
    : wholeLayout(header, root)
}

function wholeLayout(header: PackHeader, { directory }: PackRoot): FileLayout {
  const { tree } = header.sections
  return {
    locator: new WholeLocator(directory, header),
    treeSpan: ({ offset, length }) => ({ offset: tree.offset + offset, length }),
    readEarly() {},
    expectPlacesOf() {},
  }
}

function shardedLayout(map: ShardMap, units: UnitStore): FileLayout {
  const locator = new ShardLocator(map, units)
  return {
    locator,
    treeSpan: (unit) => map.treeSpan(unit),
    readEarly(maxBytes) {
      const all = [...Array(map.shardCount).keys()]
      const lengths = all.map((shard) => map.directoryOf(shard).span.length)
      if (lengths.reduce((sum, length) => sum + length, 0) <= maxBytes) locator.expect(all)
    },
    expectPlacesOf: (terms) => locator.expect(expectedShards(map, terms)),
  }
}
