import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandPackage } from '#platform/home'

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '..')

interface Manifest {
  name: string
  version: string
  license: string
  private: boolean
  scripts: Record<string, string>
  /** Paths that are imported by name. */
  imports: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** What the repository itself declares now: its version, which a release sets first, is that of all packages. */
export function readManifest(folder = root): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * Names of the packages in the registry, with a scope if they are to have one. Messages name the command's package
 * too, so its name is below all rooms.
 */
export const packageNames = {
  command: commandPackage,
  construct: 'cairn-cdk',
  client: 'cairn-client',
}

export type PackageKind = keyof typeof packageNames

/** Where packages are made, each in a folder of its own. */
export const packagesFolder = join(root, 'dist/packages')
