import { partsPrefix } from '#platform/region-builds'
import { RegionError } from '../errors.ts'

export interface PartsAddress {
  bucket: string
  /** Prefix of all keys, with a trailing slash. */
  prefix: string
}

const pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)\/([a-z0-9-]+\/[a-z0-9-]+)\/?$/

/**
 * Parses the address of the parts of a build, `s3://BUCKET/datasets/.parts/NAME/ID`. No region can have such a name,
 * and anyone allowed to write data sets may write there.
 *
 * @throws RegionError for another address.
 */
export function parsePartsAddress(text: string): PartsAddress {
  const [, bucket, parent, folder] = pattern.exec(text) ?? []
  if (!bucket || parent !== partsPrefix)
    throw new RegionError(
      `"${text}" is no folder of parts: name it as s3://BUCKET/${partsPrefix}/NAME/ID`,
    )
  return { bucket, prefix: `${parent}/${folder}/` }
}
