/** The region that the address names (`?region=porto`), where the server has several; by default its first. */
const asked = new URLSearchParams(location.search).get('region')

/** A path of the map (`/map/region.json`), of the region that is shown. */
export function mapPath(file: string): string {
  const query = asked === null ? '' : `?${new URLSearchParams({ region: asked })}`
  return `/map/${file}${query}`
}

/** Shows another region, without what was drawn of this one. */
export function showRegion(region: string): void {
  location.href = `/?${new URLSearchParams({ region })}`
}
