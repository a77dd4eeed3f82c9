import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { frameUnpacked, OsmPbfFile, OsmSource } from '../../../region/osm/index.ts'
import { OsmDrawing } from '../osm-drawing.ts'
import { drawMap, type MapObject } from '../osm-order.ts'

const kinds = ['node', 'way', 'relation'] as const
type Kind = MapObject['kind']

/** Encodes objects as one block; without objects the block is empty. */
const blockOf = (objects: readonly MapObject[]): Buffer =>
  objects.length === 0
    ? Buffer.concat(frameUnpacked(new Uint8Array()))
    : drawMap(objects, { blockSize: objects.length })

describe('an extract read by kinds', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-source-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const write = async (bytes: Buffer): Promise<string> => {
    const path = join(folder, `${Math.random()}.osm.pbf`)
    await writeFile(path, bytes)
    return path
  }
  /** Writes blocks with `sizes` objects each and one with the rest; the ids are the objects' positions in the file. */
  const fileOf = async (sizes: readonly number[], all: readonly Kind[]) => {
    const sorted = all
      .toSorted((a, b) => kinds.indexOf(a) - kinds.indexOf(b))
      .map((kind, i): MapObject => ({ kind, id: i + 1 }))
    const blocks = [drawMap([])]
    let at = 0
    for (const size of sizes) {
      blocks.push(blockOf(sorted.slice(at, at + size)))
      at += size
    }
    blocks.push(blockOf(sorted.slice(at)))
    return { path: await write(Buffer.concat(blocks)), sorted }
  }
  const idsOf = async (source: OsmSource, kind: Kind) => {
    const ids: number[] = []
    await source.visit({ [kind]: (id: number) => void ids.push(id) })
    return ids
  }

  test('yields every object of a kind, whichever kind is requested first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...kinds), { maxLength: 60 }),
        // Blocks of 0 to 5 objects: most have one kind, some two or three, some none.
        fc.array(fc.nat({ max: 5 }), { maxLength: 30 }),
        fc.shuffledSubarray([...kinds, ...kinds], { minLength: 1 }),
        async (all, sizes, asked) => {
          const { path, sorted } = await fileOf(sizes, all)
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
    const many = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind)
    const { path } = await fileOf(
      Array.from({ length: 185 }, () => 5),
      [...many('node', 600), ...many('way', 300), ...many('relation', 30)],
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

  test('yields the ways with a wanted key, with all of their nodes and tags', async () => {
    const keys = ['highway', 'building', 'name', 'barrier']
    const nodesOf = (id: number) => [5_000_000_000 + id, 7, 6_000_000_000, 1]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.subarray(keys), { minLength: 1, maxLength: 9 }), { maxLength: 5 }),
        fc.subarray(keys),
        async (blocks, wanted) => {
          let last = 0
          const ways = blocks.map((block) => block.map((keys) => ({ id: ++last, keys })))
          const drawings = [[], ...ways].map((block) => {
            const drawing = new OsmDrawing()
            for (const { id, keys } of block)
              drawing.way(nodesOf(id), Object.fromEntries(keys.map((key) => [key, 'yes'])), id)
            return drawing.bytes()
          })
          const found: unknown[] = []
          await new OsmSource([await write(Buffer.concat(drawings))]).visit({
            wayKeys: new Set(wanted),
            way: (id, nodes, tags) => void found.push({ id, nodes, keys: Object.keys(tags) }),
          })
          expect(found).toEqual(
            ways
              .flat()
              .filter(({ keys }) => keys.some((key) => wanted.includes(key)))
              .map(({ id, keys }) => ({ id, nodes: nodesOf(id), keys })),
          )
        },
      ),
    )
  })
})
