import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageNames, readManifest, root } from './packages.ts'

const client = join(root, 'client')

/** Writes the client package into an empty folder, ready to be packed. */
export function stageClientPackage(folder: string): void {
  const dist = join(folder, 'dist')
  const { status } = spawnSync(process.execPath, [join(client, 'build/main.ts'), dist], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The client does not compile.')
  for (const path of ['examples', 'README.md', 'LICENSE'])
    cpSync(join(client, path), join(folder, path), { recursive: true })
  const { scripts: _, ...kept } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  const files = [...kept.files, 'sbom.cdx.json']
  const described = { ...kept, name: packageNames.client, version: readManifest().version, files }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
}
