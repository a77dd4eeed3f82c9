import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '#ground/dataset'
import type { RegionBuild } from '../region/index.ts'
import { writeDemoSources } from './sources.ts'

/** Name of the region that needs no sources. */
export const demoRegion = 'demo'

/**
 * Generates the fictional demo island and builds it like any other region, under the name `demo`. Leaves its sources
 * in `<home>/sources/demo`.
 */
export async function buildDemo(
  options: Pick<RegionBuild, 'storage' | 'home' | 'roads' | 'progress' | 'signal'>,
): Promise<Manifest> {
  const { buildRegion } = await import('../region/index.ts')
  const folder = join(options.home, 'sources', demoRegion)
  await mkdir(folder, { recursive: true })
  const stage = 'Making up the island'
  options.progress?.({ stage, fraction: 0 })
  const { osm, dem } = await writeDemoSources(folder)
  options.progress?.({ stage, fraction: 1 })
  return await buildRegion({
    ...options,
    name: demoRegion,
    osm: [osm],
    dem: [dem],
    attribution: 'A made-up island: no real places, no rights to name.',
  })
}
