import { builtFiles, hasBuiltSite } from './built-site.ts'
import type { Site } from './bundle.ts'
import { readSiteFiles } from './site-file.ts'

/** The explorer and the reference, as files for a server, and the headers that they need. */
export type { Site } from './bundle.ts'
export { explorerPolicy, pageHeaders, staticPolicy } from './page-headers.ts'
export { referenceFiles } from './reference.ts'
export { readSiteFiles, type SiteFile } from './site-file.ts'
export { siteWriter } from './site-writer.ts'

/** The explorer: bundled from its sources, which takes a second or two, or as a package brings it. */
export async function bundleSite(): Promise<Site> {
  if (hasBuiltSite) return { files: await readSiteFiles(builtFiles('{index.html,assets/*}')) }
  // Loaded on demand: the bundler costs start-up time.
  return await (await import('./bundle.ts')).bundleSite()
}
