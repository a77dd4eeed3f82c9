import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** Folder of the prebuilt assets in a package. It does not exist in a clone. */
const packaged = join(import.meta.dirname, 'assets')

let folder: string | undefined
const built = new Set<string>()

/**
 * Returns the folder of an asset's files. They are built once per process, in a temporary folder that is removed at
 * exit. A synthesis copies them: parallel syntheses do not interfere, and repeated ones reuse the files. The folder is
 * empty where the CDK does not bundle the stack.
 */
export function stageAsset(
  scope: Construct,
  name: string,
  make: (directory: string) => unknown,
): string {
  if (!Stack.of(scope).bundlingRequired) return stageOnce('not-bundled', makeEmpty)
  const made = join(packaged, name)
  return existsSync(made) ? made : stageOnce(name, make)
}

/** Makes an empty folder for `cdk ls`, `cdk destroy` and other commands that read templates and deploy no code. */
function makeEmpty(directory: string): void {
  mkdirSync(directory, { recursive: true })
}

function stageOnce(name: string, make: (directory: string) => unknown): string {
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
