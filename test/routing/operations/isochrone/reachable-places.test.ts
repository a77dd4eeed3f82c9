import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bounds } from '#ground/geo'
import {
  type ContourGeometry,
  findReachablePlaces,
  type PlaceIndex,
  type ReachablePlace,
} from '#routing/operations/isochrone'

function square(half: number, hole = 0): ContourGeometry['geometry'] {
  const ring = (side: number): [number, number][] => [
    [-side, -side],
    [side, -side],
    [side, side],
    [-side, side],
    [-side, -side],
  ]
  return { type: 'Polygon', coordinates: hole ? [ring(half), ring(hole).reverse()] : [ring(half)] }
}

const contour = (value: number, half: number, metric = 'time'): ContourGeometry => ({
  metric,
  value,
  geometry: square(half),
})

function at(name: string, lng: number, lat = 0): ReachablePlace {
  return { name, label: name, place_type: 'locality', coordinates: { lat, lng } }
}

function indexOf(places: readonly ReachablePlace[]) {
  const boxes: Bounds[] = []
  let given = 0
  const index: PlaceIndex = {
    find: async () => ({ lat: 0, lon: 0 }),
    async *within(box) {
      boxes.push(box)
      for (const place of places) {
        given++
        yield place
      }
    },
  }
  return { index, boxes, given: () => given }
}

const names = (lists: readonly (readonly ReachablePlace[])[]) =>
  lists.map((list) => list.map(({ name }) => name))

describe('reachable places', () => {
  test('are listed with the smallest contour that contains them, by importance', async () => {
    const { index, boxes } = indexOf([
      at('far', 2.5),
      at('near', 0.5),
      at('out', 9),
      at('mid', 1.5),
    ])
    const lists = await findReachablePlaces([contour(20, 3), contour(5, 1), contour(10, 2)], index)
    expect(names(lists)).toEqual([['far'], ['near'], ['mid']])
    expect(boxes).toEqual([{ min_lat: -3, min_lon: -3, max_lat: 3, max_lon: 3 }])
  })

  test('are listed separately for times and distances', async () => {
    const { index } = indexOf([at('a', 0.5)])
    const lists = await findReachablePlaces([contour(5, 1), contour(1, 1, 'distance')], index)
    expect(names(lists)).toEqual([['a'], ['a']])
  })

  test('are at most 20 per contour; the rest move to the next larger contour', async () => {
    const many = Array.from({ length: 50 }, (_, i) => at(`p${i}`, 0.5))
    const { index, given } = indexOf(many)
    const lists = await findReachablePlaces([contour(5, 1), contour(10, 2)], index)
    expect(lists.map(({ length }) => length)).toEqual([20, 20])
    expect(lists[1]![0]!.name).toBe('p20')
    expect(given()).toBe(40)
  })

  test('exclude places in a hole of the contour', async () => {
    const { index } = indexOf([at('lake', 0.5), at('shore', 1.5)])
    const holed = { metric: 'time', value: 5, geometry: square(2, 1) }
    expect(names(await findReachablePlaces([holed], index))).toEqual([['shore']])
  })

  test('are found in each polygon of a MultiPolygon', async () => {
    const { index } = indexOf([at('west', -5.5), at('between', 0), at('east', 5.5)])
    const shift = (by: number) =>
      (square(1).coordinates as [number, number][][]).map((ring) =>
        ring.map(([lon, lat]): [number, number] => [lon + by, lat]),
      )
    const geometry = { type: 'MultiPolygon' as const, coordinates: [shift(-5), shift(5)] }
    const lists = await findReachablePlaces([{ metric: 'time', value: 5, geometry }], index)
    expect(names(lists)).toEqual([['west', 'east']])
  })

  test('are in at most one list of a metric, and inside its contour', async () => {
    const position = fc.double({ min: -6, max: 6, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(position, position), { maxLength: 60 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        async (positions, halves) => {
          const places = positions.map(([lng, lat], i) => at(String(i), lng, lat))
          const contours = halves.map((half) => contour(half, half))
          const lists = await findReachablePlaces(contours, indexOf(places).index)
          const listed = names(lists).flat()
          expect(new Set(listed).size).toBe(listed.length)
          for (const [i, list] of lists.entries()) {
            for (const { coordinates } of list) {
              const away = Math.max(Math.abs(coordinates.lat), Math.abs(coordinates.lng))
              expect(away).toBeLessThanOrEqual(halves[i]!)
            }
          }
        },
      ),
    )
  })
})
