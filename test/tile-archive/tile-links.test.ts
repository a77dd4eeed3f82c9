import { beforeAll, expect, test } from 'vitest'
import type { LatLon } from '../../lib/geo/index.ts'
import {
  cornerOf,
  levelOf,
  linkedTiles,
  nodesOn,
  summarizeTile,
  tileDegrees,
} from '../../lib/tile-archive/index.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { builtTiles } from '../fixtures/tile-archives.ts'

let tiles: Map<number, Buffer>
beforeAll(async () => {
  tiles = await builtTiles(realRegion('andorra/andorra.osm.pbf') ? 'andorra' : 'demo')
}, 120_000)

function linksOf(id: number, isWanted: (lat: number, lon: number) => boolean): Set<number> {
  const tile = tiles.get(id)!
  return linkedTiles(id, (offset, into) => void tile.copy(into, 0, offset), isWanted)
}

/** The positions of all nodes of a tile. */
function nodesOf(id: number): LatLon[] {
  const nodes: LatLon[] = []
  linksOf(id, (lat, lon) => {
    nodes.push({ lat, lon })
    return false
  })
  return nodes
}

test('nodes lie in their tile', () => {
  for (const id of tiles.keys()) {
    const [corner, degrees] = [cornerOf(id), tileDegrees[levelOf(id)]!]
    for (const { lat, lon } of nodesOf(id)) {
      expect(lat - corner.lat).toBeGreaterThanOrEqual(0)
      expect(lat - corner.lat).toBeLessThanOrEqual(degrees)
      expect(lon - corner.lon).toBeGreaterThanOrEqual(0)
      expect(lon - corner.lon).toBeLessThanOrEqual(degrees)
    }
  }
})

test('a tile leads to those that lead to it: every edge and transition goes both ways', () => {
  const links = new Map([...tiles.keys()].map((id) => [id, linksOf(id, () => true)]))
  let count = 0
  for (const [id, linked] of links)
    for (const other of linked) {
      expect(links.get(other), `tile ${other}, linked by ${id}`).toContain(id)
      count++
    }
  expect(count).toBeGreaterThan(2)
})

test('nodes that are not wanted lead nowhere', () => {
  for (const id of tiles.keys()) expect(linksOf(id, () => false)).toEqual(new Set())
})

test('the ends of roads are found among the nodes, though these have more digits', () => {
  const nodes = [...tiles.keys()].flatMap(nodesOf)
  const ends = [...tiles.values()]
    .flatMap((tile) => summarizeTile(tile).structures)
    .flatMap((shape) => [shape.slice(0, 2), shape.slice(-2)])
    .map(([lat, lon]) => ({ lat: lat! / 1e6, lon: lon! / 1e6 }))
    .slice(0, 200)
  expect(ends.length).toBeGreaterThan(0)
  for (const end of ends) {
    const isEnd = nodesOn([end])
    const found = nodes.filter(({ lat, lon }) => isEnd(lat, lon))
    expect(found, JSON.stringify(end)).not.toEqual([])
    for (const { lat, lon } of found) {
      expect(Math.abs(lat - end.lat)).toBeLessThan(1.3e-5)
      expect(Math.abs(lon - end.lon)).toBeLessThan(1.3e-5)
    }
  }
  // All at once they are the same nodes as one by one.
  const isAnyEnd = nodesOn(ends)
  const oneByOne = ends.map((end) => nodesOn([end]))
  for (const { lat, lon } of nodes)
    expect(isAnyEnd(lat, lon)).toBe(oneByOne.some((isEnd) => isEnd(lat, lon)))
})
