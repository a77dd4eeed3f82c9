import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { readManifest, root } from './packages.ts'

/** Returns the entries of `imports` for the manifest of a package with bundled libraries: `#middy-core` → its file. */
export function listBundledImports(libraries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    libraries.map((library) => [
      `#${toFileName(library)}`,
      `./libraries/${toFileName(library)}.js`,
    ]),
  )
}

/** Lets the modules and declarations in a folder import the bundled libraries. */
export function importBundled(folder: string, libraries: readonly string[]): void {
  for (const path of globSync('**/*.{js,d.ts}', { cwd: folder })) {
    const file = join(folder, path)
    const text = readFileSync(file, 'utf8')
    const changed = libraries.reduce(
      (changed, library) =>
        changed.replaceAll(
          new RegExp(`(\\bfrom |\\bimport\\()(["'])${library}\\2`, 'g'),
          `$1$2#${toFileName(library)}$2`,
        ),
      text,
    )
    if (changed !== text) writeFileSync(file, changed)
  }
}

/** Bundles each library into one file. Returns the source files of the bundles, by path under the root. */
export async function bundleLibraries(
  libraries: readonly string[],
  folder: string,
): Promise<string[]> {
  const installed = Object.keys(readManifest().dependencies).filter(
    (name) => !libraries.includes(name),
  )
  const { metafile } = await build({
    entryPoints: Object.fromEntries(libraries.map((library) => [toFileName(library), library])),
    // The package installs these: a second copy of zod would not recognise the schemas of the first.
    external: installed.flatMap((name) => [name, `${name}/*`]),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    metafile: true,
    outdir: join(folder, 'libraries'),
    absWorkingDir: root,
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}

/** Converts a library's name to a file name: `@middy/core` → `middy-core`. */
function toFileName(library: string): string {
  return library.replace('@', '').replaceAll('/', '-')
}
