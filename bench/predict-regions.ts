import { globSync, statSync } from 'node:fs'
import { type Dataset, openDataset, readCurrentBuild } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { type Landscape, openLandscape } from '#ground/landscape'
import { openStorage, type Storage } from '#platform/storage'
import type { Incident, Profile } from '#prediction'
import { seeded } from '../test/fixtures/random.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'

const home = 'node_modules/.cache/cairn-bench'

/** A region with origins for incidents. */
export interface BenchGround {
  region: string
  /** The `$CAIRN_HOME` that contains the region. */
  home: string
  storage: Storage
  dataset: Dataset
  landscape: Landscape
  /** Origins at buildings, drawn at random with a fixed seed. */
  origins: readonly LatLon[]
}

/** Opens regions with elevation: the demo island and, if the real extracts are available, two real ones. */
export async function openBenchGrounds(): Promise<BenchGround[]> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const grounds: BenchGround[] = []
  for (const [region, osmFile, demFile] of [
    ['demo'],
    ['andorra', 'andorra/andorra.osm.pbf', 'andorra/N42E001.hgt'],
    ['monaco', 'monaco/monaco.osm.pbf', 'monaco/N43E007.hgt'],
  ] as const) {
    const osm = osmFile && realRegion(osmFile)
    const dem = demFile && realRegion(demFile)
    if (osmFile && !(osm && dem)) continue
    if (!(await isBuilt(storage, region))) {
      const { buildDemo } = await import('../demo-island/index.ts')
      const { buildRegion } = await import('../region/index.ts')
      if (osm && dem) await buildRegion({ name: region, osm: [osm], dem: [dem], storage, home })
      else await buildDemo({ storage, home })
    }
    const dataset = await openDataset(storage, region)
    const landscape = await openLandscape(storage, dataset)
    const origins = await drawOrigins(landscape, region === 'monaco' ? 3 : 8)
    grounds.push({ region, home, storage, dataset, landscape, origins })
  }
  return grounds
}

/** Returns whether the published build is newer than the code of the region build. */
async function isBuilt(storage: Storage, region: string): Promise<boolean> {
  if (!(await readCurrentBuild(storage, region))) return false
  const { manifest, has } = await openDataset(storage, region)
  const changed = Math.max(
    ...globSync('{region,lib/ground/landscape/bands.ts,lib/ground/raster}/**/*.ts').map(
      (file) => statSync(file).mtimeMs,
    ),
  )
  return has('features.tif') && Date.parse(manifest.created) > changed
}

/** Creates an incident that specifies only the profile and a circle. */
export function createIncidentAt(profile: Profile, center: LatLon, radiusMeters: number): Incident {
  return {
    profile,
    area: { type: 'circle', center, radiusMeters },
    datetime: new Date('2026-05-12T12:00:00Z'),
    weatherSource: 'neutral',
  }
}

async function drawOrigins(landscape: Landscape, count: number): Promise<LatLon[]> {
  const { bounds } = landscape
  const random = seeded(17)
  const draws = 40_000
  const inset = (min: number, max: number) => min + (max - min) * (0.1 + 0.8 * random())
  const lats = new Float64Array(draws)
  const lons = new Float64Array(draws)
  for (let i = 0; i < draws; i++) {
    lats[i] = inset(bounds.min_lat, bounds.max_lat)
    lons[i] = inset(bounds.min_lon, bounds.max_lon)
  }
  const view = await landscape.view(bounds)
  const structure = view.sample('structure', { lats, lons })
  const heights = view.heights({ lats, lons })
  const origins: LatLon[] = []
  for (let i = 0; i < draws && origins.length < count; i++) {
    if (structure[i] !== 0 || Number.isNaN(heights[i])) continue
    const [lat, lon] = [lats[i]!, lons[i]!]
    const isFar = origins.every((other) => Math.hypot(other.lat - lat, other.lon - lon) > 0.005)
    if (isFar) origins.push({ lat, lon })
  }
  return origins
}
