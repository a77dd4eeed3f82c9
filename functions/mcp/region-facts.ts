import { watchRegion } from '../watch-region.ts'

/** What assistants can read of the region; opens no file of the build but its manifest. */
export const regionFacts = watchRegion({
  files: [],
  open: async ({ name, build, manifest }) => ({
    region: name,
    build,
    bounds: manifest.bounds,
    attribution: manifest.attribution,
  }),
})

export type RegionFacts = Awaited<ReturnType<typeof regionFacts>>
