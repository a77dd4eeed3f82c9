import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@mapbox/maki/package.json')), 'icons')
/** Maki's icon names by the theme's names, where the two differ. */
const aliases = readJson(join(import.meta.dirname, 'icon-aliases.json'))

/** Finds the Maki icon for an image of the theme such as `base:icon-art_gallery`; undefined if there is none. */
export function findIcon(image: string): string | undefined {
  const name = image.replace(/^base:(icon|transport)-/, '')
  const icon = aliases[name] ?? name.replaceAll('_', '-')
  return existsSync(locateIcon(icon)) ? icon : undefined
}

/** Reads the outlines of icons, by name, as SVG path data (`d`) in a square of 15 by 15 units. */
export function readIconPaths(names: Iterable<string>): Record<string, string> {
  const paths = [...new Set(names)].sort().map((name) => {
    const svg = readFileSync(locateIcon(name), 'utf8')
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

function locateIcon(name: string): string {
  return join(folder, `${name}.svg`)
}

function readJson(path: string): Record<string, string> {
  return JSON.parse(readFileSync(path, 'utf8'))
}
