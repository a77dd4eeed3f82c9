import { expect, test } from 'vitest'
import { listAreas, type Manifest } from '#ground/dataset'

const box = (min_lat: number, min_lon: number, max_lat: number, max_lon: number) => {
  return { min_lat, min_lon, max_lat, max_lon }
}
const manifest = (bounds: object, areas?: object[]) =>
  ({ bounds, ...(areas && { coverage: { areas } }) }) as unknown as Manifest

const extract = box(42.4, 1.4, 42.7, 1.8)

test.each([
  ['of an earlier build are the box of the extract', undefined, [extract]],
  ['end where the extract ends', [box(42.3, 1, 42.75, 1.82)], [extract]],
  ['are as small as the data', [box(42.5, 1.5, 42.6, 1.6)], [box(42.5, 1.5, 42.6, 1.6)]],
  [
    'leave out areas beyond the extract',
    [box(42.5, 1.5, 42.6, 1.6), box(10, 10, 11, 11)],
    [box(42.5, 1.5, 42.6, 1.6)],
  ],
  [
    'are not limited by a box that contains none of them',
    [box(10, 10, 11, 11)],
    [box(10, 10, 11, 11)],
  ],
])('the areas of a region %s', (_, areas, expected) => {
  expect(listAreas(manifest(extract, areas))).toEqual(expected)
})
