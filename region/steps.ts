import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const doneSuffix = '.done.json'

/**
 * Runs a step of a build in a folder of its own, which is empty. If an earlier process has finished the step there,
 * returns the result of that run.
 *
 * @param work Its result must be plain data, without the path of the folder: a resumed build has another folder.
 */
export async function once<Result>(
  folder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const done = `${folder}${doneSuffix}`
  const known = await readFile(done, 'utf8').catch(() => undefined)
  if (known !== undefined) return JSON.parse(known) as Result
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const result = await work(folder)
  // The rename makes sure that an existing result is complete.
  await writeFile(`${folder}.new`, JSON.stringify(result))
  await rename(`${folder}.new`, done)
  return result
}

/** Removes everything from the folder of a build except finished steps. Returns their number. */
export async function keepFinishedSteps(folder: string): Promise<number> {
  const names = await readdir(folder)
  const finished = names.filter((name) => names.includes(`${name}${doneSuffix}`))
  for (const name of names) {
    if (finished.some((step) => name === step || name === `${step}${doneSuffix}`)) continue
    await rm(join(folder, name), { recursive: true, force: true })
  }
  return finished.length
}
