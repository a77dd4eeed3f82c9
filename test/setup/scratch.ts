import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the tests and all processes they start a temporary folder that goes when they are done: some
 * of what they leave is large, and a test process may be ended before it can tidy up. And another one where
 * Node keeps what it has compiled: tests start hundreds of processes, and compiling is half of a start.
 */
export default function setup(): () => void {
  const compiled = mkdtempSync(join(tmpdir(), 'cairn-test-compiled-'))
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  process.env.NODE_COMPILE_CACHE ??= compiled
  process.env.TMPDIR = scratch
  return () => {
    for (const folder of [scratch, compiled]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
