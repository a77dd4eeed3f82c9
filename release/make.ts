import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSite } from '../web/index.ts'
import { stageClientPackage } from './client-package.ts'
import { stageCommand } from './command-package.ts'
import { findComponents, findDependencies } from './components.ts'
import { stageConstruct } from './construct-package.ts'
import { renderNotice } from './notice.ts'
import { type PackageKind, packageNames, packagesFolder } from './packages.ts'
import { readRepository } from './registry.ts'
import { buildSbom } from './sbom.ts'

/** A package, built and packed. */
export interface Packed {
  kind: PackageKind
  name: string
  /** Folder that was packed. */
  folder: string
  /** Archive for the registry. */
  archive: string
  packedBytes: number
  unpackedBytes: number
  /** Files of the package by path. */
  files: readonly { path: string; size: number }[]
}

/**
 * Writers of the packages. Each returns the third-party files in its package, bundled or copied, by path under the
 * root.
 */
const stages: Record<PackageKind, (folder: string) => Promise<string[]>> = {
  command: async (folder) => {
    const libraries = await stageCommand(folder)
    return [...(await listSiteFiles()), ...libraries]
  },
  construct: async (folder) => {
    const functions = await stageConstruct(folder)
    // Bundles contain its tables in another form.
    const tables = 'node_modules/any-ascii/package.json'
    return [...(await listSiteFiles()), ...functions, tables]
  },
  client: async (folder) => {
    stageClientPackage(folder)
    return []
  },
}

/** Libraries whose files the site copies. The libraries of its scripts are known from their bundles. */
const siteFiles = ['@fontsource/noto-sans', '@mapbox/maki', '@versatiles/style', 'swagger-ui-dist']

/** Builds a package from the sources, with NOTICE and SBOM, and packs it. */
export async function makePackage(kind: PackageKind): Promise<Packed> {
  const name = packageNames[kind]
  const folder = join(packagesFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const included = findComponents(await stages[kind](folder))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const url = readRepository()
  // The registry compares it with the provenance, and refuses a package that does not name it.
  if (url) manifest.repository = { type: 'git', url }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { dependencies = {}, optionalDependencies = {} } = manifest
  const installed = findDependencies(Object.keys({ ...dependencies, ...optionalDependencies }))
  if (included.length > 0) writeFileSync(join(folder, 'NOTICE'), renderNotice(name, included))
  const document = buildSbom(name, { included, installed })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(document, null, 2)}\n`)
  return pack(kind, folder)
}

async function listSiteFiles(): Promise<string[]> {
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
