import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()

/**
 * Makes the stacks of errors name the sources of a bundle, as `--enable-source-maps` does. That option reads the map of
 * each file when the file is loaded, a tenth of an initialisation; here a map is read when a stack first needs it.
 */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `\n    at ${placeOf(frame)}`)
    return `${headOf(error)}${lines.join('')}`
  }
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** A frame as V8 writes it, with the position in the source where it has one. */
function placeOf(frame: NodeJS.CallSite): string {
  try {
    return mappedPlaceOf(frame) ?? String(frame)
  } catch {
    return String(frame)
  }
}

function mappedPlaceOf(frame: NodeJS.CallSite): string | undefined {
  const file = pathOf(frame.getFileName() ?? frame.getScriptNameOrSourceURL())
  const map = file && mapOf(file)
  if (!map) return undefined
  const found = map.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1)
  if (!('originalSource' in found)) return undefined
  const { originalSource, originalLine, originalColumn } = found
  const place = `${join(dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`
  const name = nameOf(frame, map)
  const caller = frame.isAsync() ? 'async ' : ''
  return `${caller}${name ? `${name} (${place})` : place}`
}

/** The name in the source of the function of a frame; minified names stand for those that the map does not have. */
function nameOf(frame: NodeJS.CallSite, map: SourceMap): string | null {
  const [line, column] = [
    frame.getEnclosingLineNumber() ?? 1,
    frame.getEnclosingColumnNumber() ?? 1,
  ]
  const enclosing = map.findEntry(line - 1, column - 1)
  const inSource = 'name' in enclosing ? (enclosing.name as string | undefined) : undefined
  return inSource || frame.getFunctionName()
}

function pathOf(name: string | null): string | undefined {
  if (!name?.endsWith('.mjs')) return undefined
  return name.startsWith('file:') ? fileURLToPath(name) : name
}

/** Undefined for a file without a map beside it. */
function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

function readMap(file: string): SourceMap | undefined {
  let text: string
  try {
    text = readFileSync(`${file}.map`, 'utf8')
  } catch {
    return undefined
  }
  return new SourceMap(JSON.parse(text))
}
