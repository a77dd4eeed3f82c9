import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { makeBuildId } from '#ground/dataset'
import type { Progress } from '#platform/progress'
import { LocalStorage, type Storage } from '#platform/storage'
import { RegionError } from '../errors.ts'
import { buildPart, restrictionFiles } from '../parts/index.ts'
import { estimatePartBytes } from '../resources.ts'
import { assertDiskSpace, openWorkspace } from '../workspace.ts'
import { readPartFiles, storePartFiles } from './part-files.ts'
import { readPartsPlan } from './plan.ts'
import { fetchStored } from './stored-file.ts'

export interface PartBuilding {
  /** Name of the region. */
  name: string
  /** Counted from 1. */
  part: number
  /** Storage of the plan and the extracts that `plan-parts` wrote. */
  storage: Storage
  /** Prefix of their keys. */
  prefix: string
  /** Folder for temporary files. */
  home: string
  progress?: Progress
  signal?: AbortSignal
}

/** Result of a job; `none` if the plan has no part with the number. */
export type PartOutcome = 'built' | 'kept' | 'none'

/**
 * Builds one part of a plan and stores its tiles, unless the part is already stored from the same extract.
 *
 * @throws RegionError if there is no plan or the part cannot be built, and the reason of the signal.
 */
export async function buildPartJob(request: PartBuilding): Promise<PartOutcome> {
  const { name, part: number, storage, prefix, home, signal, progress = () => {} } = request
  const plan = await readPartsPlan(storage, prefix)
  if (!plan) throw new RegionError(`There is no plan under ${prefix}: run plan-parts first.`)
  const planned = plan.parts[number - 1]
  if (!planned) return 'none'
  const { cutFrom } = plan
  if ((await readPartFiles(storage, prefix, number))?.cutFrom === cutFrom) return 'kept'

  const bytes = planned.extracts.reduce((sum, { size }) => sum + size, 0)
  await assertDiskSpace(home, estimatePartBytes(bytes))
  const local = new LocalStorage(join(home, 'data'))
  const inputs = `part ${number} of ${cutFrom}`
  const workspace = await openWorkspace(home, local, { name, build: makeBuildId(), inputs })
  try {
    const fetching = 'Fetching the part'
    progress({ stage: fetching, fraction: 0 })
    const adminPath = join(workspace.folder, 'admin.sqlite')
    if (plan.admins) await fetchStored(storage, plan.admins, adminPath, signal)
    const osm: string[] = []
    for (const [i, extract] of planned.extracts.entries()) {
      osm.push(join(workspace.folder, `extract-${i}.osm.pbf`))
      await fetchStored(storage, extract, osm[i]!, signal)
    }
    progress({ stage: fetching, fraction: 1 })

    const building = 'Building the part'
    progress({ stage: building, fraction: 0 })
    const folder = join(workspace.folder, 'part')
    await mkdir(folder)
    const tiles = await buildPart(
      {
        osm,
        names: [name],
        adminPath,
        elevationFolder: undefined,
        signal,
        threads: availableParallelism(),
      },
      { name: `part ${number} of ${plan.parts.length}`, folder, osm, tiles: planned.tiles },
    )
    const restrictions = restrictionFiles.filter((file) => existsSync(join(folder, file)))
    const names = [...tiles, ...restrictions]
    await storePartFiles(storage, prefix, { number, cutFrom, folder, names, signal })
    progress({ stage: building, fraction: 1 })
    return 'built'
  } finally {
    await workspace.remove()
  }
}
