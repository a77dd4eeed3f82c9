import { regionNamesOf } from '#ground/dataset'

/** The regions that this process serves, in the order of `$REGION`; default `demo` alone. */
export function servedRegions(): readonly string[] {
  return regionNamesOf(process.env.REGION || 'demo')
}
