/**
 * The request as the response echoes it: parameters that were given or have a default, under their own
 * names, and the types always as `place_types`.
 */
export function echoOf<Request extends { layers?: unknown; place_types?: unknown }>(
  request: Request,
): Omit<Request, 'layers'> {
  const { layers, place_types = layers, ...others } = request
  const given = Object.entries({ ...others, place_types }).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(given) as Omit<Request, 'layers'>
}
