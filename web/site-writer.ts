import { join } from 'node:path'

/** The program that writes all files of the site into the folder it is given, for a bucket. */
export const siteWriter = join(import.meta.dirname, 'write-site.ts')
