import { readdir, readlink } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Killed processes end at once, unless they wait for a disk. */
const maxWaitMs = 5_000

/**
 * Ends the builders of the engine that run in a folder or below: they outlive a killed build until they next say
 * something, and would go on to write to it. They are found where Linux says what runs; elsewhere none are.
 *
 * @param folder Absolute, without links.
 */
export async function endBuildersIn(folder: string): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (let pids = await buildersIn(folder); pids.length > 0; pids = await buildersIn(folder)) {
    for (const pid of pids) kill(pid)
    if (Date.now() > deadline) return
    await sleep(5)
  }
}

/** Ids of processes. */
async function buildersIn(folder: string): Promise<number[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found: number[] = []
  for (const number of numbers) {
    const told = (what: string) => readlink(`/proc/${number}/${what}`).catch(() => '')
    const place = await told('cwd')
    if (place !== folder && !place.startsWith(`${folder}${sep}`)) continue
    // Not the shell of somebody who looks at the log.
    if (basename(await told('exe')).startsWith('valhalla_build_')) found.push(Number(number))
  }
  return found
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
