import { LRUCache } from 'lru-cache'
import {
  DatasetError,
  openBuild,
  currentBuild as publishedBuildOf,
  readPointer,
  type VerifiedFiles,
  verifyFiles,
} from '#ground/dataset'
import type { Gazetteer } from '#places/gazetteer'
import { JobError } from '#places/jobs'
import { logger } from '#platform/api'
import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import { openStorage } from '#platform/storage'
import { isPlacesFile, openPlaces } from '../geocoding/region-gazetteer.ts'
import { servedRegions } from '../served-regions.ts'

/** Maximum builds of a region that a process keeps open, for jobs that it works on at the same time. */
const maxBuilds = 4

interface PinnedPlaces {
  gazetteer: Gazetteer
  verified: VerifiedFiles
}

/** By region and build. */
const opened = new LRUCache<string, Promise<PinnedPlaces>>({
  max: maxBuilds * servedRegions().length,
})

/**
 * The published builds of regions, from which new jobs are answered; regions and builds with commas between them.
 *
 * @throws ApiError `service_unavailable` when nothing is published of a region.
 */
export async function currentBuilds(regions: string): Promise<string> {
  return (await Promise.all(regions.split(',').map(currentBuild))).join()
}

async function currentBuild(name: string): Promise<string> {
  const build = await publishedBuildOf(await openStorage(), name)
  if (build === undefined) throw unavailable(new DatasetError(`Nothing is published of ${name}.`))
  return build
}

/**
 * The places of one build of each region, whatever is published; regions and builds with commas between them. Files
 * in a directory are verified as `watchRegion` does it.
 *
 * @throws JobError for a build that was removed, is damaged or has no places; `ApiError` `service_unavailable`
 * for a fault of the store.
 */
export async function pinnedGazetteers(builds: string, regions: string): Promise<Gazetteer[]> {
  const names = regions.split(',')
  return await Promise.all(
    builds.split(',').map((build, index) => pinnedGazetteer(build, names[index]!)),
  )
}

async function pinnedGazetteer(build: string, name: string): Promise<Gazetteer> {
  const key = `${name}/${build}`
  const { gazetteer, verified } = await openedOnce(key, () => open(name, build))
  try {
    verified.assertIntact()
    return gazetteer
  } catch {
    // Its files were replaced: verify them again, or fail if they are gone.
    opened.delete(key)
    return (await openedOnce(key, () => open(name, build))).gazetteer
  }
}

function openedOnce(key: string, openPinned: () => Promise<PinnedPlaces>): Promise<PinnedPlaces> {
  const known = opened.get(key)
  if (known) return known
  const opening = openPinned()
  opened.set(key, opening)
  opening.catch(() => opened.delete(key))
  return opening
}

async function open(name: string, build: string): Promise<PinnedPlaces> {
  const storage = await openStorage()
  try {
    const pointer = await readPointer(storage, name)
    const dataset = await openBuild(storage, name, build, pointer?.manifests?.[build])
    const verified = await verifyFiles(storage, dataset.manifest, isPlacesFile)
    const gazetteer = await openPlaces(dataset, storage)
    verified.assertIntact()
    return { gazetteer, verified }
  } catch (error) {
    if (error instanceof MissingDataError) throw dataUnavailable(error.message)
    const cause = error instanceof ApiError ? error.cause : error
    if (!(cause instanceof DatasetError)) throw error
    logger.warn('the build of a job is gone', { build, error: cause })
    throw dataUnavailable('The data by which the job was answered were removed before it was done.')
  }
}

function dataUnavailable(message: string): JobError {
  return new JobError({ error: 'data_unavailable', message })
}
