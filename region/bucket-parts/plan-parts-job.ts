import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeBuildId } from '#ground/dataset'
import type { Progress } from '#platform/progress'
import { LocalStorage, type Storage } from '#platform/storage'
import { writeEngineExtracts } from '../engine-extract/index.ts'
import { RegionError } from '../errors.ts'
import { inspectOsm } from '../osm/index.ts'
import { type CutParts, computeChecksum, cutParts } from '../parts/index.ts'
import { estimatePlanBytes } from '../resources.ts'
import { prepareEngineBuilder } from '../road-graph.ts'
import { describeSources, resolveExistingFile } from '../source-files.ts'
import { assertDiskSpace, openWorkspace } from '../workspace.ts'
import { identifyExtracts, type PartsPlan, planKey, readPartsPlan } from './plan.ts'
import { storeFiles } from './stored-file.ts'
import { removeStoredParts } from './stored-parts.ts'

export interface PartsPlanning {
  /** Name of the region. */
  name: string
  /** Paths of extracts. */
  osm: readonly string[]
  /** Maximum number of parts, at most 30. */
  parts: number
  /** Storage for the parts, under `prefix`. */
  storage: Storage
  prefix: string
  /** Folder for temporary files. */
  home: string
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Plans the parts of a region and stores everything needed to build one: the extracts of each, boundaries and time
 * zones. A stored plan of the same extracts, parts and version is kept; another plan is removed with its parts.
 *
 * @returns The number of parts, and whether they were planned before.
 * @throws RegionError if an extract cannot be used, and the reason of the signal.
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
  const osm = await Promise.all(request.osm.map(resolveExistingFile))
  const sources = await describeSources({ osm, dem: [], landcover: [] }, signal, checking)
  const cutFrom = identifyExtracts(sources)
  const known = await readPartsPlan(storage, prefix)
  if (known?.cutFrom === cutFrom && known.wanted === request.parts)
    return { parts: known.parts.length, isKept: true }
  const boxes = []
  for (const path of osm) boxes.push((await inspectOsm(path)).bounds)
  const extractBytes = sources.reduce((sum, { size }) => sum + size, 0)
  await assertDiskSpace(home, estimatePlanBytes(extractBytes))
  await removeStoredParts(storage, prefix)
  progress({ stage: 'Checking the inputs', fraction: 1 })

  const build = makeBuildId()
  const local = new LocalStorage(join(home, 'data'))
  const inputs = `parts of ${cutFrom}`
  const workspace = await openWorkspace(home, local, { name, build, inputs })
  const { folder } = workspace
  try {
    const preparing = during('Preparing the extract')
    const describeExtract = (i: number): string => join(folder, `extract-${i}.osm.pbf`)
    const extracts = await writeEngineExtracts(osm, describeExtract, {
      signal,
      onProgress: (fraction) => preparing(fraction * 0.99),
    })
    preparing(1)
    const borders = during('Reading boundaries')
    const engine = await prepareEngineBuilder({
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
      facts: { cutFrom, warnings, checksum: String(await computeChecksum(extracts)) },
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

/**
 * Stores the extracts of all parts and the boundaries.
 *
 * @returns The plan, which is not stored yet.
 */
async function storeCut(
  { storage, prefix, parts: wanted, signal }: PartsPlanning,
  stored: {
    cut: CutParts
    /** Folder that contains the boundaries. */
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
