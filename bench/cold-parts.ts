import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, join } from 'node:path'

/** Parts of an initialisation, and which files belong to them, in the order of the match. */
const parts: readonly [part: string, pattern: RegExp][] = [
  ['AWS SDK', /node_modules\/@(aws-sdk|smithy|aws-crypto)\//],
  ['zod', /node_modules\/zod\//],
  ['engine', /valhallajs/],
  ['other packages', /node_modules\/(?!\.cache\/tables\/)/],
  ['load and compile', /^node:internal\/modules\/|^node:internal\/source_map/],
  ['Node', /^node:/],
  ['own', /./],
]

export const partNames: readonly string[] = [...parts.map(([part]) => part), 'garbage']

interface Frame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}

interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[]
  samples: number[]
}

/**
 * Share of each part in the samples of a profile, without those in which nothing ran. Samples are counted, not their
 * distances: on a busy machine a distance has the time of other processes in it. What V8 or Node does for a caller,
 * such as the compilation of a function at its first call, is counted for the caller; so is Node's zlib for our own code,
 * which unpacks its tables.
 */
export function sharesOf(profilePath: string, code: string): Map<string, number> {
  const { nodes, samples } = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const sourceOf = sources(code)
  const partOf = (id: number): string | undefined => {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') return undefined
    if (frame.functionName === '(garbage collector)') return 'garbage'
    const parent = parents.get(id)
    if (frame.url === '') return parent === undefined ? undefined : partOf(parent)
    const source = sourceOf(frame)
    const part = parts.find(([, pattern]) => pattern.test(source))?.[0]
    const isUnpacking = /^node:(?:zlib|buffer)/.test(source) && parent !== undefined
    return isUnpacking && partOf(parent) === 'own' ? 'own' : part
  }
  const counts = new Map<string, number>()
  for (const id of samples) {
    const part = partOf(id)
    if (part) counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return new Map([...counts].map(([part, count]) => [part, count / all]))
}

/** The source file of a frame, by the map beside its file. */
function sources(code: string): (frame: Frame) => string {
  const maps = new Map<string, SourceMap>()
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.includes('/task/')) return url
    const name = basename(url)
    let map = maps.get(name)
    if (!map) {
      map = new SourceMap(JSON.parse(readFileSync(join(code, `${name}.map`), 'utf8')))
      maps.set(name, map)
    }
    const found = map.findEntry(lineNumber, columnNumber)
    return 'originalSource' in found ? found.originalSource : url
  }
}
