import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { PbfWriter } from 'pbf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { frameBlob, OsmPbfFile, OsmSource, quickBlob } from '../../../region/osm/index.ts'

/** An object of a block; its id is its place in the file. */
interface Item {
  kind: 'node' | 'way' | 'relation'
  keys: string[]
}

const fields = { node: 1, way: 3, relation: 4 } as const
const texts = ['', 'highway', 'building', 'name', 'barrier']
const nodesOf = (id: number) => [5_000_000_000 + id, 7, 6_000_000_000, 1]
const kinds = ['node', 'way', 'relation'] as const

function block(items: readonly (Item & { id: number })[]): Uint8Array {
  const pbf = new PbfWriter()
  const table = new PbfWriter()
  for (const text of texts) table.writeBytesField(1, Buffer.from(text))
  pbf.writeBytesField(1, table.finish())
  for (const kind of kinds) {
    const group = new PbfWriter()
    for (const { id, keys } of items.filter((item) => item.kind === kind)) {
      const object = new PbfWriter()
      if (kind === 'node') object.writeSVarintField(1, id)
      else object.writeVarintField(1, id)
      object.writePackedVarint(
        2,
        keys.map((key) => texts.indexOf(key)),
      )
      object.writePackedVarint(
        3,
        keys.map(() => 3),
      )
      if (kind === 'way')
        object.writePackedSVarint(
          8,
          nodesOf(id).map((node, i, all) => node - (all[i - 1] ?? 0)),
        )
      group.writeBytesField(fields[kind], object.finish())
    }
    if (group.pos > 0) pbf.writeBytesField(2, group.finish())
  }
  return pbf.finish()
}

describe('an extract read by kinds', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-source-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Writes a file with these blocks, sorted by kind. */
  const fileOf = async (sizes: readonly number[], items: readonly Item[]) => {
    const sorted = items
      .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
      .map((item, i) => ({ ...item, id: i + 1 }))
    const blobs: Buffer[] = [frameBlob('OSMHeader', quickBlob(new Uint8Array()))]
    let at = 0
    for (const size of sizes) {
      blobs.push(frameBlob('OSMData', quickBlob(block(sorted.slice(at, at + size)))))
      at += size
    }
    blobs.push(frameBlob('OSMData', quickBlob(block(sorted.slice(at)))))
    const path = join(folder, `${Math.random()}.osm.pbf`)
    await writeFile(path, Buffer.concat(blobs))
    return { path, sorted }
  }
  const idsOf = async (source: OsmSource, kind: Item['kind']) => {
    const ids: number[] = []
    await source.visit({ [kind]: (id: number) => void ids.push(id) })
    return ids
  }
  const item: fc.Arbitrary<Item> = fc.record({
    kind: fc.constantFrom(...kinds),
    keys: fc.subarray(texts.slice(1)),
  })

  test('gives every object of a kind, whichever is asked for first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 60 }),
        // Blocks of 0 to 5 objects: most have one kind, some two or three, some none.
        fc.array(fc.nat({ max: 5 }), { maxLength: 30 }),
        fc.shuffledSubarray([...kinds, ...kinds], { minLength: 1 }),
        async (items, sizes, asked) => {
          const { path, sorted } = await fileOf(sizes, items)
          const source = new OsmSource([path])
          for (const kind of asked)
            expect(await idsOf(source, kind)).toEqual(
              sorted.filter((each) => each.kind === kind).map(({ id }) => id),
            )
        },
      ),
      { numRuns: 200 },
    )
  })

  test('unpacks few blocks of other kinds', async () => {
    const many = (kind: Item['kind'], count: number): Item[] =>
      Array.from({ length: count }, () => ({ kind, keys: [] }))
    const items = [...many('node', 600), ...many('way', 300), ...many('relation', 30)]
    const { path } = await fileOf(
      Array.from({ length: 185 }, () => 5),
      items,
    )
    const reads = vi.spyOn(OsmPbfFile.prototype, 'read')
    try {
      expect(await idsOf(new OsmSource([path]), 'relation')).toHaveLength(30)
      // Six blocks of relations, and two searches through 186.
      expect(reads.mock.calls.length).toBeLessThan(6 + 2 * 8 + 1)
    } finally {
      reads.mockRestore()
    }
  })

  test('gives the ways with a wanted key, with all of their nodes and tags', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 40 }),
        fc.subarray(texts.slice(1)),
        async (items, wanted) => {
          const { path, sorted } = await fileOf([7, 9], items)
          const found: unknown[] = []
          await new OsmSource([path]).visit({
            wayKeys: new Set(wanted),
            way: (id, nodes, tags) => void found.push({ id, nodes, keys: Object.keys(tags) }),
          })
          expect(found).toEqual(
            sorted
              .filter(
                ({ kind, keys }) => kind === 'way' && keys.some((key) => wanted.includes(key)),
              )
              .map(({ id, keys }) => ({ id, nodes: nodesOf(id), keys })),
          )
        },
      ),
    )
  })
})
