import { partsPrefix } from '#platform/region-builds'
import { RegionError } from '../errors.ts'

export interface PartsAddress {
  bucket: string
  /** Begin of all keys, with a slash at its end. */
  prefix: string
}

const pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)\/([a-z0-9-]+\/[a-z0-9-]+)\/?$/

/**
 * Where the parts of a build lie, `s3://BUCKET/datasets/.parts/NAME/ID`: no region has such a name, and whoever may
 * write data sets may write there.
 *
 * @throws RegionError for another address.
 */
export function partsAddressOf(text: string): PartsAddress {
  const [, bucket, parent, folder] = pattern.exec(text) ?? []
  if (!bucket || parent !== partsPrefix)
    throw new RegionError(
      `"${text}" is no folder of parts: name it as s3://BUCKET/${partsPrefix}/NAME/ID`,
    )
  return { bucket, prefix: `${parent}/${folder}/` }
}
