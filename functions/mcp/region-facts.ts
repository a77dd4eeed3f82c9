import { listAreas } from '#ground/dataset'
import { servedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

const factsOf = watchRegion({
  files: [],
  open: async ({ name, build, manifest }) => ({
    region: name,
    build,
    areas: listAreas(manifest),
    attribution: manifest.attribution,
  }),
})

/** What assistants can read of each region; opens no file of a build but its manifest. */
export async function regionFacts() {
  return await Promise.all(servedRegions().map((region) => factsOf(region)))
}

export type RegionFacts = Awaited<ReturnType<typeof regionFacts>>
