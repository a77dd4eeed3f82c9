import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'site')

/** Whether this is a package, which brings the files of the site as they were written when it was made. */
export const hasBuiltSite = existsSync(folder)

/** The files of the built site that match the pattern, by the path at which each is served. */
export function builtFiles(pattern: string): Readonly<Record<string, string>> {
  const files = globSync(pattern, { cwd: folder }).sort()
  return Object.fromEntries(files.map((file) => [pathOf(file), join(folder, file)]))
}

/** An `index.html` is served at its folder: `/`, `/docs`. */
function pathOf(file: string): string {
  return `/${file.replace(/\/?index\.html$/, '')}`
}
