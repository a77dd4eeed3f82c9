import { assembleRings, type NodeTable } from '../osm/index.ts'
import type { Vertices } from './feature.ts'
import { measureGap, measureLength } from './measure.ts'

/** Maximum missing share of a ring that the edge of an extract cuts. Our figure. */
const maxMissingShare = 0.35

export interface AssembledOutline {
  rings: Vertices[]
  /** Number of rings that could not be closed. */
  unclosed: number
}

/**
 * Assembles the rings of an area from its ways. Rings that the edge of an extract cuts are closed by straight lines
 * between nearest ends, if these lines are short compared with the rest.
 *
 * @param ways Node ids.
 */
export function assembleOutline(
  ways: readonly (readonly number[])[],
  nodes: NodeTable,
): AssembledOutline {
  const runs = ways.flatMap((way) => knownRuns(way, nodes))
  const { closed, open } = assembleRings(runs)
  const rings = closed.flatMap((ring) => nodes.splitAtUnknown(ring))
  const chains = open.flatMap((chain) => nodes.splitAtUnknown(chain))
  const outline = { rings: rings.filter(isRing), unclosed: 0 }
  const left = chains.filter((chain) => chain.length >= 4)
  while (left.length > 0) {
    const ring = closeRing(left)
    if (ring) outline.rings.push(ring)
    else outline.unclosed++
  }
  return outline
}

/** Whether a line is closed and has at least three corners. */
export function isRing(line: Vertices): boolean {
  const end = line.length - 2
  return line.length >= 8 && line[0] === line[end] && line[1] === line[end + 1]
}

/** Returns the parts of a way whose nodes are in the data. */
function knownRuns(way: readonly number[], nodes: NodeTable): (readonly number[])[] {
  if (way.every((node) => nodes.has(node))) return [way]
  const runs: number[][] = [[]]
  for (const node of way) {
    if (nodes.has(node)) runs[runs.length - 1]!.push(node)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}

/** Takes a chain and its continuations from the list. Returns undefined if too much of the ring is missing. */
function closeRing(left: Vertices[]): Vertices | undefined {
  const parts = [left.shift()!]
  const first = parts[0]!
  let gaps = 0
  for (;;) {
    const end = parts[parts.length - 1]!
    const own = measureGap(end, end.length - 2, first, 0)
    let best = { at: -1, isReversed: false, meters: own }
    for (const [at, chain] of left.entries())
      for (const isReversed of [false, true]) {
        const meters = measureGap(end, end.length - 2, chain, isReversed ? chain.length - 2 : 0)
        if (meters < best.meters) best = { at, isReversed, meters }
      }
    gaps += best.meters
    if (best.at < 0) break
    const [next] = left.splice(best.at, 1)
    parts.push(best.isReversed ? reverseLine(next!) : next!)
  }
  const ring = joinParts([...parts, first.subarray(0, 2)])
  return isRing(ring) && gaps <= maxMissingShare * measureLength(ring) ? ring : undefined
}

export function reverseLine(line: Vertices): Vertices {
  const back = new Float64Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i]!
    back[i + 1] = line[line.length - 1 - i]!
  }
  return back
}

export function joinParts(parts: readonly Vertices[]): Vertices {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
