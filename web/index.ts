import { hasBuiltSite, listBuiltFiles } from './built-site.ts'
import type { Site } from './bundle.ts'
import { readSiteFiles } from './site-file.ts'

/** The explorer and the API reference as files for a server, with the HTTP headers that they need. */
export type { Site } from './bundle.ts'
export { buildExplorerPolicy, pageHeaders, staticPolicy } from './page-headers.ts'
export { referenceFiles } from './reference.ts'
export { readSiteFiles, type SiteFile } from './site-file.ts'
export { siteWriter } from './site-writer.ts'

/**
 * Returns the explorer's files: bundled from source, which takes one to two seconds, or prebuilt in an installed
 * package.
 */
export async function bundleSite(): Promise<Site> {
  if (hasBuiltSite) return { files: await readSiteFiles(listBuiltFiles('{index.html,assets/*}')) }
  // Imported on demand, because the bundler slows down the start.
  return await (await import('./bundle.ts')).bundleSite()
}
