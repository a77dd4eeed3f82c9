import { describe, expect, test } from 'vitest'
import { parseGrounds, samplePoints } from '../../web/page/panel/ground-files.ts'

const ring = [
  [7, 46],
  [7.01, 46],
  [7.01, 46.01],
  [7, 46],
]
const feature = (properties: unknown, type = 'Polygon', coordinates: unknown = [ring]) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const read = (...features: unknown[]) =>
  parseGrounds(JSON.stringify({ type: 'FeatureCollection', features }))

describe('polygons of a file', () => {
  test('have a name, even when the file contains none', () => {
    const names = read(feature({ name: 'East' }), feature({ id: 7 }), feature(null)).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['East', '7', 'No. 3'])
  })

  test('include each part of a MultiPolygon', () => {
    const grounds = read(feature({ name: 'Two' }, 'MultiPolygon', [[ring], [ring]]))
    expect(grounds.map(({ name }) => name)).toEqual(['Two (1)', 'Two (2)'])
    expect(grounds[1]!.geometry).toEqual({ type: 'Polygon', coordinates: [ring] })
  })

  test.each([
    [{ probability_of_detection: 0.6 }, 0.6],
    [{ pod: 80 }, 0.8],
    [{ pod: '0.5' }, 0.5],
    [{ pod: 'high' }, undefined],
    [{}, undefined],
  ])('with %j have the probability of detection %j', (properties, detection) => {
    expect(read(feature(properties))[0]!.probabilityOfDetection).toBe(detection)
  })

  test('may be a bare geometry; other content is refused', () => {
    expect(parseGrounds(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))).toHaveLength(1)
    expect(() => parseGrounds('{')).toThrow('is no GeoJSON.')
    expect(() => read(feature({}, 'Point', [7, 46]))).toThrow('has no polygons of GeoJSON.')
    expect(() => read(...Array(101).fill(feature({})))).toThrow('at most 100 are taken')
  })
})

test('sampling shortens a long path to 2,000 points and keeps its ends', () => {
  const points = Array.from({ length: 5001 }, (_, i) => ({ lat: i / 1000, lon: 0 }))
  const short = samplePoints(points)
  expect(short).toHaveLength(2000)
  expect([short[0], short.at(-1)]).toEqual([points[0], points[5000]])
  expect(samplePoints(points.slice(0, 3))).toEqual(points.slice(0, 3))
})
