import { readCurrentBuild } from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import { showProgress } from '#platform/progress'
import type { Storage } from '#platform/storage'
import { explainBuildError } from './served-build.ts'

/** Checks that a build of the region is published. Builds the demo region when it is missing. */
export async function ensureBuilt(storage: Storage, home: string, region: string): Promise<void> {
  const published = await readCurrentBuild(storage, region).catch((error: unknown) => {
    throw new Error(explainBuildError(error, region), { cause: error })
  })
  if (published) return
  if (region !== 'demo') {
    throw new Error(
      `Region ${region} is not built; run: ${cairnCommand} region build ${region} --osm FILE --dem FILE`,
    )
  }
  console.log('Building the demo region, this once:')
  const { buildDemo } = await import('../../demo-island/index.ts')
  const { progress, stop } = showProgress(process.stdout)
  try {
    await buildDemo({ storage, home, progress })
  } finally {
    stop()
  }
}
