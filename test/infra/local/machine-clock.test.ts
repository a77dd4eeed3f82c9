import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readMachineMs } from '../../../infra/local/machine-clock.ts'

test('all processes of a machine read the same clock, whatever the time is set to', () => {
  const program = `import { readMachineMs } from './infra/local/machine-clock.ts'
    console.log(readMachineMs())`
  const env = {
    ...process.env,
    NODE_OPTIONS: '--import ./test/fixtures/shifted-clock.mjs',
    CAIRN_TEST_CLOCK_SHIFT_MS: '3600000',
  }
  const before = readMachineMs()
  const read = Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { env }),
  )
  expect(read).toBeGreaterThan(before)
  expect(read).toBeLessThan(readMachineMs())
})
