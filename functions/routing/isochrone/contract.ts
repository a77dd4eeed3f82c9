import { IsochroneFeatureCollection, IsochroneRequest, IsochroneResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const isochrone = operation({
  id: 'routing/isochrone',
  method: 'POST',
  path: '/v1/routing/isochrone',
  summary: 'What can be reached within a time or a distance',
  description:
    'Up to four borders around one location, each of minutes along the quickest way or of kilometres ' +
    'along the shortest (with the travel option `shortest: false` along the quickest). The ' +
    'default is a walk. Polygons are valid and contain those of smaller values of the same metric. ' +
    'Contours of a short reach (some 35 minutes on foot, 10 by bicycle, 6 by vehicle, 3 km) follow ' +
    'the roads and run 40 m beside them, or half way to roads that are not reached; larger ones are ' +
    'drawn on a grid of 100 to 500 m, finer for smaller values. A location farther than 2,000 m from any usable road is `location_not_routable`. With ' +
    '`from` the start is a place or an address by name; `origin` is then where it was found, and a ' +
    'name that no place has, or only one with a confidence under 0.2, is `geocode_failed`. Each contour lists up to 20 settlements and notable ' +
    'venues inside it.',
  price: microdollars(2_000),
  needs: ['engine', 'places'],
  input: IsochroneRequest,
  output: IsochroneResponse,
  geojson: IsochroneFeatureCollection,
  errors: ['location_not_routable', 'geocode_failed', 'across_regions'],
  tooLarge: 'Raise generalize or denoise, or ask for fewer contours.',
  // All examples use the demo region.
  examples: [
    {
      name: 'walks',
      summary: 'Ten and twenty minutes on foot',
      request: {
        locations: [{ lat: 46.413945, lon: -28.435479 }],
        contours: [
          { time: 10, color: '2b8cbe' },
          { time: 20, color: 'a6bddb' },
        ],
      },
    },
    {
      name: 'from_address',
      summary: 'Twenty minutes by car from an address, with the places that can be reached',
      request: {
        from: 'Via Pegna 5, Pradetta',
        travel: 'auto',
        contours: [{ time: 20 }],
      },
    },
    {
      name: 'ride_geojson',
      summary: 'Five kilometres by bicycle with every detail, as GeoJSON',
      request: {
        locations: [{ lat: 46.436097, lon: -28.418836 }],
        travel: 'bicycle',
        travel_options: { bicycle: { use_hills: 0.2 } },
        contours: [{ distance: 5 }],
        denoise: 0,
        generalize: 20,
        format: 'geojson',
      },
    },
  ],
})
