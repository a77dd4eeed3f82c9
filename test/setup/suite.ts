export type Suite = 'quick' | 'full' | 'long'

/** The suite that `CAIRN_TEST` names: `npm test` is `quick`, `npm run test:full` is `full`. */
export const suite: Suite = suiteNamed(process.env.CAIRN_TEST ?? 'quick')

/** Campaigns with kills, damage or many thousand cases, which the quick suite leaves out. */
export const withCampaigns = suite !== 'quick'

/** Runs of a property in the full suite; the quick suite makes a quarter of them. */
export function runs(full: number): number {
  return suite === 'quick' ? Math.ceil(full / 4) : full
}

/** The number of generated cases: few in the quick suite, many in the full one. */
export function cases({ quick, full }: { quick: number; full: number }): number {
  return suite === 'quick' ? quick : full
}

function suiteNamed(name: string): Suite {
  if (name === 'quick' || name === 'full' || name === 'long') return name
  throw new Error(`CAIRN_TEST is "${name}"; it must be quick, full or long.`)
}
