import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { writeEngineExtracts } from '../../../region/engine-extract/index.ts'
import { RegionError } from '../../../region/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { runs } from '../../setup/suite.ts'
import { drawMap, type MapObject } from '../osm-order.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-order-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sorted: MapObject[] = [
  ...[3, 7, 8, 20].map((id): MapObject => ({ kind: 'node', id })),
  ...[2, 5, 6].map((id): MapObject => ({ kind: 'way', id })),
  ...[1, 9].map((id): MapObject => ({ kind: 'relation', id })),
]

async function refusals(
  objects: readonly MapObject[],
  options: { isSorted?: boolean; blockSize?: number } = {},
) {
  const path = join(folder, 'map.osm.pbf')
  writeFileSync(path, drawMap(objects, options))
  const said = (error: unknown): string => {
    expect(error).toBeInstanceOf(RegionError)
    return (error as Error).message
  }
  return {
    inspected: await inspectOsm(path).then(() => undefined, said),
    rewritten: await writeEngineExtracts([path], () => join(folder, 'out.osm.pbf')).then(
      () => undefined,
      said,
    ),
  }
}

describe('an extract that is not sorted', () => {
  test('is refused before anything is built, with the command that sorts it', async () => {
    const { inspected, rewritten } = await refusals(sorted.toReversed())
    expect(inspected).toContain('map.osm.pbf is not sorted')
    expect(inspected).toContain('osmium sort map.osm.pbf -o sorted.osm.pbf')
    expect(rewritten).toBe(inspected)
  })

  test('is refused although its header says that it is sorted', async () => {
    const { inspected, rewritten } = await refusals(sorted.toReversed(), { isSorted: true })
    expect(inspected).toBeUndefined()
    expect(rewritten).toContain('osmium sort')
  })

  test('is distinguished from a sorted one by the order of its objects alone', async () => {
    const isInOrder = (objects: readonly MapObject[]): boolean =>
      objects.every(
        (object, i) => i === 0 || sorted.indexOf(objects[i - 1]!) < sorted.indexOf(object),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.shuffledSubarray(sorted, { minLength: 2 }),
          fc.subarray(sorted, { minLength: 2 }),
        ),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (objects, blockSize, isSorted) => {
          const { inspected, rewritten } = await refusals(objects, { blockSize, isSorted })
          expect(rewritten === undefined).toBe(isInOrder(objects))
          if (!isSorted) expect(inspected).toBe(rewritten)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
