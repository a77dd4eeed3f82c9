import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { collectPageFacts } from './facts.ts'
import { readIconPaths } from './icons.ts'
import { makeSiteFile, readSiteFiles, type SiteFile } from './site-file.ts'
import { buildBaseStyle, listIconNames } from './styles.ts'

/** The files of the explorer, ready to be served. */
export interface Site {
  files: SiteFile[]
  /** Source files of the scripts, as paths relative to the repository root. Absent in an installed package. */
  inputs?: string[]
}

const page = join(import.meta.dirname, 'page')

/** Resolves the module `cairn:facts` to data from the operation contracts. */
const facts: Plugin = {
  name: 'facts',
  setup(build) {
    build.onResolve({ filter: /^cairn:facts$/ }, ({ path }) => ({ path, namespace: 'facts' }))
    build.onLoad({ filter: /.*/, namespace: 'facts' }, () => ({
      contents: JSON.stringify(collectPageFacts()),
      loader: 'json',
    }))
  },
}

/**
 * Marks `geographiclib-geodesic` as free of side effects. `lib/ground/geo` imports it, but the page never calls it;
 * without the mark, esbuild keeps it in the bundle.
 */
const unused: Plugin = {
  name: 'unused',
  setup(build) {
    build.onResolve(
      { filter: /^geographiclib-geodesic$/ },
      async ({ path, pluginData, ...args }) => {
        if (pluginData === 'resolved') return undefined
        const { resolveDir, kind, importer } = args
        const found = await build.resolve(path, {
          resolveDir,
          kind,
          importer,
          pluginData: 'resolved',
        })
        return { ...found, sideEffects: false }
      },
    )
  },
}

/** Bundles the page. Takes a second or two. */
export async function bundleSite(): Promise<Site> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      main: join(page, 'main.tsx'),
      // MapLibre's worker is a separate module. Code that it shares with the page goes into a chunk.
      worker: 'maplibre-gl/dist/maplibre-gl-worker.mjs',
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    outdir: '/assets',
    assetNames: '[name]',
    chunkNames: 'chunk-[hash]',
    publicPath: '/assets/',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: join(page, '../..'),
    conditions: ['browser', 'module'],
    loader: { '.woff2': 'file', '.svg': 'text' },
    plugins: [facts, unused],
  })
  const assets = outputFiles.map(({ path, contents }) =>
    makeSiteFile(`/assets/${basename(path)}`, contents),
  )
  const texts = await readSiteFiles({
    '/': join(page, 'index.html'),
    '/assets/icon.svg': join(page, 'icon.svg'),
  })
  const styles = [false, true].map((isDark) =>
    makeSiteFile(
      `/assets/style-${isDark ? 'dark' : 'light'}.json`,
      toJsonBytes(buildBaseStyle(isDark)),
    ),
  )
  const icons = makeSiteFile('/assets/icons.json', toJsonBytes(readIconPaths(listIconNames())))
  const inputs = Object.keys(metafile.inputs)
  return { files: [...texts, ...assets, ...styles, icons], inputs }
}

function toJsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
