import {
  type AnswerBody,
  formatPosition,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
  quoteText,
} from '#platform/mcp'
import { isochrone } from '../../routing/isochrone/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'

type Ring = readonly (readonly [lon: number, lat: number])[]

/** Returns the extent of a polygon or multipolygon, which replaces its border. */
function measureBounds({ type, coordinates }: AnswerBody): object {
  const rings = (type === 'Polygon' ? coordinates : coordinates.flat()) as Ring[]
  const [lons, lats] = [
    rings.flatMap((ring) => ring.map(([lon]) => lon)),
    rings.flatMap((ring) => ring.map(([, lat]) => lat)),
  ]
  // A border may have more positions than a function call accepts arguments.
  const min = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const max = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return { min_lat: min(lats), min_lon: min(lons), max_lat: max(lats), max_lon: max(lons) }
}

const pickUnit = ({ metric }: AnswerBody) => (metric === 'time' ? 'min' : 'km')

export const isochroneTool: OperationTool = {
  name: 'isochrone',
  title: 'What can be reached',
  description:
    'The area that can be reached from a position or a named place within minutes or kilometres, and the towns and sights in it. For "what is within 15 minutes". The borders (GeoJSON) come with detail "full". For times between known points use matrix.',
  operations: [isochrone],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(isochrone, {
      from: 'A name; this or locations.',
      locations: 'One position.',
      contours: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          properties: { time: { type: 'number' }, distance: { type: 'number' } },
        },
        description:
          'Each has time in minutes (at most 120) or distance in kilometres (at most 100).',
      },
      travel: '',
      travel_options: travelOptions,
    }),
  output: () => makeAnswerSchema(isochrone),
  call: (args) => ({ operation: isochrone, fields: withLongitude(args, 'lon') }),
  shorten: ({ contours, ...rest }) => ({
    ...rest,
    contours: contours.map(({ geometry, color: _, ...contour }: AnswerBody) => ({
      ...contour,
      bounds: measureBounds(geometry),
    })),
  }),
  describe: ({ origin, travel, contours }) =>
    contours
      .map((contour: AnswerBody) => {
        const places = (contour.reachable_places ?? []).map(({ label }: AnswerBody) =>
          quoteText(label),
        )
        const found = places.length > 0 ? places.join('; ') : 'no further town or sight'
        return `Within ${contour.value} ${pickUnit(contour)} (${travel}) of ${formatPosition(origin)}: ${found}`
      })
      .join('\n'),
}
