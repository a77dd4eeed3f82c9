import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findContentFaults, maxPackedBytes } from '../../release/index.ts'

const complete = {
  LICENSE: '',
  'README.md': '',
  'sbom.cdx.json': '{}',
  'dist/index.js': '',
  'dist/index.d.ts': '',
}

/** Returns the faults of a client package with these files. */
function faultsOf(files: Record<string, string>, packedBytes = 1000): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-contents-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return findContentFaults({
    kind: 'client',
    name: 'cairn-client',
    folder,
    archive: '',
    packedBytes,
    unpackedBytes: 0,
    files: Object.keys(files).map((path) => ({ path, size: 0 })),
  })
}

describe('the contents of a package', () => {
  test('include its own files and examples', () => {
    expect(faultsOf(complete)).toEqual([])
    expect(faultsOf({ ...complete, 'examples/route.ts': '' })).toEqual([])
  })

  test('are faulty when a file is missing', () => {
    const { LICENSE: _, ...others } = complete
    expect(faultsOf(others)).toEqual(['LICENSE is missing'])
  })

  test.each([
    'test/a.js',
    'bench/a.js',
    'docs/a.md',
    'dist/source.ts',
    'dist/page.tsx',
    'data/andorra.osm.pbf',
    'data/dem.tif',
    'map.pmtiles',
    '.env',
    'node_modules/zod/index.js',
    'accounts.db',
  ])('must not include %s', (path) => {
    expect(faultsOf({ ...complete, [path]: '' })).toEqual([`${path} does not belong in it`])
  })

  test('must not name a folder of the machine that made them', () => {
    expect(faultsOf({ ...complete, 'dist/index.js': `"${process.cwd()}/lib"` })).toEqual([
      'dist/index.js names a folder of this machine',
    ])
  })

  test('have a maximum size', () => {
    expect(faultsOf(complete, maxPackedBytes.client + 1)).toEqual([
      'it has 200001 bytes packed, more than 200000',
    ])
  })
})
