import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#platform/storage'
import { RegionError } from '../errors.ts'
import { type BuiltParts, mergeParts, restrictionFiles } from '../parts/index.ts'
import { readPartFiles, unpackPartFiles } from './part-files.ts'
import { identifyExtracts, type PartsPlan, readPartsPlan } from './plan.ts'

/**
 * Opens the finished parts of a plan, for a build of the region.
 *
 * @throws RegionError if there is no plan.
 */
export async function openStoredParts(storage: Storage, prefix: string): Promise<BuiltParts> {
  const plan = await readPartsPlan(storage, prefix)
  if (!plan) throw new RegionError(`There is no plan under ${prefix}: run plan-parts first.`)
  return {
    warnings: plan.warnings,
    assertCutFrom(sources) {
      if (identifyExtracts(sources) !== plan.cutFrom)
        throw new RegionError(
          `The parts under ${prefix} were cut from other extracts, or by another version: build them again.`,
        )
    },
    addTo: (tileFolder, options) => addParts(storage, prefix, { plan, tileFolder, ...options }),
  }
}

type Addition = Parameters<BuiltParts['addTo']>[1] & { plan: PartsPlan; tileFolder: string }

async function addParts(
  storage: Storage,
  prefix: string,
  { plan, tileFolder, folder, signal, onProgress }: Addition,
): Promise<number> {
  const of = plan.parts.length
  const tiles: string[] = []
  const folders: string[] = []
  for (let number = 1; number <= of; number++) {
    const part = await readPartFiles(storage, prefix, number)
    if (part?.cutFrom !== plan.cutFrom)
      throw new RegionError(`Part ${number} of ${of} under ${prefix} is not built.`)
    const restrictions = join(folder, `restrictions-${number}`)
    await mkdir(restrictions, { recursive: true })
    const isTile = (name: string): boolean => !restrictionFiles.some((file) => file === name)
    const toPath = (name: string): string => join(isTile(name) ? tileFolder : restrictions, name)
    await unpackPartFiles(storage, part, toPath, signal)
    tiles.push(...part.files.map(({ name }) => name).filter(isTile))
    folders.push(restrictions)
    onProgress(number / of)
  }
  const { datasetId, checksum } = plan
  await mergeParts({ tileFolder, tiles, folders, datasetId, checksum: BigInt(checksum) })
  for (const each of folders) await rm(each, { recursive: true })
  return tiles.length
}

/** Removes the plan, the extracts and the tiles. */
export async function removeStoredParts(storage: Storage, prefix: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  // The plan is deleted first, because parts without a plan count as missing.
  keys.sort((a, b) => Number(b.endsWith('plan.json')) - Number(a.endsWith('plan.json')))
  for (const key of keys) await storage.delete(key)
}
