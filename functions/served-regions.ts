import { parseRegionNames } from '#ground/dataset'

/** Returns the regions that this process serves, in the order of `$REGION`; default: only `demo`. */
export function listServedRegions(): readonly string[] {
  return parseRegionNames(process.env.REGION || 'demo')
}
