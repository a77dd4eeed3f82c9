import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { island } from './island.ts'
import { encodeDem, sampleGrid } from './land/dem.ts'

/**
 * Writes the demo region's sources, `demo.osm.pbf` and `demo.dem.tif`, into a folder (created if needed) and returns
 * their paths. The bytes are the same every time.
 */
export async function writeDemoSources(dir: string): Promise<{ osm: string; dem: string }> {
  await mkdir(dir, { recursive: true })
  // Only writing loads the region build: most callers need just `truth`.
  const { encodePbf } = await import('./osm/pbf.ts')
  const { osmMap, land } = island()
  const osm = join(dir, 'demo.osm.pbf')
  const dem = join(dir, 'demo.dem.tif')
  await writeFile(osm, encodePbf(osmMap))
  await writeFile(dem, encodeDem(sampleGrid((point) => land.heightMeters(point))))
  return { osm, dem }
}
