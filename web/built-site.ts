import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'site')

/** Whether the files of the site are prebuilt, as in an installed package. */
export const hasBuiltSite = existsSync(folder)

/** Lists the prebuilt files that match a pattern, by URL path. */
export function listBuiltFiles(pattern: string): Readonly<Record<string, string>> {
  const files = globSync(pattern, { cwd: folder }).sort()
  return Object.fromEntries(files.map((file) => [toUrlPath(file), join(folder, file)]))
}

/** Converts a file name to its URL path. An `index.html` is served at its folder: `/`, `/docs`. */
function toUrlPath(file: string): string {
  return `/${file.replace(/\/?index\.html$/, '')}`
}
