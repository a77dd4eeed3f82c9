import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()

/**
 * Makes the stacks of errors refer to the sources of a bundle, as `--enable-source-maps` does. That option reads a
 * file's map when the file is loaded, which takes a tenth of an initialisation. Here a map is read when a stack first
 * needs it.
 */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `\n    at ${formatFrame(frame)}`)
    return `${formatHead(error)}${lines.join('')}`
  }
}

function formatHead(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** Formats a frame as V8 does, with the position in the source if it is known. */
function formatFrame(frame: NodeJS.CallSite): string {
  try {
    return formatMappedFrame(frame) ?? String(frame)
  } catch {
    return String(frame)
  }
}

function formatMappedFrame(frame: NodeJS.CallSite): string | undefined {
  const file = toPath(frame.getFileName() ?? frame.getScriptNameOrSourceURL())
  const map = file && findMap(file)
  if (!map) return undefined
  const found = map.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1)
  if (!('originalSource' in found)) return undefined
  const { originalSource, originalLine, originalColumn } = found
  const place = `${join(dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`
  const name = findFunctionName(frame, map)
  const caller = frame.isAsync() ? 'async ' : ''
  return `${caller}${name ? `${name} (${place})` : place}`
}

/** Returns the name of a frame's function in the source, or its minified name when the map does not contain it. */
function findFunctionName(frame: NodeJS.CallSite, map: SourceMap): string | null {
  const [line, column] = [
    frame.getEnclosingLineNumber() ?? 1,
    frame.getEnclosingColumnNumber() ?? 1,
  ]
  const enclosing = map.findEntry(line - 1, column - 1)
  const inSource = 'name' in enclosing ? (enclosing.name as string | undefined) : undefined
  return inSource || frame.getFunctionName()
}

function toPath(name: string | null): string | undefined {
  if (!name?.endsWith('.mjs')) return undefined
  return name.startsWith('file:') ? fileURLToPath(name) : name
}

/** Returns the map of a file; `undefined` when there is none beside it. */
function findMap(file: string): SourceMap | undefined {
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
