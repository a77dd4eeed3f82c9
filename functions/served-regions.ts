import { regionNamesOf } from '../lib/dataset/index.ts'

/** The regions that this process serves, in the order of `$REGION`; default `demo` alone. */
export function servedRegions(): readonly string[] {
  return regionNamesOf(process.env.REGION || 'demo')
}
