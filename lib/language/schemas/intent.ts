/** The possible intents of a query, each answered by one operation. */
export const intents = [
  'route',
  'optimize',
  'isochrone',
  'elevation',
  'matrix',
  'geocode',
  'reverse_geocode',
] as const

export type Intent = (typeof intents)[number]
