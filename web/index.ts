/** The explorer page, as files for a server. */
export { bundleSite, type Site, type SiteFile } from './bundle.ts'
