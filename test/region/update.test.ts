import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatasetWriter, type Manifest, publish } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import cairn from '../../package.json' with { type: 'json' }
import { engineVersion, storeInputs, updateRegion } from '../../region/index.ts'
import { builds, facts } from '../ground/dataset/builds.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

const roads = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }
const extract = tinyOsm({ ...roadNet(46.02, 9.02, 9, 0.005), bounds: roads })
const source = {
  kind: 'osm' as const,
  name: 'europe-tiny-latest.osm.pbf',
  size: extract.length,
  sha256: createHash('sha256').update(extract).digest('hex'),
}

let server: Server
let osmBase: string
let home: string
let storage: LocalStorage
beforeAll(async () => {
  // Stands in for the public server of extracts.
  server = createServer((request, response) => {
    const isThere = request.url === '/europe/tiny-latest.osm.pbf'
    response.writeHead(isThere ? 200 : 404).end(isThere ? extract : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  osmBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = await mkdtemp(join(tmpdir(), 'cairn-update-'))
  storage = new LocalStorage(join(home, 'data'))
})
afterAll(async () => {
  server.close()
  await rm(home, { recursive: true })
})

const update = (name: string, areas?: string[]) =>
  updateRegion({
    name,
    areas,
    home,
    storage,
    maxBytes: 1e6,
    firstWaitMs: 1,
    from: { osmBase, demBase: osmBase, withDem: false },
  })

/** Publishes a build with these sources, in the format of this version. */
async function built(name: string, sources: Manifest['sources']): Promise<string> {
  const [build] = builds
  const writer = new DatasetWriter(storage, name, build)
  await writer.add('routing.tar', ReadableStream.from([Buffer.from('tiles')]))
  await writer.finish({
    ...facts,
    sources,
    versions: { cairn: cairn.version, engine: engineVersion },
  })
  await publish(storage, name, build)
  return build
}

// Tests of updates that build: update.full.test.ts.
test('an update of an unknown region fails and requests the area to fetch', async () => {
  await expect(update('unknown')).rejects.toThrow(
    'It is not known what region unknown was built from: name the area to fetch, for example: --area',
  )
  const own = join(home, 'own.osm.pbf')
  await writeFile(own, extract)
  await storeInputs(home, 'own', { osm: [own], dem: [], landcover: [] })
  await expect(update('own')).rejects.toThrow(
    'Region own was built from own.osm.pbf, which was not fetched on this machine',
  )
})

test('an update keeps a region that was built from the newest extract', async () => {
  const build = await built('tiny', [source])
  const unchanged = { name: 'tiny', build, isBuilt: false, isPublished: false }
  expect(await update('tiny', ['europe/tiny'])).toEqual(unchanged)
  // The path is where a fetched extract is stored.
  expect(await update('tiny')).toEqual(unchanged)
})

test.each([
  ['dem', 'elevation'],
  ['landcover', 'land cover'],
] as const)('an update refuses to drop the %s that it cannot find', async (kind, words) => {
  const name = `with-${kind}`
  await built(name, [source, { ...source, kind, name: 'own.tif' }])
  await expect(update(name, ['europe/tiny'])).rejects.toThrow(
    `Region ${name} was built with ${words} of files that are not known on this machine`,
  )
})
