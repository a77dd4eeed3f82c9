import { describe, expect, test } from 'vitest'
import { barriers, landCovers } from '#ground/landscape'
import { area, drawn, line, point, square } from './sketch.ts'

type Drawn = ReturnType<typeof drawn>

const coverAt = (picture: Drawn, column: number, row: number) =>
  landCovers[picture.at('land_cover', column, row)]

/** Returns whether a path from pixel to pixel, over corners too, leads from the west to the east. */
function canCross({ barrier, side }: Drawn): boolean {
  const seen = new Set<number>()
  const next = Array.from({ length: side }, (_, row) => row * side).filter((i) => barrier[i] === 0)
  while (next.length > 0) {
    const i = next.pop()!
    if (seen.has(i)) continue
    seen.add(i)
    const [column, row] = [i % side, Math.floor(i / side)]
    if (column === side - 1) return true
    for (let r = Math.max(0, row - 1); r <= Math.min(side - 1, row + 1); r++)
      for (let c = Math.max(0, column - 1); c <= column + 1; c++)
        if (barrier[r * side + c] === 0) next.push(r * side + c)
  }
  return false
}

describe('land cover', () => {
  test('is unknown where the map is empty, and in holes', () => {
    const picture = drawn([area('wood', square(10, 10, 40), square(20, 20, 20))])
    expect(coverAt(picture, 5, 5)).toBe('unknown')
    expect(coverAt(picture, 15, 15)).toBe('wood')
    expect(coverAt(picture, 30, 30)).toBe('unknown')
  })

  test('has the highest rank on top in any order: a beach on the sea, a pond in a field', () => {
    const wide = { ...area('wood', square(0, 0, 50)), rank: 1 }
    const narrow = { ...area('field', square(20, 20, 20)), rank: 9 }
    const pond = { ...area('water', square(25, 25, 10)), rank: 12 }
    const sea = { ...area('water', square(40, 0, 60)), rank: 0 }
    for (const sketches of [
      [wide, narrow, pond, sea],
      [sea, pond, narrow, wide],
    ]) {
      const picture = drawn(sketches)
      const places = [5, 21, 30, 45, 55]
      expect(places.map((at) => coverAt(picture, at, Math.min(at, 30)))).toEqual([
        'wood',
        'field',
        'water',
        'wood',
        'water',
      ])
    }
  })

  test('is not changed by a building or a road', () => {
    const picture = drawn([
      area('field', square(0, 0, 60)),
      area('structure', square(30, 30, 1)),
      line('road', [0, 10.5], [60, 10.5]),
    ])
    expect(new Set(picture.land_cover)).toEqual(new Set([landCovers.indexOf('field')]))
  })

  test('is built-up between dense buildings on unmapped ground', () => {
    const houses = Array.from({ length: 100 }, (_, i) =>
      area('structure', square(20 + 2 * (i % 10) + 0.2, 20 + 2 * Math.floor(i / 10) + 0.2, 0.9)),
    )
    const picture = drawn([...houses, area('open', square(28, 28, 4))])
    expect(coverAt(picture, 25, 25)).toBe('built_up')
    expect(coverAt(picture, 29, 29)).toBe('open')
    expect(coverAt(picture, 50, 50)).toBe('unknown')
    // A tenth of the buildings is a farm.
    expect(coverAt(drawn(houses.slice(0, 5)), 25, 21)).toBe('unknown')
  })

  test('fills only unmapped ground when it comes from the land cover file', () => {
    const picture = drawn([area('rock', square(10, 10, 10))], { fallback: 'wood' })
    expect([coverAt(picture, 15, 15), coverAt(picture, 40, 40)]).toEqual(['rock', 'wood'])
  })
})

