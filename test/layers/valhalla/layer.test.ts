import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { buildEngineConfig } from '#routing/engine'
import {
  assembleLayer,
  type LayerArchitecture,
  type LayerReport,
} from '../../../layers/valhalla/index.ts'
import { copyOfPackage } from './package-copy.ts'

const here: LayerArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64'
const scratch = mkdtempSync(join(tmpdir(), 'cairn-layer-'))
const reports = {} as Record<LayerArchitecture, LayerReport>

beforeAll(() => {
  for (const architecture of ['arm64', 'x86_64'] as const) {
    reports[architecture] = assembleLayer({ architecture, outdir: join(scratch, architecture) })
  }
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const packageOf = (directory: string) =>
  join(directory, 'nodejs/node_modules/@valhallajs/valhallajs')

function filesOf(directory: string): Map<string, string> {
  const files = globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [path.slice(directory.length), readFileSync(path, 'base64')]),
  )
}

describe.each(['arm64', 'x86_64'] as const)('the layer for %s', (architecture) => {
  test('contains the engine and its libraries, and no program or other platform', () => {
    const names = [...filesOf(reports[architecture].directory).keys()]
    const folder = architecture === 'arm64' ? 'linux/arm64' : 'linux/x64'
    expect(names).toContain(
      `/nodejs/node_modules/@valhallajs/valhallajs/${folder}/valhalla_node.node`,
    )
    const text = /\/(index\.js|lib\/binary-path\.js|package\.json|README\.md|NOTICE)$/
    const binary = new RegExp(`/${folder}/(valhalla_node\\.node|lib/lib[^/]+\\.so[.0-9]*)$`)
    expect(names.filter((name) => !text.test(name) && !binary.test(name))).toEqual([])
    expect(names).toHaveLength(reports[architecture].files)
  })

  test('is under 130 MB unzipped, as its report states', () => {
    const { bytes, directory } = reports[architecture]
    const contents = [...filesOf(directory).values()]
    expect(bytes).toBe(contents.reduce((sum, text) => sum + Buffer.byteLength(text, 'base64'), 0))
    expect(bytes).toBeLessThan(130e6)
  })

  test('needs no library that Lambda lacks', () => {
    const { dropped, libraries } = reports[architecture]
    expect(dropped['libsasl2.so.3']).toContain('libcrypt.so.1')
    expect(libraries).not.toContain('libminizip.so.2.5')
    expect(libraries).toContain('libcurl.so.4')
  })

  test('needs no newer C library than Amazon Linux 2023 has', () => {
    const { GLIBC, GLIBCXX, CXXABI } = reports[architecture].versions
    expect([GLIBC, GLIBCXX, CXXABI]).toEqual(['2.28', '3.4.22', '1.3.11'])
  })

  test('names the licence of every binary in it, and the changes', () => {
    const text = readFileSync(join(packageOf(reports[architecture].directory), 'NOTICE'), 'utf8')
    for (const library of reports[architecture].libraries) expect(text).toContain(`${library}: `)
    expect(text).toContain('changed: no longer asks for')
  })

  test('has the same bytes when it is built again over old files', () => {
    const outdir = join(scratch, `${architecture}-again`)
    assembleLayer({ architecture, outdir })
    writeFileSync(join(outdir, 'left-over'), 'x')
    assembleLayer({ architecture, outdir })
    expect(filesOf(outdir)).toEqual(filesOf(reports[architecture].directory))
  })
})

