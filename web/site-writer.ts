import { join } from 'node:path'

/** Path of the program that writes all files of the site into a folder, for upload to a bucket. */
export const siteWriter = join(import.meta.dirname, 'write-site.ts')
