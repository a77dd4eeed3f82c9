import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandPackage } from '#platform/home'

/** Root folder of the repository. */
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

/** Reads the repository's own manifest. Its version, which a release sets first, applies to all packages. */
export function readManifest(folder = root): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * Names of the packages in the registry, with a scope if they need one. Messages name the command's package too, so its
 * name is defined in `lib/platform/home`, which all modules can import.
 */
export const packageNames = {
  command: commandPackage,
  construct: 'cairn-cdk',
  client: 'cairn-client',
}

export type PackageKind = keyof typeof packageNames

/** Folder for the packages, each in its own subfolder. */
export const packagesFolder = join(root, 'dist/packages')
