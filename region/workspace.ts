import {
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { listBuilds, removeBuild } from '#ground/dataset'
import { isRunning } from '#platform/home'
import type { Storage } from '#platform/storage'
import { RegionError } from './errors.ts'
import { endBuildersIn } from './orphans.ts'
import { keepFinishedSteps } from './steps.ts'

/** The process that works in a folder, to tell a running build from the remains of a killed one. */
const Owner = z.object({
  pid: z.int(),
  name: z.string(),
  build: z.string(),
  /** Sources and options of the build: builds with equal ones have equal steps. */
  inputs: z.string(),
})
type Owner = z.output<typeof Owner>

const orphanAgeMs = 3_600_000

export interface Workspace {
  /** Absolute path without links. */
  folder: string
  /** Whether a killed build of the same inputs had finished steps of this one. */
  isResumed: boolean
  remove(): Promise<void>
}

/**
 * Creates the folder of a build, `<home>/work/<build id>`, and takes over the finished steps of a killed build of the
 * same region and inputs. Removes the remains of all other killed builds: their folders and unfinished data sets.
 */
export async function openWorkspace(
  home: string,
  storage: Storage,
  { name, build, inputs }: Omit<Owner, 'pid'>,
): Promise<Workspace> {
  const path = resolve(home, 'work', build)
  let steps = 0
  for (const { folder, owner } of await findRemains(resolve(home, 'work'))) {
    await endBuildersIn(await realpath(folder).catch(() => folder))
    if (owner && !(await listBuilds(storage, owner.name)).includes(owner.build))
      await removeBuild(storage, owner.name, owner.build)
    const isSame = owner?.name === name && owner.inputs === inputs
    // Another build may take the folder over at the same time; only one of them succeeds.
    if (isSame && steps === 0 && (await isMoved(folder, path)))
      steps = await keepFinishedSteps(path)
    else await rm(folder, { recursive: true, force: true })
  }
  await mkdir(path, { recursive: true })
  const folder = await realpath(path)
  const owner: Owner = { pid: process.pid, name, build, inputs }
  await writeFile(join(folder, 'owner.json'), JSON.stringify(owner))
  return {
    folder,
    isResumed: steps > 0,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function isMoved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  )
}

/** Returns the folders of killed builds, newest first. */
async function findRemains(work: string): Promise<{ folder: string; owner: Owner | undefined }[]> {
  const remains = []
  for (const entry of (await readdir(work).catch(() => [])).sort().reverse()) {
    const folder = join(work, entry)
    const owner = await readFile(join(folder, 'owner.json'), 'utf8')
      .then((text) => Owner.parse(JSON.parse(text)))
      .catch(() => undefined)
    if (owner ? !isRunning(owner.pid) : await isOld(folder)) remains.push({ folder, owner })
  }
  return remains
}

/**
 * Whether a folder is old enough to remove. A young folder without an owner file may belong to a build that is just
 * starting.
 */
async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined)
  return made !== undefined && Date.now() - made.mtimeMs > orphanAgeMs
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** Throws a RegionError if the disk of `home` has less free space than the build needs. */
export async function assertDiskSpace(home: string, neededBytes: number): Promise<void> {
  await mkdir(home, { recursive: true })
  const { bavail, bsize } = await statfs(home)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes)
    throw new RegionError(
      `The build needs about ${formatGigabytes(neededBytes)} of disk under ${home}, where ${formatGigabytes(freeBytes)} are free.`,
    )
}
