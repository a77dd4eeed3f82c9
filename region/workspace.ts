import { mkdir, readdir, readFile, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { listBuilds, removeBuild } from '../lib/dataset/index.ts'
import type { Storage } from '../lib/storage/index.ts'
import { RegionError } from './errors.ts'

/** The process that works in a folder, to tell a running build from the remains of a killed one. */
const Owner = z.object({ pid: z.int(), name: z.string(), build: z.string() })

const orphanAgeMs = 3_600_000

export interface Workspace {
  /** Absolute, without links. */
  folder: string
  remove(): Promise<void>
}

/** Makes the folder of a build: `<home>/work/<build id>`. */
export async function openWorkspace(home: string, name: string, build: string): Promise<Workspace> {
  await mkdir(resolve(home, 'work', build), { recursive: true })
  const folder = await realpath(resolve(home, 'work', build))
  await writeFile(join(folder, 'owner.json'), JSON.stringify({ pid: process.pid, name, build }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the remains of killed builds: their folders and unfinished data sets. */
export async function sweepWorkspaces(home: string, storage: Storage): Promise<void> {
  const work = resolve(home, 'work')
  for (const entry of await readdir(work).catch(() => [])) {
    const folder = join(work, entry)
    const owner = await readFile(join(folder, 'owner.json'), 'utf8')
      .then((text) => Owner.parse(JSON.parse(text)))
      .catch(() => undefined)
    if (owner ? isRunning(owner.pid) : !(await isOld(folder))) continue
    if (owner && !(await listBuilds(storage, owner.name)).includes(owner.build))
      await removeBuild(storage, owner.name, owner.build)
    await rm(folder, { recursive: true, force: true })
  }
}

/** A young folder without an owner file may belong to a build that is just starting. */
async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined)
  return made !== undefined && Date.now() - made.mtimeMs > orphanAgeMs
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** @throws RegionError when the disk of `home` has less free space than the build needs. */
export async function assertDiskSpace(home: string, neededBytes: number): Promise<void> {
  await mkdir(home, { recursive: true })
  const { bavail, bsize } = await statfs(home)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes)
    throw new RegionError(
      `The build needs about ${gigabytes(neededBytes)} of disk under ${home}, where ${gigabytes(freeBytes)} are free.`,
    )
}
