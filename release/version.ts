import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unreleased } from './changelog.ts'
import { readManifest, root } from './packages.ts'

/** The files in which a version stands, each once or twice. */
const files = ['package.json', 'package-lock.json', 'client/package.json']

/** The version of all packages. */
export function versionOf(folder = root): string {
  return readManifest(folder).version
}

/**
 * Gives all packages a version: in their manifests, and in the changelog, whose unreleased changes become those of
 * the version on this day (YYYY-MM-DD).
 */
export function setVersion(version: string, day: string, folder = root): void {
  const changelog = join(folder, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8')
  if (text.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has version ${version} already.`)
  if (!unreleased(text)) throw new Error('CHANGELOG.md has no changes under "Unreleased".')
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
