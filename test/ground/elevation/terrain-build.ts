import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dataset, openBuild } from '#ground/dataset'
import { nameChecksums, writeChecksums } from '#ground/raster'
import { LocalStorage } from '#platform/storage'
import { buildElevation, inspectDem } from '../../../region/elevation/index.ts'
import { builds, writeBuild } from '../dataset/builds.ts'

export interface TerrainBuild {
  storage: LocalStorage
  dataset: Dataset
}

/** Converts elevation files with the region build into the `terrain.tif` of a data set. */
export async function buildTerrain(dems: string[], folder: string): Promise<TerrainBuild> {
  await mkdir(folder, { recursive: true })
  const sources = await inspectDem(dems, folder)
  const { terrainPath } = await buildElevation({
    sources,
    cells: [],
    folder,
    onProgress: () => {},
  })
  return await datasetOf(folder, { 'terrain.tif': await readFile(terrainPath) })
}

/** Creates a data set of these files, with checksums for all readable rasters. */
export async function datasetOf(
  folder: string,
  files: Record<string, Uint8Array | string>,
): Promise<TerrainBuild> {
  const storage = new LocalStorage(join(folder, 'data'))
  const all = { ...files }
  await mkdir(folder, { recursive: true })
  for (const [name, body] of Object.entries(files).filter(([name]) => name.endsWith('.tif'))) {
    await writeFile(join(folder, name), body)
    const checksums = await writeChecksums(join(folder, name)).catch(() => undefined)
    if (checksums) all[nameChecksums(name)] = checksums
  }
  await writeBuild(storage, 'heights', builds[0], all)
  return { storage, dataset: await openBuild(storage, 'heights', builds[0]) }
}
