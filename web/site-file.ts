import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** A file of a page, with its content type. */
export interface SiteFile {
  /** URL path, for example `/` or `/assets/main.js`. */
  path: string
  type: string
  bytes: Uint8Array
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Makes a site file. The extension of `name`, by default of the path, determines the content type. */
export function makeSiteFile(path: string, bytes: Uint8Array, name = path): SiteFile {
  const type = contentTypes[extname(name)]
  if (!type) throw new Error(`The page has a file of an unknown type: ${name}`)
  return { path, type, bytes }
}

/** Reads local files, given by the URL paths at which they are served. */
export async function readSiteFiles(files: Readonly<Record<string, string>>): Promise<SiteFile[]> {
  const read = Object.entries(files).map(async ([path, file]) =>
    makeSiteFile(path, await readFile(file), file),
  )
  return await Promise.all(read)
}
