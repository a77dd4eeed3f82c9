import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { pageFacts } from './facts.ts'
import { iconPaths } from './icons.ts'
import { readSiteFiles, type SiteFile, siteFile } from './site-file.ts'
import { baseStyle, iconNames } from './styles.ts'

/** The page as a server sends it. */
export interface Site {
  files: SiteFile[]
  /** The files that the scripts were bundled from, by path under the root; unknown in a package. */
  inputs?: string[]
}

const page = join(import.meta.dirname, 'page')

/** `cairn:facts`, made from the contracts. */
const facts: Plugin = {
  name: 'facts',
  setup(build) {
    build.onResolve({ filter: /^cairn:facts$/ }, ({ path }) => ({ path, namespace: 'facts' }))
    build.onLoad({ filter: /.*/, namespace: 'facts' }, () => ({
      contents: JSON.stringify(pageFacts()),
      loader: 'json',
    }))
  },
}

/** Geodesics that the page does not measure: a part of `lib/ground/geo` that could not be left out otherwise. */
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
      // A module of its own, for its worker; what it shares with the page is a chunk.
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
    siteFile(`/assets/${basename(path)}`, contents),
  )
  const texts = await readSiteFiles({
    '/': join(page, 'index.html'),
    '/assets/icon.svg': join(page, 'icon.svg'),
  })
  const styles = [false, true].map((isDark) =>
    siteFile(`/assets/style-${isDark ? 'dark' : 'light'}.json`, jsonBytes(baseStyle(isDark))),
  )
  const icons = siteFile('/assets/icons.json', jsonBytes(iconPaths(iconNames())))
  const inputs = Object.keys(metafile.inputs)
  return { files: [...texts, ...assets, ...styles, icons], inputs }
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
