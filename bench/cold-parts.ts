import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, join } from 'node:path'
import { lineLimit } from '../infra/cloud/bundle.ts'

/** Parts of an initialisation and the files that belong to them; the first match counts. */
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
 * Computes the share of each part in the samples of a profile, ignoring idle samples. Samples are counted, because on
 * a busy machine the time between samples includes other processes. Work of V8 or Node for a caller, such as
 * compiling a function at its first call, counts for the caller. So do Node's zlib and buffers for our own code,
 * which unpacks its tables.
 */
export function measureShares(profilePath: string, code: string): Map<string, number> {
  const { nodes, samples } = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const findSource = createSourceFinder(code)
  /** Returns the part of a node, or several parts with their samples. */
  const listParts = (id: number): readonly (readonly [part: string, samples: number])[] => {
    const { callFrame, positionTicks = [] } = byId.get(id)!
    if (callFrame.functionName === '(idle)') return []
    if (callFrame.functionName === '(garbage collector)') return [['garbage', 1]]
    const parent = parents.get(id)
    if (callFrame.url === '') return parent === undefined ? [] : listParts(parent)
    const source = findSource(callFrame)
    if (source !== undefined) {
      const isUnpacking = /^node:(?:zlib|buffer)/.test(source) && parent !== undefined
      if (isUnpacking && listParts(parent).every(([part]) => part === 'own')) return [['own', 1]]
      return [[findPart(source), 1]]
    }
    // The bundler's own functions link modules. Top-level code of a file belongs to the module that its line comes
    // from.
    if (callFrame.functionName || positionTicks.length === 0) return [['load and compile', 1]]
    return positionTicks.map(({ line, ticks }) => {
      const from = findSource({ ...callFrame, lineNumber: line - 1, columnNumber: lineLimit / 2 })
      return [from === undefined ? 'load and compile' : findPart(from), ticks]
    })
  }
  const counts = new Map<string, number>()
  for (const id of samples) {
    const found = listParts(id)
    const sum = found.reduce((sum, [, ticks]) => sum + ticks, 0)
    for (const [part, ticks] of found) counts.set(part, (counts.get(part) ?? 0) + ticks / sum)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return new Map([...counts].map(([part, count]) => [part, count / all]))
}

function findPart(source: string): string {
  return parts.find(([, pattern]) => pattern.test(source))![0]
}

/**
 * Creates a function that finds the source file of a frame from the source map beside its file. It returns undefined
 * for the bundler's own code.
 */
function createSourceFinder(code: string): (frame: Frame) => string | undefined {
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
