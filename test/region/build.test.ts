import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBuilds, listDatasets, openDataset, readPointer, verify } from '#ground/dataset'
import { decodeDistance, openLandscape } from '#ground/landscape'
import { openPack, openStorageSource } from '#places/gazetteer'
import type { ProgressEvent } from '#platform/progress'
import { LocalStorage } from '#platform/storage'
import { openEngine } from '#routing/operations'
import { describeManifest } from '../../cli/region/report.ts'
import cairn from '../../package.json' with { type: 'json' }
import { buildRegion, engineVersion, RegionError } from '../../region/index.ts'
import { quarterOfTheWorld } from '../fixtures/header-box.ts'
import { withCampaigns } from '../setup/suite.ts'
import { type HeightAt, rewrite, writeTiff } from './rasters.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

let home: string
let storage: LocalStorage
let osm: string
let dem: string

const slope: HeightAt = (lat, lon) => 500 + 3000 * (lat - 46) + 1000 * (lon - 9)
const roads = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-build-'))
  storage = new LocalStorage(join(home, 'data'))
  await mkdir(join(home, 'inputs'))
  osm = join(home, 'inputs', 'net.osm.pbf')
  await writeFile(osm, tinyOsm({ ...roadNet(46.02, 9.02, 9, 0.005), bounds: roads }))
  const shape = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
  dem = await writeTiff(join(home, 'inputs'), 'dem.tif', shape, slope)
})
afterAll(() => rm(home, { recursive: true }))

/** Lists everything under `<home>/data/datasets/<name>` and `<home>/work`. */
async function left(name: string): Promise<string[]> {
  const under = async (folder: string): Promise<string[]> =>
    await readdir(join(home, folder), { recursive: true }).catch(() => [])
  return [...(await under(`data/datasets/${name}`)), ...(await under('work'))]
}

const hashes = (manifest: { files: { name: string; sha256: string }[] }) =>
  Object.fromEntries(manifest.files.map(({ name, sha256 }) => [name, sha256]))

