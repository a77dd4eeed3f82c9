import { type Feature, type FeatureCollection, makeFeatureCollection } from '#ground/geo'
import type { Isochrone } from './isochrone.ts'

/** Default colours from the smallest to the largest contour: viridis, readable with colour blindness. */
const palette = ['fde725', '35b779', '31688e', '440154']

const fillOpacity = 0.33

/**
 * Converts an isochrone to GeoJSON: contours as polygons, times before distances, each largest first so that smaller
 * ones are drawn on top; then the origin and the reachable places as points.
 */
export function isochroneToGeojson({ origin, travel, contours }: Isochrone): FeatureCollection {
  const rising = [...contours].sort((a, b) => a.value - b.value)
  const polygons = contours
    .toSorted((a, b) => b.metric.localeCompare(a.metric) || b.value - a.value)
    .map((contour): Feature => {
      const { geometry, metric, value, color = palette[rising.indexOf(contour)]! } = contour
      return {
        type: 'Feature',
        geometry,
        properties: {
          kind: 'contour',
          metric,
          value,
          color,
          travel,
          fill: `#${color}`,
          'fill-opacity': fillOpacity,
        },
      }
    })
  const { lat, lon } = origin
  return makeFeatureCollection([
    ...polygons,
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { kind: 'origin' },
    },
    ...contours.flatMap(makePlaceFeatures),
  ])
}

function makePlaceFeatures({
  metric,
  value,
  reachable_places = [],
}: Isochrone['contours'][number]) {
  return reachable_places.map(
    ({ coordinates, ...place }): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [coordinates.lng, coordinates.lat] },
      properties: { kind: 'reachable_place', ...place, metric, value },
    }),
  )
}
