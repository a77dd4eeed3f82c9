/**
 * What a request comes to, for telling the caller: parameters that were given or have a default, under
 * their own names, and the types under the one name.
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
