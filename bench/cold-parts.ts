import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, join } from 'node:path'
import { lineLimit } from '../infra/cloud/bundle.ts'

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

interface ProfileNode {
  id: number
  callFrame: Frame
  children?: number[]
  positionTicks?: { line: number; ticks: number }[]
}

interface Profile {
  nodes: ProfileNode[]
  samples: number[]
}

/**
 * Share of each part in the samples of a profile, without those in which nothing ran. Samples are counted, not their
 * distances: on a busy machine a distance has the time of other processes in it. What V8 or Node does for a caller,
 * such as the compilation of a function at its first call, is counted for the caller; so are Node's zlib and
 * buffers for our own code, which unpacks its tables.
 */
export function sharesOf(profilePath: string, code: string): Map<string, number> {
  const { nodes, samples } = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const sourceOf = sources(code)
  /** The part of a node, or its parts by their samples. */
  const partsOf = (id: number): readonly (readonly [part: string, samples: number])[] => {
    const { callFrame, positionTicks = [] } = byId.get(id)!
    if (callFrame.functionName === '(idle)') return []
    if (callFrame.functionName === '(garbage collector)') return [['garbage', 1]]
    const parent = parents.get(id)
    if (callFrame.url === '') return parent === undefined ? [] : partsOf(parent)
    const source = sourceOf(callFrame)
    if (source !== undefined) {
      const isUnpacking = /^node:(?:zlib|buffer)/.test(source) && parent !== undefined
      if (isUnpacking && partsOf(parent).every(([part]) => part === 'own')) return [['own', 1]]
      return [[partOf(source), 1]]
    }
    // The bundler's own functions link modules; the top of a file is of the module that a line of it comes from.
    if (callFrame.functionName || positionTicks.length === 0) return [['load and compile', 1]]
    return positionTicks.map(({ line, ticks }) => {
      const from = sourceOf({ ...callFrame, lineNumber: line - 1, columnNumber: lineLimit / 2 })
      return [from === undefined ? 'load and compile' : partOf(from), ticks]
    })
  }
  const counts = new Map<string, number>()
  for (const id of samples) {
    const found = partsOf(id)
    const sum = found.reduce((sum, [, ticks]) => sum + ticks, 0)
    for (const [part, ticks] of found) counts.set(part, (counts.get(part) ?? 0) + ticks / sum)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return new Map([...counts].map(([part, count]) => [part, count / all]))
}

function partOf(source: string): string {
  return parts.find(([, pattern]) => pattern.test(source))![0]
}

/** The source file of a frame, by the map beside its file; undefined for what the bundler wrote. */
function sources(code: string): (frame: Frame) => string | undefined {
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
    return 'originalSource' in found ? found.originalSource : undefined
  }
}
