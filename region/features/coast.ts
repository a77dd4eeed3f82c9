import type { NodeTable, OsmTags } from '../osm/index.ts'
import type { Vertices } from './feature.ts'

/** Whether a way is coastline: the high-water line of the sea, with land to the left and water to the right. */
export function isCoast({ natural }: OsmTags): boolean {
  return natural === 'coastline'
}

/**
 * Joins coastline ways, end to start, into the longest possible lines; islands become rings. Unknown nodes split a
 * line.
 *
 * @param ways Node ids of each way.
 */
export function joinCoastLines(ways: readonly (readonly number[])[], nodes: NodeTable): Vertices[] {
  const byStart = new Map<number, (readonly number[])[]>()
  const endCounts = new Map<number, number>()
  for (const way of ways) {
    if (way.length < 2) continue
    const others = byStart.get(way[0]!)
    if (others) others.push(way)
    else byStart.set(way[0]!, [way])
    const end = way[way.length - 1]!
    endCounts.set(end, (endCounts.get(end) ?? 0) + 1)
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
  // Lines start at nodes where more ways start than end; the ways left after that form rings.
  for (const [start, starting] of byStart) {
    while (starting.length > (endCounts.get(start) ?? 0)) follow(starting.shift()!)
  }
  for (const starting of byStart.values()) {
    while (starting.length > 0) follow(starting.shift()!)
  }
  return lines.flatMap((line) => nodes.splitAtUnknown(line)).filter(({ length }) => length >= 4)
}
