/** What a query asks for; each has an operation that answers it. */
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
