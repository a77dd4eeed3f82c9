import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** The assets that a package brings, made with it. A clone has none. */
const packaged = join(import.meta.dirname, 'assets')

let folder: string | undefined
const built = new Set<string>()

/**
 * The folder of an asset's files, built once per process in a temporary folder that is removed at its exit.
 * A synthesis copies them; parallel syntheses do not interfere, and repeated ones reuse the files. Empty
 * where the CDK needs no bundles of the stack.
 */
export function staged(
  scope: Construct,
  name: string,
  make: (directory: string) => unknown,
): string {
  if (!Stack.of(scope).bundlingRequired) return stagedOnce('not-bundled', makeEmpty)
  const made = join(packaged, name)
  return existsSync(made) ? made : stagedOnce(name, make)
}

/** For `cdk ls`, `cdk destroy` and other commands that read templates and ship no code. */
function makeEmpty(directory: string): void {
  mkdirSync(directory, { recursive: true })
}

function stagedOnce(name: string, make: (directory: string) => unknown): string {
  if (!folder) {
    const created = mkdtempSync(join(tmpdir(), 'cairn-assets-'))
    folder = created
    process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  }
  const directory = join(folder, name)
  if (!built.has(name)) make(directory)
  built.add(name)
  return directory
}
