import type { Site } from './bundle.ts'

/** The explorer and the reference, as files for a server, and the headers that they need. */
export type { Site } from './bundle.ts'
export { explorerPolicy, pageHeaders, staticPolicy } from './page-headers.ts'
export { referenceFiles } from './reference.ts'
export { readSiteFiles, type SiteFile } from './site-file.ts'
export { siteWriter } from './site-writer.ts'

/** Bundles the explorer. Takes a second or two. */
export async function bundleSite(): Promise<Site> {
  // Loaded on demand: the bundler costs start-up time.
  return await (await import('./bundle.ts')).bundleSite()
}
