import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** One file of a page, as a server sends it. */
export interface SiteFile {
  /** For example `/` for the explorer, `/assets/main.js`. */
  path: string
  type: string
  bytes: Uint8Array
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** @param name Its extension gives the type; default the path. */
export function siteFile(path: string, bytes: Uint8Array, name = path): SiteFile {
  const type = types[extname(name)]
  if (!type) throw new Error(`The page has a file of an unknown type: ${name}`)
  return { path, type, bytes }
}

/** Reads files of this machine, named by the paths at which they are served. */
export async function readSiteFiles(files: Readonly<Record<string, string>>): Promise<SiteFile[]> {
  const read = Object.entries(files).map(async ([path, file]) =>
    siteFile(path, await readFile(file), file),
  )
  return await Promise.all(read)
}
