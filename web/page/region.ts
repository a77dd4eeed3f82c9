/** Region in the page's URL (`?region=porto`), for servers with several. Null selects the server's first region. */
const requestedRegion = new URLSearchParams(location.search).get('region')

/** Builds the path of a map file, such as `/map/region.json`, for the region shown. */
export function buildMapPath(file: string): string {
  const query =
    requestedRegion === null ? '' : `?${new URLSearchParams({ region: requestedRegion })}`
  return `/map/${file}${query}`
}

/** Opens another region, without the state of the current one. */
export function showRegion(region: string): void {
  location.href = `/?${new URLSearchParams({ region })}`
}
