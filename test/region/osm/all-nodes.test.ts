import { expect, test } from 'vitest'
import { AllNodes } from '../../../region/osm/index.ts'

const tableOf = (nodes: readonly (readonly [id: number, lat: number, lon: number])[]) => {
  const all = new AllNodes()
  for (const [id, lat, lon] of nodes) all.add(id, lat, lon)
  return all.table()
}

test('all nodes of a file are found, whatever their number', () => {
  const nodes = Array.from({ length: 5000 }, (_, i) => [3 * i, i / 100, -i / 1000] as const)
  const table = tableOf(nodes)
  for (const [id, lat, lon] of nodes) expect(table.get(id)).toEqual({ lat, lon: lon + 0 })
  expect(table.get(1)).toBeUndefined()
  expect(table.get(15_000)).toBeUndefined()
})

test('nodes of several files are found, with the later position for nodes in both', () => {
  const table = tableOf([
    ...([
      [5, 1, 1],
      [9_000_000_000, 2, 2],
    ] as const),
    ...([
      [1, 3, 3],
      [5, 4, 4],
      [7, 5, 5],
    ] as const),
  ])
  expect(table.line([1, 5, 7, 9_000_000_000, 6]).map(({ lat }) => lat)).toEqual([3, 4, 5, 2])
})

test('a file without nodes yields no nodes', () => {
  expect(tableOf([]).get(0)).toBeUndefined()
})
