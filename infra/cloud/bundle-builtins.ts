import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { moduleFolder, writeModule } from './bundle-cache.ts'

/**
 * Makes a CommonJS module for each of Node's own modules and returns their paths by name, with and without `node:`.
 *
 * An `import` of one of Node's modules reads every export of it, and some load much on the first read: `node:http` has
 * `WebSocket`, which loads all of `fetch`, and `node:process` and `node:util` have as much. `node:http` took 97 ms of a
 * processor by `import` and 11 ms so (Node 24.21, a busy machine). Here an export is read where it is used.
 */
export function builtins(root: string): Record<string, string> {
  const folder = moduleFolder(root, 'builtins')
  const paths: Record<string, string> = {}
  for (const listed of builtinModules) {
    const name = listed.replace(/^node:/, '')
    if (name.startsWith('_')) continue
    const path = join(folder, `${name.replaceAll('/', '-')}.cjs`)
    writeModule(path, `module.exports = process.getBuiltinModule('node:${name}')\n`)
    paths[`node:${name}`] = path
    // Without the prefix, some names are packages.
    if (!listed.startsWith('node:')) paths[name] = path
  }
  return paths
}