describe('distances', () => {
  test('are measured from the line of a path, however thin', () => {
    const picture = drawn([line('path', [0, 30.5], [60, 30.5])])
    expect(picture.at('path', 20, 30)).toBe(0)
    expect(Math.abs(picture.at('path', 20, 40) * 2 - 150)).toBeLessThan(3)
    expect(picture.at('road', 20, 30)).toBe(255)
  })

  test('are 0 inside a building, and detect a hut smaller than a pixel', () => {
    const picture = drawn([
      area('structure', square(10, 10, 20)),
      area('structure', square(50.1, 50.1, 0.2)),
      point('structure', 5.5, 50.5),
    ])
    expect(picture.at('structure', 20, 20)).toBe(0)
    // The hut's nearest corner is 0.2 pixels from the middle in both directions: 4 m.
    expect(picture.at('structure', 50, 50)).toBe(2)
    expect(picture.at('structure', 5, 50)).toBe(0)
  })

  test('are measured to the shore of water, from land and from the lake', () => {
    const picture = drawn([area('water', square(20, 20, 20))])
    for (const [column, pixels] of [
      [30, 9.5],
      [20, 0.5],
      [19, 0.5],
      [10, 9.5],
    ] as const)
      expect(Math.abs(picture.at('water', column, 30) * 2 - 15 * pixels)).toBeLessThan(2)
  })

  test('ignore the border between two pieces of a river, and the edge of the data', () => {
    const picture = drawn([
      area('water', [
        [-30, 20],
        [30, 20],
        [30, 40],
        [-30, 40],
      ]),
      area('water', [
        [30, 20],
        [90, 20],
        [90, 40],
        [30, 40],
      ]),
    ])
    expect(Math.abs(picture.at('water', 30, 30) * 2 - 9.5 * 15)).toBeLessThan(2)
  })

  test('are measured to the wood edge at the pixels without wood', () => {
    const picture = drawn([
      area('wood', [
        [30, -50],
        [120, -50],
        [120, 120],
        [30, 120],
      ]),
    ])
    expect(picture.at('wood_edge', 30, 30)).toBe(Math.round(7.5 / 2))
    expect(Math.abs(picture.at('wood_edge', 10, 30) * 2 - 15 * 19.5)).toBeLessThan(2)
  })
})

describe('barriers', () => {
  const river = line('river', [20.3, -40], [33.7, 20.2], [24.1, 41.9], [40.2, 100])

  test('have no gaps along an oblique river, even at corners', () => {
    const picture = drawn([river])
    expect(canCross(picture)).toBe(false)
    expect(new Set(picture.barrier)).toEqual(new Set([0, barriers.water]))
  })

  test('are open on a bridge over a river, and closed beside it', () => {
    const picture = drawn([river, line('crossing', [25, 30.5], [33, 30.5])])
    expect(canCross(picture)).toBe(true)
    expect(picture.barrier.filter((bits) => bits !== 0).length).toBeGreaterThan(60)
  })

  test('are open at a passage of a motorway, while the river below remains closed', () => {
    const motorway = line('motorway', [30.2, -10], [31.3, 70])
    expect(canCross(drawn([motorway]))).toBe(false)
    const passage = line('passage', [30.4, 20], [30.8, 25])
    expect(canCross(drawn([motorway, passage]))).toBe(true)
    const below = drawn([motorway, passage, line('river', [0, 22.5], [60, 22.5])])
    expect(below.at('barrier', 30, 22)).toBe(barriers.water)
  })

  test('begin behind the shore of open water', () => {
    const picture = drawn([area('water', square(20.2, 20.2, 20))])
    expect(picture.at('barrier', 20, 30)).toBe(0)
    expect(picture.at('barrier', 21, 30)).toBe(barriers.water)
    expect(picture.at('barrier', 30, 30)).toBe(barriers.water)
  })

  test('are separate when several kinds are in one place', () => {
    const picture = drawn([
      line('railway', [0, 30.5], [60, 30.5]),
      line('cliff', [30.5, 0], [30.5, 60]),
    ])
    expect(picture.at('barrier', 30, 30)).toBe(barriers.railway | barriers.cliff)
    expect(picture.at('barrier', 30, 10)).toBe(barriers.cliff)
  })
})
