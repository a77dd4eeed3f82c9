import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleLibraries, importBundled, listBundledImports } from './bundled-libraries.ts'
import { compile } from './compile.ts'
import { promisedEngines } from './oldest-node.ts'
import { packageNames, readManifest, root } from './packages.ts'
import { writeSite } from './site.ts'

/** Modules that are started, by a person or by another module, and the module that programs import. */
const entries = [
  'cli/cairn.ts',
  'cli/start-cairn.ts',
  'infra/local/worker.ts',
  'infra/local/jobs/step-process.ts',
  'region/elevation/gdal-child.ts',
  'region/places/tile-thread.ts',
  'region/threads/stage-thread.ts',
]

/** Modules that only a clone contains: the page is bundled, and developers use further commands. */
const withoutModules = ['./developer-commands.ts', './bundle.ts']

/** Files that the modules read, by path. */
const files = ['LICENSE', 'infra/local/site/console', 'scripts/node-version.mjs']

/** Dependencies whose files are in the package. */
const included = ['swagger-ui-dist']

/** Bundled dependencies. They need a newer Node than the package promises, so npm would warn of each at every `npx`. */
const bundled = ['@middy/core', 'commander', 'zod-openapi']

/**
 * Writes the package of the `cairn` command into an empty folder, ready to be packed. Returns the files of bundled
 * libraries, by path under the root.
 */
export async function stageCommand(folder: string): Promise<string[]> {
  compile({ entries, without: withoutModules, outDir: folder })
  importBundled(folder, bundled)
  const inputs = await bundleLibraries(bundled, folder)
  for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true })
  const site = join(folder, 'web/site')
  writeSite(site)
  // The server answers these itself.
  for (const path of ['openapi.json', 'map']) rmSync(join(site, path), { recursive: true })
  const launcher = readFileSync(join(root, 'cli/cairn.mjs'), 'utf8')
  writeFileSync(join(folder, 'cli/cairn.mjs'), launcher.replaceAll('./cairn.ts', './cairn.js'), {
    mode: 0o755,
  })
  cpSync(join(root, 'release/command.md'), join(folder, 'README.md'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(buildCommandManifest(), null, 2)}\n`,
  )
  return inputs
}

function buildCommandManifest() {
  const manifest = readManifest()
  const { name: _, private: __, scripts: ___, devDependencies: ____, ...kept } = manifest
  return {
    name: packageNames.command,
    ...kept,
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).filter(
        ([name]) => ![...included, ...bundled].includes(name),
      ),
    ),
    imports: {
      ...Object.fromEntries(
        // Imports of modules are relative paths in the package.
        Object.entries(manifest.imports)
          .filter(([, path]) => !path.endsWith('/index.ts'))
          .map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]),
      ),
      ...listBundledImports(bundled),
    },
    // The launcher starts the Node that is installed with the package.
    engines: promisedEngines,
    exports: {
      '.': { types: './cli/start-cairn.d.ts', default: './cli/start-cairn.js' },
      './package.json': './package.json',
    },
  }
}
