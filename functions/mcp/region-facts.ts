import { listAreas } from '#ground/dataset'
import { listServedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

const readFacts = watchRegion({
  files: [],
  open: async ({ name, build, manifest }) => ({
    region: name,
    build,
    areas: listAreas(manifest),
    attribution: manifest.attribution,
  }),
})

/** Reads the facts about each region that assistants can read; opens only the manifest of a build. */
export async function readRegionFacts() {
  return await Promise.all(listServedRegions().map((region) => readFacts(region)))
}

export type RegionFacts = Awaited<ReturnType<typeof readRegionFacts>>
