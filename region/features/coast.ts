import type { NodeTable, Tags } from '../osm/index.ts'
import type { Vertices } from './feature.ts'

/** Coastline: the high-water line of the sea, with land to the left and water to the right. */
export function isCoast({ natural }: Tags): boolean {
  return natural === 'coastline'
}

/**
 * Joins coastline ways, end to start, into lines as long as possible; islands become rings.
 *
 * @param ways Node ids.
 */
export function coastLines(ways: readonly (readonly number[])[], nodes: NodeTable): Vertices[] {
  const byStart = new Map<number, (readonly number[])[]>()
  const ends = new Map<number, number>()
  for (const way of ways) {
    if (way.length < 2) continue
    const others = byStart.get(way[0]!)
    if (others) others.push(way)
    else byStart.set(way[0]!, [way])
    const end = way[way.length - 1]!
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  const lines: number[][] = []
  const follow = (way: readonly number[]): void => {
    const line = [...way]
    for (;;) {
      const end = line[line.length - 1]!
      const next = end === line[0] ? undefined : byStart.get(end)?.shift()
      if (!next) break
      for (let i = 1; i < next.length; i++) line.push(next[i]!)
    }
    lines.push(line)
  }
  // First the ways that no other leads to, so that no line starts in its middle; the rest are rings.
  for (const [start, from] of byStart) {
    while (from.length > (ends.get(start) ?? 0)) follow(from.shift()!)
  }
  for (const from of byStart.values()) while (from.length > 0) follow(from.shift()!)
  return lines.flatMap((line) => nodes.stretches(line)).filter(({ length }) => length >= 4)
}
