import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { makeModuleFolder, writeModule } from './bundle-cache.ts'

/**
 * Writes a CommonJS module for each of Node's built-in modules and returns their paths by name, with and without
 * `node:`.
 *
 * An `import` of a built-in module reads all its exports, and some load a lot on the first read: `WebSocket` of
 * `node:http` loads all of `fetch`, and `node:process` and `node:util` behave alike. By `import`, `node:http` took 97
 * ms of processor time; by this module, 11 ms (Node 24.21, a busy machine). Here an export is read only where it is
 * used.
 */
export function writeBuiltinModules(root: string): Record<string, string> {
  const folder = makeModuleFolder(root, 'builtins')
  const paths: Record<string, string> = {}
  for (const listed of builtinModules) {
    const name = listed.replace(/^node:/, '')
    if (name.startsWith('_')) continue
    const path = join(folder, `${name.replaceAll('/', '-')}.cjs`)
    writeModule(path, `module.exports = process.getBuiltinModule('node:${name}')\n`)
    paths[`node:${name}`] = path
    // Without the prefix, some of these names belong to packages.
    if (!listed.startsWith('node:')) paths[name] = path
  }
  return paths
}
