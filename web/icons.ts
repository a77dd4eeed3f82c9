import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@mapbox/maki/package.json')), 'icons')
/** Icons by the names that the theme has for them, where Maki's are others. */
const aliases = readJson(join(import.meta.dirname, 'icon-aliases.json'))

/** The icon of Maki for an image of the theme, such as `base:icon-art_gallery`; undefined where there is none. */
export function iconOf(image: string): string | undefined {
  const name = image.replace(/^base:(icon|transport)-/, '')
  const icon = aliases[name] ?? name.replaceAll('_', '-')
  return existsSync(fileOf(icon)) ? icon : undefined
}

/** The outlines of icons in a square of 15 by 15, as the `d` of an SVG path, by name. */
export function iconPaths(names: Iterable<string>): Record<string, string> {
  const paths = [...new Set(names)].sort().map((name) => {
    const svg = readFileSync(fileOf(name), 'utf8')
    const outlines = [...svg.matchAll(/<path[^>]*\sd="([^"]+)"/g)].map(([, d]) => d!)
    return [
      name,
      outlines
        .join(' ')
        .replaceAll(/&#x[9aA];|\s+/g, ' ')
        .trim(),
    ] as const
  })
  return Object.fromEntries(paths)
}

function fileOf(name: string): string {
  return join(folder, `${name}.svg`)
}

function readJson(path: string): Record<string, string> {
  return JSON.parse(readFileSync(path, 'utf8'))
}
