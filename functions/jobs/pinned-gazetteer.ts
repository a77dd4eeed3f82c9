import { LRUCache } from 'lru-cache'
import {
  DatasetError,
  openBuild,
  readCurrentBuild as publishedBuildOf,
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
import { listServedRegions } from '../served-regions.ts'

/** Maximum builds of a region that a process keeps open, for jobs that run at the same time. */
const maxBuilds = 4

interface PinnedPlaces {
  gazetteer: Gazetteer
  verified: VerifiedFiles
}

/** Opened places by region and build. */
const opened = new LRUCache<string, Promise<PinnedPlaces>>({
  max: maxBuilds * listServedRegions().length,
})

/**
 * Returns the published builds of regions, which new jobs use. Regions and builds are lists with commas.
 *
 * @throws ApiError `service_unavailable` when a region has no published build.
 */
export async function listCurrentBuilds(regions: string): Promise<string> {
  return (await Promise.all(regions.split(',').map(findCurrentBuild))).join()
}

async function findCurrentBuild(name: string): Promise<string> {
  const build = await publishedBuildOf(await openStorage(), name)
  if (build === undefined) throw unavailable(new DatasetError(`Nothing is published of ${name}.`))
  return build
}

/**
 * Opens the places of one build of each region, regardless of later publications. Regions and builds are lists with
 * commas. Files in a directory are verified as in `watchRegion`.
 *
 * @throws JobError for a build that was removed, is damaged or contains no places; `ApiError` `service_unavailable`
 * for a fault of the store.
 */
export async function openPinnedGazetteers(builds: string, regions: string): Promise<Gazetteer[]> {
  const names = regions.split(',')
  return await Promise.all(
    builds.split(',').map((build, index) => openPinnedGazetteer(build, names[index]!)),
  )
}

async function openPinnedGazetteer(build: string, name: string): Promise<Gazetteer> {
  const key = `${name}/${build}`
  const { gazetteer, verified } = await shareOpening(key, () => open(name, build))
  try {
    verified.assertIntact()
    return gazetteer
  } catch {
    // The build's files were replaced: verify them again, or fail if they are missing.
    opened.delete(key)
    return (await shareOpening(key, () => open(name, build))).gazetteer
  }
}

function shareOpening(key: string, openPinned: () => Promise<PinnedPlaces>): Promise<PinnedPlaces> {
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
