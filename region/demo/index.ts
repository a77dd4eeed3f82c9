import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeDem, sampleGrid } from './dem.ts'
import { toPoint } from './frame.ts'
import { encodePbf } from './pbf.ts'
import { world } from './world.ts'

export { bounds, type Position } from './frame.ts'
export { truth } from './truth.ts'

/**
 * Writes the demo region's sources, `demo.osm.pbf` and `demo.dem.tif`, into a folder (made if need
 * be) and returns their paths. The same bytes every time.
 */
export async function writeDemoSources(dir: string): Promise<{ osm: string; dem: string }> {
  await mkdir(dir, { recursive: true })
  const { chart, land } = world()
  const osm = join(dir, 'demo.osm.pbf')
  const dem = join(dir, 'demo.dem.tif')
  await writeFile(osm, encodePbf(chart))
  await writeFile(dem, encodeDem(sampleGrid((point) => land.heightMeters(point))))
  return { osm, dem }
}

/**
 * The true height of the demo region's land in metres above the sea, at any point: 0 at sea. The
 * elevation file is this function, sampled.
 */
export function heightMeters(lat: number, lon: number): number {
  return world().land.heightMeters(toPoint(lat, lon))
}
