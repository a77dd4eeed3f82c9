export type Suite = 'quick' | 'full' | 'long'

/** Suite from `CAIRN_TEST`: `npm test` runs `quick`, `npm run test:full` runs `full`. */
export const suite: Suite = suiteNamed(process.env.CAIRN_TEST ?? 'quick')

/** Whether to run campaigns with kills, damage or many thousand cases; the quick suite leaves them out. */
export const withCampaigns = suite !== 'quick'

/** Returns the number of runs of a property: all in the full suite, a quarter in the quick suite. */
export function runs(full: number): number {
  return suite === 'quick' ? Math.ceil(full / 4) : full
}

/** Returns the number of generated cases: few in the quick suite, many in the others. */
export function cases({ quick, full }: { quick: number; full: number }): number {
  return suite === 'quick' ? quick : full
}

function suiteNamed(name: string): Suite {
  if (name === 'quick' || name === 'full' || name === 'long') return name
  throw new Error(`CAIRN_TEST is "${name}"; it must be quick, full or long.`)
}
