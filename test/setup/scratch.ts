import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the tests and all processes they start a temporary folder that goes when they are done: some
 * of what they leave is large, and a test process may be ended before it can tidy up.
 */
export default function setup(): () => void {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  process.env.TMPDIR = scratch
  return () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
}
