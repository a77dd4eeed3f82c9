import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSite } from '../web/index.ts'
import { stageClientPackage } from './client-package.ts'
import { stageCommand } from './command-package.ts'
import { componentsOf, dependenciesOf } from './components.ts'
import { stageConstruct } from './construct-package.ts'
import { notice } from './notice.ts'
import { type PackageKind, packageNames, packagesFolder } from './packages.ts'
import { repositoryOf } from './registry.ts'
import { sbom } from './sbom.ts'

/** A package, made and packed. */
export interface Packed {
  kind: PackageKind
  name: string
  /** What was packed. */
  folder: string
  /** The archive for the registry. */
  archive: string
  packedBytes: number
  unpackedBytes: number
  /** Its files by path. */
  files: readonly { path: string; size: number }[]
}

/** Each writes a package and returns the files of others in it, bundled or as they are, by path under the root. */
const stages: Record<PackageKind, (folder: string) => Promise<string[]>> = {
  command: async (folder) => {
    const libraries = await stageCommand(folder)
    return [...(await filesOfSite()), ...libraries]
  },
  construct: async (folder) => {
    const functions = await stageConstruct(folder)
    // Bundles have its tables, written anew.
    const tables = 'node_modules/any-ascii/package.json'
    return [...(await filesOfSite()), ...functions, tables]
  },
  client: async (folder) => {
    stageClientPackage(folder)
    return []
  },
}

/** Files of libraries that the site has as they are; those of its scripts are known from their bundles. */
const siteFiles = ['@fontsource/noto-sans', '@mapbox/maki', '@versatiles/style', 'swagger-ui-dist']

/** Makes a package from the sources, with NOTICE and SBOM, and packs it. */
export async function makePackage(kind: PackageKind): Promise<Packed> {
  const name = packageNames[kind]
  const folder = join(packagesFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const included = componentsOf(await stages[kind](folder))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const url = repositoryOf()
  // The registry compares it with the provenance, and refuses a package that does not name it.
  if (url) manifest.repository = { type: 'git', url }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { dependencies = {}, optionalDependencies = {} } = manifest
  const installed = dependenciesOf(Object.keys({ ...dependencies, ...optionalDependencies }))
  if (included.length > 0) writeFileSync(join(folder, 'NOTICE'), notice(name, included))
  const document = sbom(name, { included, installed })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(document, null, 2)}\n`)
  return pack(kind, folder)
}

async function filesOfSite(): Promise<string[]> {
  const { inputs = [] } = await bundleSite()
  return [...inputs, ...siteFiles.map((name) => `node_modules/${name}/package.json`)]
}

function pack(kind: PackageKind, folder: string): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', packagesFolder]
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${packageNames[kind]} cannot be packed: ${stderr}`)
  const [{ filename, name, size, unpackedSize, files }] = JSON.parse(stdout)
  const archive = join(packagesFolder, filename)
  if (!existsSync(archive)) throw new Error(`npm pack made no ${archive}.`)
  return { kind, name, folder, archive, packedBytes: size, unpackedBytes: unpackedSize, files }
}