describe('a package that Lambda could not load', () => {
  const outdir = join(scratch, 'refused')
  let copy: string
  const library = (name: string) => join(copy, 'linux/arm64/lib', name)
  const assemble = (options = {}) =>
    assembleLayer({ architecture: 'arm64', outdir, packageDirectory: copy, ...options })

  beforeAll(() => {
    copy = copyOfPackage('linux/arm64')
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** Breaks a library while `use` runs. */
  function broken(name: string, breakIt: (path: string) => void, use: () => void): void {
    const whole = readFileSync(library(name))
    try {
      breakIt(library(name))
      use()
    } finally {
      writeFileSync(library(name), whole)
    }
  }

  test('is refused for a missing library', () => {
    broken('libnghttp2.so.14', rmSync, () => {
      expect(assemble).toThrow('lib/libcurl.so.4 uses nghttp2_')
    })
    broken('liblz4.so.1', rmSync, () => {
      expect(assemble).toThrow('valhalla_node.node uses LZ4F_createDecompressionContext')
      expect(assemble).toThrow(
        'valhalla_node.node asks for liblz4.so.1, which the package does not have.',
      )
    })
    broken('libssl.so.1.1', rmSync, () => {
      expect(assemble).toThrow(
        'libcurl.so.4 needs libssl.so.1.1, which neither the layer nor Lambda has.',
      )
    })
  })

  test("is refused for a symbol version newer than the runtime's, naming both", () => {
    const bounds = { GLIBC: '2.27', GLIBCXX: '3.4.29', CXXABI: '1.3.13', GCC: '11.0.0' }
    expect(() => assemble({ bounds })).toThrow(
      /needs GLIBC_2\.28 of libc\.so\.6, but Lambda has GLIBC_2\.27\./,
    )
    expect(() => assemble({ bounds: { ...bounds, GLIBC: '2.28', GLIBCXX: '3.4.21' } })).toThrow(
      'GLIBCXX_3.4.22',
    )
  })

  test('is refused for libraries of the other processor', () => {
    expect(() => assemble({ architecture: 'x86_64' })).toThrow(
      'linux/x64/valhalla_node.node cannot be read',
    )
    const other = readFileSync('node_modules/@valhallajs/valhallajs/linux/x64/lib/liblz4.so.1')
    broken(
      'liblz4.so.1',
      (path) => writeFileSync(path, other),
      () => {
        expect(assemble).toThrow('lib/liblz4.so.1 is built for x86_64.')
      },
    )
  })

  test('is refused for a search path that does not lead to its libraries', () => {
    const astray = (path: string) => {
      const bytes = readFileSync(path)
      // The path has the same length, but names another folder.
      bytes.write('$ORIGIM', bytes.indexOf('$ORIGIN\0'), 'utf8')
      writeFileSync(path, bytes)
    }
    broken('libcurl.so.4', astray, () => {
      expect(assemble).toThrow(/libcurl\.so\.4 needs libnghttp2.*RPATH \(\$ORIGIM\)/)
    })
  })

  test('is refused for a library that is cut short or not a library', () => {
    broken(
      'libtiff.so.5',
      (path) => truncateSync(path, 5000),
      () => {
        expect(assemble).toThrow('lib/libtiff.so.5 cannot be read')
      },
    )
    broken(
      'libtiff.so.5',
      (path) => writeFileSync(path, 'not a library'),
      () => {
        expect(assemble).toThrow(
          'lib/libtiff.so.5 cannot be read: not a 64-bit little-endian ELF file.',
        )
      },
    )
  })

  test('is refused when its layer would be over 130 MB', () => {
    const grow = (path: string) => truncateSync(path, 131e6)
    broken('liblz4.so.1', grow, () => {
      expect(assemble).toThrow(
        /^The engine's layer has \d{9} bytes, over its bound of 130000000\.$/,
      )
    })
  })

  test('is refused when it is not installed', () => {
    const packageDirectory = join(scratch, 'nowhere')
    expect(() => assemble({ packageDirectory })).toThrow('valhallajs is not installed in')
  })

  test('leaves no files behind when it is refused', () => {
    expect(globSync('**/*', { cwd: outdir })).toEqual([])
  })
})

describe('the layer on this machine', () => {
  const nodePath = () => join(reports[here].directory, 'nodejs/node_modules')

  test('contains every library that the loader finds for it', (context) => {
    const engine = join(
      packageOf(reports[here].directory),
      `linux/${process.arch}/valhalla_node.node`,
    )
    const { stdout, status } = spawnSync('ldd', [engine], { encoding: 'utf8' })
    if (status !== 0) context.skip('there is no ldd here')
    const found = [...stdout.matchAll(/^\s*(\S+) => (\S+)/gm)].map(([, name, path]) => [name, path])
    const inLayer = found.filter(([, path]) => path?.startsWith(reports[here].directory))
    expect(inLayer.map(([name]) => name).sort()).toEqual(reports[here].libraries)
    expect(stdout).not.toContain('not found')
  })

  test('contains all that the engine needs, with every symbol bound at once', async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    const tileExtract = storage.localPath!(dataset.fileKey('routing.tar'))
    const script = join(scratch, 'ask.mjs')
    writeFileSync(
      script,
      `import { createRequire } from 'node:module'
      const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs')
      console.log(await new Actor(${JSON.stringify(JSON.stringify(buildEngineConfig(tileExtract)))}).status('{}'))`,
    )
    const answer = execFileSync(process.execPath, [script], {
      cwd: scratch,
      // Binds symbols too that a lazy loader would look for only when they are called.
      env: { NODE_PATH: nodePath(), LD_BIND_NOW: '1' },
      encoding: 'utf8',
    })
    expect(JSON.parse(answer)).toMatchObject({ version: reports[here].version })
  })
})
