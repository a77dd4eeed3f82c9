/**
 * The request as echoed in the response: parameters that were given or have a default, under their own
 * names; the alias `layers` becomes `place_types`.
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
