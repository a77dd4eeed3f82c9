import fc from 'fast-check'
import { suite } from './suite.ts'

// The full suite always has the same result on one commit; the other suites try new cases on each run.
const seed = process.env.CAIRN_TEST_SEED ?? (suite === 'full' ? '1' : 'random')

if (seed !== 'random') {
  if (!/^-?\d{1,9}$/.test(seed)) {
    throw new Error(`CAIRN_TEST_SEED is "${seed}"; it must be an integer or "random".`)
  }
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
}
