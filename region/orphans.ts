import { readdir, readlink } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum wait for killed processes: they end at once, unless they wait for a disk. */
const maxWaitMs = 5_000

/**
 * Kills the engine's builders that run in a folder or below. They outlive a killed build until they next log
 * something, and would continue to write to it. Finds them only on Linux, through `/proc`.
 *
 * @param folder Absolute, without links.
 */
export async function endBuildersIn(folder: string): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (let pids = await findBuilders(folder); pids.length > 0; pids = await findBuilders(folder)) {
    for (const pid of pids) kill(pid)
    if (Date.now() > deadline) return
    await sleep(5)
  }
}

/** Returns the process ids of the builders in a folder. */
async function findBuilders(folder: string): Promise<number[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found: number[] = []
  for (const number of numbers) {
    const told = (what: string) => readlink(`/proc/${number}/${what}`).catch(() => '')
    const place = await told('cwd')
    if (place !== folder && !place.startsWith(`${folder}${sep}`)) continue
    // Skip other programs, such as the shell of someone who reads the log.
    if (basename(await told('exe')).startsWith('valhalla_build_')) found.push(Number(number))
  }
  return found
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
