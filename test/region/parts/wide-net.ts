import type { MapExtract } from '../../fixtures/map-extract.ts'
import { seeded } from '../../fixtures/random.ts'

const [south, west, rows, columns, step] = [46, 8, 25, 41, 0.05]
const classes = [
  'motorway',
  'primary',
  'secondary',
  'tertiary',
  'residential',
  'service',
  'footway',
]

/**
 * Draws roads over 1.2 by 2 degrees, eight by five of the engine's lowest tiles, with cases that a cut may break:
 * nodes on borders and corners of tiles, ways over several tiles, a ferry from one end to the other, a road of one
 * edge through tiles without nodes, turn restrictions of all forms, routes for bicycles, gates, and areas.
 */
export function wideNet({ hasFerry = true } = {}): MapExtract {
  const random = seeded(20_261_127)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const extract: MapExtract = { nodes: new Map(), ways: new Map(), relations: new Map() }
  const nodeAt = (row: number, column: number): number => 1 + row * columns + column
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Every other row lies exactly on the grid.
      const off = row % 2 === 0 ? 0 : (random() - 0.5) * step * 0.6
      const at = { lat: south + row * step + off, lon: west + column * step + off }
      const isGate = random() < 0.02
      extract.nodes.set(nodeAt(row, column), isGate ? { ...at, tags: { barrier: 'gate' } } : at)
    }
  }
  let way = 0
  const addWay = (nodes: number[], tags: Record<string, string>): number => {
    extract.ways.set(++way, { nodes, tags })
    return way
  }
  const atNode = new Map<number, number[]>()
  const addRoad = (nodes: number[], name: string): void => {
    const highway = pick(classes)
    const oneway: Record<string, string> = random() < 0.1 ? { oneway: 'yes' } : {}
    const id = addWay(nodes, { highway, name, ...oneway })
    for (const node of [nodes[0]!, nodes.at(-1)!])
      atNode.set(node, [...(atNode.get(node) ?? []), id])
  }
  for (let row = 0; row < rows; row++)
    for (let column = 0; column + 4 < columns; column += 4)
      addRoad(
        [0, 1, 2, 3, 4].map((i) => nodeAt(row, column + i)),
        `Row ${row}`,
      )
  for (let column = 0; column < columns; column++)
    for (let row = 0; row + 3 < rows; row += 3)
      addRoad(
        [0, 1, 2, 3].map((i) => nodeAt(row + i, column)),
        `Column ${column}`,
      )
  if (hasFerry) {
    const tags = { route: 'ferry', duration: '03:00', name: 'F' }
    addWay([nodeAt(2, 0), nodeAt(20, columns - 1)], tags)
  }
  addWay([nodeAt(rows - 1, 0), nodeAt(0, columns - 1)], { highway: 'motorway', ref: 'A 1' })
  addWay([nodeAt(5, 5), nodeAt(5, 6), nodeAt(6, 6), nodeAt(5, 5)], { building: 'yes' })

  const ends = [...atNode].filter(([, ways]) => ways.length > 1)
  const member = (type: 'node' | 'way', ref: number, role: string) => ({ type, ref, role })
  for (let id = 1; id <= 300; id++) {
    const [node, [from, to]] = pick(ends) as [number, [number, number]]
    const restriction = pick(['no_left_turn', 'no_right_turn', 'only_straight_on', 'no_u_turn'])
    const key = pick(['restriction', 'restriction', 'restriction:hgv', 'restriction:conditional'])
    const value = key.endsWith('conditional') ? `${restriction} @ (Mo-Fr 07:00-09:00)` : restriction
    const next = pick(atNode.get(extract.ways.get(to)!.nodes.at(-1)!) ?? [to])
    const isOverWay = random() < 0.4 && next !== to
    const via = isOverWay ? member('way', to, 'via') : member('node', node, 'via')
    const members = [member('way', from, 'from'), via, member('way', isOverWay ? next : to, 'to')]
    extract.relations.set(id, { members, tags: { type: 'restriction', [key]: value } })
  }
  const route = Array.from({ length: 40 }, (_, i) => member('way', 1 + i * 7, ''))
  const tags = { type: 'route', route: 'bicycle', network: 'ncn', name: 'R', ref: '1' }
  extract.relations.set(301, { members: route, tags })
  return extract
}
