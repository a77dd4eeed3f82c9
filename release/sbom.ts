import type { Component } from './components.ts'
import { readManifest } from './packages.ts'

export interface Contents {
  /** Libraries whose code or files are part of the package. */
  included: readonly Component[]
  /** Libraries that are installed with it. */
  installed: readonly Component[]
}

/** Lists the libraries of a package as a CycloneDX 1.6 document. It only depends on the lock file. */
export function buildSbom(packageName: string, { included, installed }: Contents) {
  const { version, license } = readManifest()
  const main = { name: packageName, version, licence: license }
  const scope = new Map([
    ...installed.map((component) => [formatPurl(component), component] as const),
    ...included.map((component) => [formatPurl(component), component] as const),
  ])
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...describe(main) } },
    components: [...scope.values()]
      .sort((a, b) => (formatPurl(a) < formatPurl(b) ? -1 : 1))
      .map((component) => ({
        type: 'library',
        ...describe(component),
        properties: [
          {
            name: 'cairn:place',
            value: included.includes(component) ? 'in the package' : 'installed with it',
          },
        ],
      })),
  }
}

type Named = Pick<Component, 'name' | 'version' | 'licence'>

function describe(component: Named) {
  const { name, version, licence } = component
  const purl = formatPurl(component)
  return { 'bom-ref': purl, name, version, purl, licenses: [{ expression: licence }] }
}

/** Formats a package URL (https://github.com/package-url/purl-spec): the scope's @ is encoded. */
function formatPurl({ name, version }: Named): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
