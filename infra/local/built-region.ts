import { currentBuild } from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import { showProgress } from '#platform/progress'
import type { Storage } from '#platform/storage'
import { reasonOf } from './served-build.ts'

/** Checks that a build of the region is published; builds the demo region when there is none. */
export async function ensureBuilt(storage: Storage, home: string, region: string): Promise<void> {
  const published = await currentBuild(storage, region).catch((error: unknown) => {
    throw new Error(reasonOf(error, region), { cause: error })
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
