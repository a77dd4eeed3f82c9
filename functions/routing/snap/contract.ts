import { SnapFeatureCollection, SnapRequest, SnapResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const snap = operation({
  id: 'routing/snap',
  method: 'POST',
  path: '/v1/routing/snap',
  summary: 'The way a GPS trace was taken',
  description:
    'Matches a trace of 2 to 20,000 points, with or without times, to ways: the route with terrain, ' +
    'the edges, and for each point where on the way it is. Points with no way within ' +
    '`search_radius`, and points in an excluded polygon, are `unmatched`. Without `gps_accuracy` a trace whose points jump about is ' +
    'smoothed and matched by the noise that it shows. Over gaps of more than 2,000 m, and where no way leads on, a ' +
    'new piece begins, with a leg of its own. A trace no two points of which can be matched is ' +
    '`match_failed`.',
  price: microdollars(700),
  needs: ['engine'],
  input: SnapRequest,
  output: SnapResponse,
  geojson: SnapFeatureCollection,
  errors: ['match_failed', 'across_regions'],
  tooLarge: 'Raise elevation_interval, or send the trace in parts.',
  // All examples use the demo region.
  examples: [
    {
      name: 'drive',
      summary: 'A minute of a drive, a point every eight seconds',
      request: {
        shape: [
          { lat: 46.413905, lon: -28.435539, time: 0 },
          { lat: 46.414773, lon: -28.435113, time: 8 },
          { lat: 46.415707, lon: -28.434621, time: 16 },
          { lat: 46.416804, lon: -28.434158, time: 24 },
          { lat: 46.41771, lon: -28.433456, time: 32 },
          { lat: 46.418796, lon: -28.432853, time: 40 },
          { lat: 46.419693, lon: -28.432323, time: 48 },
          { lat: 46.420768, lon: -28.431585, time: 56 },
        ],
      },
    },
    {
      name: 'hike_geojson',
      summary: 'Part of a hike as an encoded polyline, as GeoJSON',
      request: {
        encoded_polyline: 'sm`rwAv~_eu@iP}hAq]i}A{Zq~AxJadBpi@qqAf~@qp@l_Asm@b{@aw@_j@gw@',
        travel: 'pedestrian',
        gps_accuracy: 15,
        format: 'geojson',
      },
    },
  ],
})
