import { existsSync, readFileSync } from 'node:fs'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { buildSbom, findComponents, findDependencies, renderNotice } from '../../release/index.ts'

test('finds the libraries of files once each, and none for other files', () => {
  const paths = [
    'node_modules/zod/v4/index.js',
    'node_modules/zod/package.json',
    'node_modules/@mapbox/maki/icons/bar.svg',
    'node_modules/.cache/words/tables.js',
    'lib/ground/geo/index.ts',
  ]
  expect(findComponents(paths).map(({ name, licence }) => [name, licence])).toEqual([
    ['@mapbox/maki', 'CC0-1.0'],
    ['zod', 'MIT'],
  ])
})

test('finds dependencies of dependencies, each where Node finds it', () => {
  const found = findDependencies(['geotiff', 'commander'])
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['geotiff', 'commander']))
  expect(found.length).toBeGreaterThan(3)
  for (const { folder, version, licence } of found) {
    expect(existsSync(folder), folder).toBe(true)
    expect(version).toMatch(/^\d+\./)
    expect(licence).not.toBe('')
  }
})

test('a NOTICE contains the licence of each library, and a shared text once', () => {
  const components = findComponents(['node_modules/zod/a.js', 'node_modules/preact/a.js'])
  const text = renderNotice('cairn-cdk', components)
  for (const { name, version } of components) expect(text).toContain(`${name} ${version} (MIT)`)
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(2)
})

test('an SBOM names every library by its package URL and its location', () => {
  const [zod] = findComponents(['node_modules/zod/a.js'])
  const [maki] = findComponents(['node_modules/@mapbox/maki/a.svg'])
  const { bomFormat, components } = buildSbom('cairn', { included: [maki!], installed: [zod!] })
  expect(bomFormat).toBe('CycloneDX')
  expect(components.map(({ purl, properties }) => [purl, properties[0]!.value])).toEqual([
    [`pkg:npm/%40mapbox/maki@${maki!.version}`, 'in the package'],
    [`pkg:npm/zod@${zod!.version}`, 'installed with it'],
  ])
})

test('an SBOM of all dependencies conforms to the schema of CycloneDX 1.6', async () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const included = findComponents(['node_modules/maplibre-gl/dist/maplibre-gl.js'])
  const document = buildSbom('cairn-cli', {
    included,
    installed: findDependencies(Object.keys(dependencies)),
  })
  expect(document.components.length).toBeGreaterThan(50)
  const schema = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await schema.validate(JSON.stringify(document))).toBeNull()
  const broken = { ...document, components: [{ type: 'library' }] }
  expect(await schema.validate(JSON.stringify(broken))).not.toBeNull()
})
