import { openDataset } from '#ground/dataset'
import type { Bounds, LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, openEngine } from '#routing/operations'
import { buildDemo } from '../demo-island/index.ts'
import { buildRegion } from '../region/index.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'

export const benchHome = 'node_modules/.cache/cairn-bench'
const home = benchHome

/** Builds Andorra where the real extracts are there, else the demo region, and gives its name. */
export async function benchRegion(): Promise<string> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const osm = realRegion('andorra/andorra.osm.pbf')
  const dem = realRegion('andorra/N42E001.hgt')
  const { name } =
    osm && dem
      ? await buildRegion({ name: 'andorra', osm: [osm], dem: [dem], storage, home })
      : await buildDemo({ storage, home })
  return name
}

/** A place in the midst of roads: the capital, or the middle of the box. */
export function middleOf(region: string, { min_lat, min_lon, max_lat, max_lon }: Bounds): LatLon {
  if (region === 'andorra') return { lat: 42.5063, lon: 1.5218 }
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}

/** The engine on Andorra where the real extracts are there, else on the demo region; built anew. */
export async function openBenchEngine(): Promise<{
  engine: Engine
  region: string
  bounds: Bounds
}> {
  const name = await benchRegion()
  const storage = await openStorage({ CAIRN_HOME: home })
  const dataset = await openDataset(storage, name)
  const tileExtract = storage.localPath!(dataset.fileKey('routing.tar'))
  return {
    engine: await openEngine({ tileExtract }),
    region: name,
    bounds: dataset.manifest.bounds,
  }
}
