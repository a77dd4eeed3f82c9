import { openDataset } from '#ground/dataset'
import type { Bounds, LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, openEngine } from '#routing/operations'
import { buildDemo } from '../demo-island/index.ts'
import { buildRegion } from '../region/index.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'

export const benchHome = 'node_modules/.cache/cairn-bench'
const home = benchHome

/** Builds Andorra if the real extracts are available, else the demo region, and returns its name. */
export async function buildBenchRegion(): Promise<string> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const osm = realRegion('andorra/andorra.osm.pbf')
  const dem = realRegion('andorra/N42E001.hgt')
  const { name } =
    osm && dem
      ? await buildRegion({ name: 'andorra', osm: [osm], dem: [dem], storage, home })
      : await buildDemo({ storage, home })
  return name
}

/** Returns a place surrounded by roads: the capital, or the middle of the box. */
export function findMiddle(region: string, { min_lat, min_lon, max_lat, max_lon }: Bounds): LatLon {
  if (region === 'andorra') return { lat: 42.5063, lon: 1.5218 }
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}

/** Opens the engine on Andorra if the real extracts are available, else on the demo region, after a new build. */
export async function openBenchEngine(): Promise<{
  engine: Engine
  region: string
  bounds: Bounds
}> {
  const name = await buildBenchRegion()
  const storage = await openStorage({ CAIRN_HOME: home })
  const dataset = await openDataset(storage, name)
  const tileExtract = storage.localPath!(dataset.fileKey('routing.tar'))
  return {
    engine: await openEngine({ tileExtract }),
    region: name,
    bounds: dataset.manifest.bounds,
  }
}