/** Starts the command line in its own process. */
function command(...args: string[]): {
  child: ChildProcess
  output: () => string
  end: Promise<number>
} {
  const child = spawn(process.execPath, ['cli/region.ts', ...args], {
    env: { ...process.env, CAIRN_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const end = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  return { child, output: () => output, end }
}

/** Waits until a build has its work folder: an earlier kill would test nothing. */
async function untilWorking(): Promise<string> {
  for (;;) {
    for (const build of await readdir(join(home, 'work')).catch(() => []))
      if ((await readdir(join(home, 'work', build)).catch(() => [])).length > 1) return build
    await sleep(20)
  }
}

/** A build with elevation takes ten seconds on an idle processor, longer on a busy one, ms. */
const timeout = 120_000

describe('a build with elevation', { timeout }, () => {
  const events: ProgressEvent[] = []
  let manifest: Awaited<ReturnType<typeof buildRegion>>
  beforeAll(async () => {
    const progress = (event: ProgressEvent): void => void events.push(event)
    manifest = await buildRegion({ name: 'net', osm: [osm], dem: [dem], storage, home, progress })
  })

  test('is published with a manifest that matches its files and inputs', async () => {
    expect((await openDataset(storage, 'net')).manifest).toEqual(manifest)
    await verify(storage, 'net', manifest.build)
    expect(manifest).toMatchObject({
      name: 'net',
      bounds: roads,
      coverage: {
        cells: expect.stringMatching(/^[0-3]+( [0-3]+)*$/),
        areas: [roads],
        elevation: [{ max_lat: expect.closeTo(46.1, 2), min_lon: expect.closeTo(9, 2) }],
      },
      elevation: true,
      versions: { cairn: cairn.version, engine: engineVersion },
      attribution: '© OpenStreetMap contributors, ODbL 1.0; unknown elevation source: dem.tif',
    })
    expect(manifest.files.map(({ name }) => name)).toEqual([
      'features.tif',
      'features.tif.checksums',
      'map.pmtiles',
      'places.pack',
      'routing.tar',
      'terrain.tif',
      'terrain.tif.checksums',
    ])
    expect(manifest.sources.map(({ kind, name }) => [kind, name])).toEqual([
      ['osm', 'net.osm.pbf'],
      ['dem', 'dem.tif'],
    ])
  })

  test('lists the ground layers that are missing, and warns about them', () => {
    const { pixel, missing } = manifest.features!
    // Three arc-seconds are divided by six; the east-west step, shorter on the ground, is divided by less.
    expect(pixel.lat * 3600).toBeCloseTo(0.5, 9)
    expect(pixel.lon * 3600).toBeCloseTo(0.75, 9)
    expect(missing.map(({ layer }) => layer)).toEqual([
      'path',
      'drainage',
      'structure',
      'linear',
      'scenic',
      'water',
      'wood_edge',
      'land_cover',
    ])
    expect(manifest.warnings).toContainEqual(expect.stringContaining('Build with --landcover'))
    expect(describeManifest(manifest)).toContain(
      'missing:   structure: no buildings in the extract',
    )
  })

  test('leaves only the data set on the disk', async () => {
    expect((await left('net')).sort()).toEqual([
      manifest.build,
      `${manifest.build}/features.tif`,
      `${manifest.build}/features.tif.checksums`,
      `${manifest.build}/manifest.json`,
      `${manifest.build}/map.pmtiles`,
      `${manifest.build}/places.pack`,
      `${manifest.build}/routing.tar`,
      `${manifest.build}/terrain.tif`,
      `${manifest.build}/terrain.tif.checksums`,
      'current.json',
      'verified.json',
    ])
  })

  test('reports its progress, stage by stage to the end of each', () => {
    const ended = events.filter(({ fraction }) => fraction === 1).map(({ stage }) => stage)
    expect(ended).toEqual([
      'Checking the inputs',
      'Measuring the coverage',
      'Converting elevation',
      'Mapping the ground',
      'Preparing the extract',
      'Reading boundaries',
      'Building the road graph',
      'Packing',
      'Indexing places',
      'Drawing the map',
      'Publishing',
    ])
    const ground = events.filter(({ stage }) => stage === 'Mapping the ground')
    const fractions = ground.map(({ fraction }) => fraction)
    expect(fractions.length).toBeGreaterThan(3)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  })

  test('produces a road graph on which the engine finds routes with heights', async () => {
    const { fileKey } = await openDataset(storage, 'net')
    const tileExtract = storage.localPath(fileKey('routing.tar'))
    const engine = await openEngine({ tileExtract })
    const [from, to] = [
      { lat: 46.02, lon: 9.02 },
      { lat: 46.06, lon: 9.06 },
    ]
    const query = { locations: [from, to], costing: 'auto', elevation_interval: 30 }
    const { trip } = await engine.route(query)
    // 0.04 degrees north and 0.04 degrees east, on a sphere.
    const expectedKm = 0.04 * 111.19 * (1 + Math.cos((46.04 * Math.PI) / 180))
    expect(trip.summary.length).toBeGreaterThan(expectedKm * 0.99)
    expect(trip.summary.length).toBeLessThan(expectedKm * 1.01)
    const heights = trip.legs[0]!.elevation!
    expect(Math.abs(heights[0]! - slope(from.lat, from.lon))).toBeLessThan(2)
    expect(Math.abs(heights.at(-1)! - slope(to.lat, to.lon))).toBeLessThan(2)
  })

  test('indexes its places', async () => {
    const { fileKey } = await openDataset(storage, 'net')
    const places = await openPack(await openStorageSource(storage, fileKey('places.pack')))
    const [term] = await places.terms(['n:row 3'])
    const [postings] = await places.postings([term!])
    const [street] = await places.places([postings!.cursor().docId])
    expect(street).toMatchObject({ name: 'Row 3', type: 'street', countryCode: 'ITA' })
  })

  test('contains the ground layers that predictions read', async () => {
    const landscape = await openLandscape(storage, await openDataset(storage, 'net'))
    const view = await landscape.view({ ...roads, max_lat: 46.05 })
    // One point on a crossing of the net, one in the middle of a field, 0.0025 degrees away.
    const at = { lats: Float64Array.of(46.03, 46.0325), lons: Float64Array.of(9.03, 9.0325) }
    const [crossing, field] = view.sample('road', at)
    expect(decodeDistance(crossing!)).toBeLessThan(12)
    const eastMeters = 0.0025 * 111_320 * Math.cos((46.03 * Math.PI) / 180)
    expect(Math.abs(decodeDistance(field!) - eastMeters)).toBeLessThan(12)
    expect(landscape.missing).toContain('land_cover')
  })

  test.runIf(withCampaigns)(
    'fills unknown ground from land cover, and credits its source',
    async () => {
      const shape = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
      const grass = await writeTiff(join(home, 'inputs'), 'grass-16.tif', shape, () => 30)
      const landcover = await rewrite('translate', grass, join(home, 'inputs', 'grass'), [
        '-ot',
        'Byte',
      ])
      const files = { osm: [osm], dem: [dem], landcover: [landcover] }
      const filled = await buildRegion({ name: 'grass', ...files, storage, home })
      expect(filled.sources.at(-1)).toMatchObject({ kind: 'landcover', name: 'grass.tif' })
      expect(filled.attribution).toContain('ESA WorldCover')
      expect(filled.features!.missing.map(({ layer }) => layer)).not.toContain('land_cover')
      expect(filled.warnings).toEqual(
        manifest.warnings.filter((warning) => !warning.includes('--landcover')),
      )
    },
  )

  test.runIf(withCampaigns)(
    'has the same hashes when it is repeated with the same input',
    async () => {
      const again = await buildRegion({ name: 'again', osm: [osm], dem: [dem], storage, home })
      expect(hashes(again)).toEqual(hashes(manifest))
      expect(again.build).not.toBe(manifest.build)
    },
  )
})

describe('a build without elevation', () => {
  test('is published with warnings about the missing elevation and country boundaries', async () => {
    const manifest = await buildRegion({ name: 'flat', osm: [osm], dem: [], storage, home })
    expect(manifest.elevation).toBe(false)
    expect(manifest.features).toBeUndefined()
    expect(manifest.files.map(({ name }) => name)).toEqual([
      'map.pmtiles',
      'places.pack',
      'routing.tar',
    ])
    expect(manifest.attribution).toBe('© OpenStreetMap contributors, ODbL 1.0')
    expect(manifest.warnings).toEqual([
      expect.stringContaining('There is no elevation'),
      expect.stringContaining('no complete country boundary'),
    ])
  })

  test('has equal files for any number of workers and parts, is served next, and can be rolled back', async () => {
    const before = (await readPointer(storage, 'flat'))!.build
    const { files, coverage } = (await openDataset(storage, 'flat')).manifest
    const request = { name: 'flat', osm: [osm], dem: [], storage, home, workers: 3, parts: 2 }
    const { build, files: rebuilt, ...manifest } = await buildRegion(request)
    expect(rebuilt).toEqual(files)
    expect(manifest.coverage).toEqual(coverage)
    expect(await readPointer(storage, 'flat')).toMatchObject({ build, previous: [before] })
    const { end, output } = command('rollback', 'flat', '--json')
    expect([await end, JSON.parse(output())]).toEqual([
      0,
      { name: 'flat', build: before, previous: [] },
    ])
  })

  test('writes its places in shards when they exceed the limit, also on a thread', async () => {
    const request = { name: 'sharded', osm: [osm], dem: [], storage, home, maxPlaces: 10 }
    const { build, files } = await buildRegion({ ...request, workers: 3 })
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['places.pack', 'places-1.pack', 'places-2.pack']),
    )
    await verify(storage, 'sharded', build)
  })
})

describe('a build of an extract whose header covers a quarter of the world', { timeout }, () => {
  test('covers only the area of its roads', async () => {
    const wide = join(home, 'inputs', 'wide.osm.pbf')
    const net = roadNet(46.02, 9.02, 9, 0.005)
    await writeFile(wide, tinyOsm({ ...net, bounds: quarterOfTheWorld }))
    const build = { name: 'wide', osm: [wide], dem: [dem], storage, home }
    const { bounds, coverage, warnings } = await buildRegion(build)
    expect(coverage!.areas).toEqual([roads])
    expect(bounds.max_lat - bounds.min_lat).toBeLessThan(1)
    expect(warnings.join()).not.toMatch(/covers 0 %/)
  })
})

describe('a build with unusable inputs', { timeout }, () => {
  test.each([
    ['no extract', { osm: [] }, 'At least one OpenStreetMap file'],
    ['a missing file', { osm: ['nowhere.osm.pbf'] }, 'There is no file nowhere.osm.pbf.'],
    ['a folder', { osm: ['test'] }, 'test is not a file.'],
    ['another kind of file', { osm: ['package.json'] }, 'not an OpenStreetMap PBF'],
    ['a DEM that is none', { dem: ['package.json'] }, 'package.json is not elevation'],
    ['land cover without elevation', { landcover: ['package.json'] }, 'Land cover needs elevation'],
    ['a bad name', { name: 'No Good' }, 'is not a region name'],
  ])('fails with a reason and leaves nothing (%s)', async (_, wrong, sentence) => {
    const build = buildRegion({ name: 'bad', osm: [osm], dem: [], storage, home, ...wrong })
    await expect(build).rejects.toThrow(sentence)
    expect(await left('bad')).toEqual([])
  })

  test('reports the positions of elevation and roads when they are apart', async () => {
    const shape = { north: 10, west: 20, step: 0.01, columns: 10, rows: 10 }
    const far = await writeTiff(join(home, 'inputs'), 'far.tif', shape, () => 5)
    const build = buildRegion({ name: 'bad', osm: [osm], dem: [far], storage, home })
    await expect(build).rejects.toThrow(
      'it lies at latitude 9.91 to 10.01, longitude 20.00 to 20.10, the roads at latitude 46.02',
    )
    expect(await left('bad')).toEqual([])
  })

  test.runIf(withCampaigns)(
    'warns how much of the region the elevation covers when it covers a part',
    async () => {
      const shape = { north: 46.06, west: 9.04, step: 1 / 1200, columns: 60, rows: 120 }
      const part = await writeTiff(join(home, 'inputs'), 'part.tif', shape, slope)
      const manifest = await buildRegion({ name: 'part', osm: [osm], dem: [part], storage, home })
      expect(manifest.warnings[0]).toMatch(/^The elevation covers (50|51) % of the region/)
    },
  )

  test('fails with a reason and leaves nothing when the extract has no roads', async () => {
    const empty = join(home, 'inputs', 'empty.osm.pbf')
    await writeFile(empty, tinyOsm({ nodes: roadNet(46, 9, 3, 0.01).nodes }))
    const build = buildRegion({ name: 'bad', osm: [empty], dem: [], storage, home })
    await expect(build).rejects.toThrow('There are no roads and no places in ')
    expect(await left('bad')).toEqual([])
  })
})

describe('a stopped build', { timeout }, () => {
  let published: string
  beforeAll(async () => {
    const options = { name: 'kept', osm: [osm], dem: [], storage, home }
    published = (await buildRegion(options)).build
  })

  const stillServed = async (): Promise<void> => {
    expect(await listDatasets(storage)).toContainEqual({
      name: 'kept',
      build: published,
      builds: [published],
    })
    await verify(storage, 'kept', published)
  }

  test('leaves the published build, and nothing else, after an abort signal', async () => {
    const abort = new AbortController()
    const reason = new RegionError('changed my mind')
    const progress = ({ stage, fraction }: ProgressEvent): void => {
      if (stage === 'Converting elevation' && fraction > 0) abort.abort(reason)
    }
    const place = { storage, home, progress, signal: abort.signal }
    await expect(buildRegion({ name: 'kept', osm: [osm], dem: [dem], ...place })).rejects.toBe(
      reason,
    )
    expect(await readdir(join(home, 'work'))).toEqual([])
    await stillServed()
  })

  test.runIf(withCampaigns)(
    'leaves the published build, and exits with the status of SIGINT or SIGTERM',
    async () => {
      for (const [signal, status] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const) {
        const { child, end, output } = command('build', 'kept', '--osm', osm, '--dem', dem)
        await untilWorking()
        child.kill(signal)
        expect(await end).toBe(status)
        expect(output()).toContain(`region: Stopped by ${signal}; nothing was published.`)
        expect(await readdir(join(home, 'work'))).toEqual([])
        await stillServed()
      }
    },
  )

  test('leaves the published build after SIGKILL; the next build removes the remains', async () => {
    const { child, end } = command('build', 'kept', '--osm', osm, '--dem', dem)
    const killed = await untilWorking()
    const rest = join(home, 'data/datasets/kept', killed)
    await mkdir(rest, { recursive: true })
    await writeFile(join(rest, 'terrain.tif'), 'half')
    child.kill('SIGKILL')
    await end
    expect(await readdir(join(home, 'work'))).toEqual([killed])
    await stillServed()

    await buildRegion({ name: 'flat', osm: [osm], dem: [], storage, home })
    expect(await readdir(join(home, 'work'))).toEqual([])
    expect(await readdir(join(home, 'data/datasets/kept'))).not.toContain(killed)
    await stillServed()
  })

  test.runIf(withCampaigns)('keeps the files on which another build is working', async () => {
    const { end } = command('build', 'other', '--osm', osm, '--dem', dem)
    const working = await untilWorking()
    await buildRegion({ name: 'flat', osm: [osm], dem: [], storage, home })
    expect(await end).toBe(0)
    expect(await listBuilds(storage, 'other')).toEqual([working])
    await verify(storage, 'other', working)
  })
})
