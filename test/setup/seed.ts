import fc from 'fast-check'
import { suite } from './suite.ts'

// The verdict of the full suite on one commit is always the same; the other suites look further on each run.
const seed = process.env.CAIRN_TEST_SEED ?? (suite === 'full' ? '1' : 'random')

if (seed !== 'random') {
  if (!/^-?\d{1,9}$/.test(seed)) {
    throw new Error(`CAIRN_TEST_SEED is "${seed}"; it must be an integer or "random".`)
  }
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
}
