import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { deployedFunctions } from '../functions/deployed.ts'
import { bundle } from '../infra/cloud/bundle.ts'
import { renderApiReference } from './api-reference.ts'
import { emitDeclarations } from './compile.ts'
import { oldestNode, promisedEngines } from './oldest-node.ts'
import { packageNames, readManifest, root } from './packages.ts'
import { writeSite } from './site.ts'

/** Peer dependencies, which the user's app installs in its own version. */
const peers = ['aws-cdk-lib', 'constructs']

/** Other dependencies of the construct: the engine, whose files form its layer, and the CDK's helpers. */
const dependencies = ['@valhallajs/valhallajs', 'cdk-monitoring-constructs', 'cdk-nag']

/** Excludes the bundler and its rules: the package contains the assets. */
const withoutBundler: Plugin = {
  name: 'without-bundler',
  setup(build) {
    build.onLoad({ filter: /infra\/cloud\/bundle\.ts$/ }, () => ({
      contents: `
        export const bundleHandler = 'index.handler'
        export function bundle(id) { throw new Error('The package lacks the function ' + id + '.') }`,
    }))
  },
}

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: `node${oldestNode}`,
  absWorkingDir: root,
  external: [...peers, ...dependencies].flatMap((name) => [name, `${name}/*`]),
  plugins: [withoutBundler],
  logLevel: 'error',
  sourcemap: true,
}

/**
 * Writes the package of the construct into an empty folder, ready to be packed. Returns the files that its functions
 * were bundled from, by path under the root.
 */
export async function stageConstruct(folder: string): Promise<string[]> {
  const dist = join(folder, 'dist')
  const construct = join(root, 'infra/cloud/construct-exports.ts')
  await build({ ...common, entryPoints: [construct], outfile: join(dist, 'index.js'), ...esModule })
  await build({
    ...common,
    entryPoints: [construct],
    outfile: join(dist, 'index.cjs'),
    ...commonJs,
  })
  const app = join(root, 'infra/cloud/app.ts')
  await build({ ...common, entryPoints: [app], outfile: join(dist, 'app.js'), ...esModule })
  const program = join(dist, 'app.js')
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`)
  chmodSync(program, 0o755)
  writeDeclarations(dist)
  const documented = ['cairn', 'options', 'stacks'].map((name) =>
    readFileSync(join(dist, 'types/esm/infra/cloud', `${name}.d.ts`), 'utf8'),
  )
  writeFileSync(join(folder, 'API.md'), renderApiReference(packageNames.construct, documented))
  const inputs = writeAssets(join(dist, 'assets'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'release/construct.md'), join(folder, 'README.md'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(buildConstructManifest(), null, 2)}\n`,
  )
  return inputs
}

const esModule: BuildOptions = {
  format: 'esm',
  // CommonJS packages load Node's modules with `require`, which ES modules lack.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';import{fileURLToPath as __fileURLToPath}from'node:url';const require=__createRequire(import.meta.url),__moduleFolder=__fileURLToPath(new URL('.',import.meta.url));",
  },
  // Node supports it since 20.11.
  define: { 'import.meta.dirname': '__moduleFolder' },
}

const commonJs: BuildOptions = {
  format: 'cjs',
  banner: { js: "const __moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': '__moduleUrl', 'import.meta.dirname': '__dirname' },
}

/** Writes the declarations for each kind of module: the `package.json` above a declaration determines its kind. */
function writeDeclarations(dist: string): void {
  const [esm, cjs] = [join(dist, 'types/esm'), join(dist, 'types/cjs')]
  emitDeclarations('infra/cloud/construct-exports.ts', esm)
  cpSync(esm, cjs, { recursive: true })
  writeFileSync(join(esm, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
}

/** Writes the assets. Returns the files that the functions were bundled from. */
function writeAssets(folder: string): string[] {
  writeSite(join(folder, 'site'))
  return deployedFunctions.flatMap(({ id }) =>
    bundle(id, { outdir: join(folder, `function-${id}`) }).inputs.map(({ path }) => path),
  )
}

function buildConstructManifest() {
  const manifest = readManifest()
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }
  const versions = (names: readonly string[], prefix = '') =>
    Object.fromEntries(names.map((name) => [name, `${prefix}${declared[name]}`]))
  return {
    name: packageNames.construct,
    version: manifest.version,
    description:
      'Cairn as a construct of the AWS CDK: routing, geocoding and prediction in your account.',
    license: manifest.license,
    type: 'module',
    keywords: ['aws-cdk', 'cdk', 'construct', 'routing', 'geocoding', 'openstreetmap'],
    engines: promisedEngines,
    bin: { [packageNames.construct]: 'dist/app.js' },
    exports: {
      '.': {
        import: {
          types: './dist/types/esm/infra/cloud/construct-exports.d.ts',
          default: './dist/index.js',
        },
        require: {
          types: './dist/types/cjs/infra/cloud/construct-exports.d.ts',
          default: './dist/index.cjs',
        },
      },
      './package.json': './package.json',
    },
    main: './dist/index.cjs',
    types: './dist/types/cjs/infra/cloud/construct-exports.d.ts',
    files: ['dist', 'API.md', 'NOTICE', 'sbom.cdx.json'],
    dependencies: versions(dependencies),
    peerDependencies: versions(peers, '^'),
  }
}
