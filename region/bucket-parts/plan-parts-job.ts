import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newBuildId } from '#ground/dataset'
import type { Progress } from '#platform/progress'
import { LocalStorage, type Storage } from '#platform/storage'
import { writeEngineExtracts } from '../engine-extract/index.ts'
import { RegionError } from '../errors.ts'
import { inspectOsm } from '../osm/index.ts'
import { type CutParts, checksumOf, cutParts } from '../parts/index.ts'
import { neededBytesOfPlan } from '../resources.ts'
import { engineBuilder } from '../road-graph.ts'
import { describeSources, existingFile } from '../source-files.ts'
import { assertDiskSpace, openWorkspace } from '../workspace.ts'
import { cutFromOf, type PartsPlan, planKey, readPartsPlan } from './plan.ts'
import { storeFiles } from './stored-file.ts'
import { removeStoredParts } from './stored-parts.ts'

export interface PartsPlanning {
  /** Of the region. */
  name: string
  /** Paths of extracts. */
  osm: readonly string[]
  /** At most 30. */
  parts: number
  /** Where the parts go, under this prefix. */
  storage: Storage
  prefix: string
  /** For temporary files. */
  home: string
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Plans the parts of a region and stores all that building one takes: the extracts of each, boundaries and time zones. A
 * stored plan of the same extracts, parts and version is kept; one of others is removed with its parts.
 *
 * @returns The number of parts, and whether they were planned before.
 * @throws RegionError when an extract cannot be used, and the reason of the signal.
 */
export async function planPartsJob(
  request: PartsPlanning,
): Promise<{ parts: number; isKept: boolean }> {
  const { name, storage, prefix, home, signal, progress = () => {} } = request
  if (request.osm.length === 0) throw new RegionError('At least one OpenStreetMap file is needed.')
  const during = (stage: string, span = 1) => {
    progress({ stage, fraction: 0 })
    return (fraction: number): void => progress({ stage, fraction: fraction * span })
  }
  const checking = during('Checking the inputs', 0.99)
  const osm = await Promise.all(request.osm.map(existingFile))
  const sources = await describeSources({ osm, dem: [], landcover: [] }, signal, checking)
  const cutFrom = cutFromOf(sources)
  const known = await readPartsPlan(storage, prefix)
  if (known?.cutFrom === cutFrom && known.wanted === request.parts)
    return { parts: known.parts.length, isKept: true }
  const boxes = []
  for (const path of osm) boxes.push((await inspectOsm(path)).bounds)
  const extractBytes = sources.reduce((sum, { size }) => sum + size, 0)
  await assertDiskSpace(home, neededBytesOfPlan(extractBytes))
  await removeStoredParts(storage, prefix)
  progress({ stage: 'Checking the inputs', fraction: 1 })

  const build = newBuildId()
  const local = new LocalStorage(join(home, 'data'))
  const inputs = `parts of ${cutFrom}`
  const workspace = await openWorkspace(home, local, { name, build, inputs })
  const { folder } = workspace
  try {
    const preparing = during('Preparing the extract')
    const extractOf = (i: number): string => join(folder, `extract-${i}.osm.pbf`)
    const extracts = await writeEngineExtracts(osm, extractOf, {
      signal,
      onProgress: (fraction) => preparing(fraction * 0.99),
    })
    preparing(1)
    const borders = during('Reading boundaries')
    const engine = await engineBuilder({
      osm: extracts,
      names: osm.map((path) => basename(path)),
      folder,
      elevationFolder: undefined,
      signal,
      onProgress: () => {},
    })
    const warnings = [await engine.admins(), engine.timeZones(boxes)].filter(isSaid)
    borders(1)
    const cutting = during('Cutting the extract')
    const options = { folder: join(folder, 'cut'), signal, onProgress: cutting }
    const cut = await cutParts(extracts, request.parts, options)

    const plan = await storeCut(request, {
      cut,
      folder,
      onProgress: during('Storing the parts', 0.99),
      facts: { cutFrom, warnings, checksum: String(await checksumOf(extracts)) },
    })
    signal?.throwIfAborted()
    await storage.put(planKey(prefix), JSON.stringify(plan))
    progress({ stage: 'Storing the parts', fraction: 1 })
    return { parts: plan.parts.length, isKept: false }
  } finally {
    await workspace.remove()
  }
}

const isSaid = (text: string | undefined): text is string => text !== undefined

/** Stores the extracts of all parts and the boundaries. @returns The plan, which is not stored yet. */
async function storeCut(
  { storage, prefix, parts: wanted, signal }: PartsPlanning,
  stored: {
    cut: CutParts
    /** With the boundaries. */
    folder: string
    facts: Pick<PartsPlan, 'cutFrom' | 'warnings' | 'checksum'>
    onProgress(fraction: number): void
  },
): Promise<PartsPlan> {
  const { cut, folder, facts, onProgress } = stored
  const store = (key: string, path: string) =>
    storeFiles(storage, `${prefix}${key}`, [path], signal)
  const adminPath = join(folder, 'admin.sqlite')
  const admins = existsSync(adminPath) ? await store('admin.sqlite', adminPath) : undefined
  const parts: PartsPlan['parts'] = []
  for (const [i, { osm, tiles }] of cut.parts.entries()) {
    const extracts = []
    for (const path of osm) extracts.push(await store(`part-${i + 1}/${basename(path)}`, path))
    parts.push({ tiles: [...tiles], extracts })
    onProgress((i + 1) / cut.parts.length)
  }
  return { ...facts, wanted, datasetId: cut.datasetId, ...(admins && { admins }), parts }
}
