import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a temporary folder for the tests and all their processes, and removes it at the end: some leftovers
 * are large, and a test process may end before it can tidy up. A second folder is Node's compile cache: tests
 * start hundreds of processes, and compilation is half of a start.
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
