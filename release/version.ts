import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readUnreleased } from './changelog.ts'
import { readManifest, root } from './packages.ts'

/** Files that contain the version, each once or twice. */
const files = ['package.json', 'package-lock.json', 'client/package.json']

/** Returns the version of all packages. */
export function readVersion(folder = root): string {
  return readManifest(folder).version
}

/**
 * Sets the version of all packages: in their manifests, and in the changelog, where the unreleased changes become the
 * section of this version and day (YYYY-MM-DD).
 */
export function setVersion(version: string, day: string, folder = root): void {
  const changelog = join(folder, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8')
  if (text.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has version ${version} already.`)
  if (!readUnreleased(text)) throw new Error('CHANGELOG.md has no changes under "Unreleased".')
  for (const file of files) {
    const path = join(folder, file)
    const json = JSON.parse(readFileSync(path, 'utf8'))
    json.version = version
    if (json.packages) json.packages[''].version = version
    writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`)
  }
  writeFileSync(
    changelog,
    text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`),
  )
}
