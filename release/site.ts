import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { siteWriter } from '../web/index.ts'

/** Writes the files of the explorer and the reference into a folder. */
export function writeSite(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [siteWriter, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The page cannot be bundled: ${stderr}`)
}
