import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RegionError } from '../../../region/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { regionsFolder } from '../../fixtures/real-regions.ts'
import { runs } from '../../setup/suite.ts'
import { tinyOsm } from '../tiny-osm.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-osm-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, 'x.osm.pbf')
  await writeFile(path, bytes)
  return path
}

const nodes = [
  { lat: 46.5, lon: 7.25 },
  { lat: -46.25, lon: 8.5 },
  { lat: 46.75, lon: -7.125 },
]
const box = { min_lat: -46.25, min_lon: -7.125, max_lat: 46.75, max_lon: 8.5 }

describe('an extract', () => {
  test('has the bounds and the time that its header states', async () => {
    const bounds = { min_lat: 0, min_lon: 6, max_lat: 47, max_lon: 8 }
    const path = await file(tinyOsm({ nodes, bounds, timestampSeconds: 1_700_000_000 }))
    expect(await inspectOsm(path)).toMatchObject({ bounds, timestampSeconds: 1_700_000_000 })
  })

  test.each([{ plainNodes: false }, { plainNodes: true }])(
    'has the bounds of its nodes when none are stated ($plainNodes)',
    async (how) => {
      const extract = await inspectOsm(await file(tinyOsm({ nodes, ...how })))
      expect(extract).toMatchObject({ bounds: box, timestampSeconds: undefined })
    },
  )

  test('has the bounds of its nodes when the stated bounds are invalid', async () => {
    const bounds = { min_lat: 5, min_lon: 5, max_lat: -5, max_lon: 5 }
    expect(await inspectOsm(await file(tinyOsm({ nodes, bounds })))).toMatchObject({ bounds: box })
  })

  test('may be uncompressed', async () => {
    const path = await file(tinyOsm({ nodes, compression: 'none' }))
    expect(await inspectOsm(path)).toMatchObject({ bounds: box })
  })

  test('is refused with a conversion command when the engine cannot read its compression', async () => {
    const path = await file(tinyOsm({ nodes, compression: 'lz4' }))
    await expect(inspectOsm(path)).rejects.toThrow('osmium cat x.osm.pbf')
  })

  test('is refused with a history, without data or without nodes', async () => {
    const history = tinyOsm({ nodes, features: ['OsmSchema-V0.6', 'HistoricalInformation'] })
    await expect(inspectOsm(await file(history))).rejects.toThrow('HistoricalInformation')
    const whole = tinyOsm({ nodes })
    const headerEnd = whole.indexOf('OSMData') - 6
    await expect(inspectOsm(await file(whole.subarray(0, headerEnd)))).rejects.toThrow(
      'x.osm.pbf has no data in it.',
    )
    await expect(inspectOsm(await file(tinyOsm({ nodes: [] })))).rejects.toThrow('has no nodes')
  })

  test('is refused when it is truncated anywhere', async () => {
    const whole = tinyOsm({ nodes })
    const headerEnd = whole.indexOf('OSMData') - 6
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (length) => {
        fc.pre(length !== headerEnd)
        const refusal = inspectOsm(await file(whole.subarray(0, length)))
        await expect(refusal).rejects.toBeInstanceOf(RegionError)
        await expect(refusal).rejects.toThrow(
          length > headerEnd ? 'truncated' : /truncated|not an OpenStreetMap/,
        )
      }),
      { numRuns: runs(60) },
    )
  })

  test('is refused when it consists of other bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await expect(inspectOsm(await file(bytes))).rejects.toBeInstanceOf(RegionError)
      }),
      { numRuns: runs(60) },
    )
    await expect(inspectOsm(await file('<osm version="0.6"/>'))).rejects.toThrow(
      'x.osm.pbf is not an OpenStreetMap PBF file.',
    )
  })
})

describe.skipIf(!existsSync(regionsFolder))('real extracts', () => {
  test('state their bounds', async () => {
    expect(await inspectOsm(join(regionsFolder, 'monaco/monaco.osm.pbf'))).toMatchObject({
      bounds: { min_lat: 43.72335, min_lon: 7.409205, max_lat: 43.75169, max_lon: 7.448637 },
    })
  })
})
