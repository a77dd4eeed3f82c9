import { placeTypes, type SourcePlace } from '../place.ts'

const types: ReadonlySet<string> = new Set(placeTypes)

/** @throws Error that names the place and its invalid property. */
export function checkPlace(place: SourcePlace): void {
  const { id, type, lat, lon, importance, box, lines, houses, shape } = place
  if (!id) throw new Error('a place has no id')
  const invalid = (problem: string) => new Error(`place ${id} ${problem}`)
  if (!types.has(type)) throw invalid(`has an unknown type: ${type}`)
  if (!isPosition(lat, lon)) throw invalid(`has an invalid position: ${lat}, ${lon}`)
  if (!(importance >= 0 && importance <= 1)) throw invalid(`has importance ${importance}`)
  if (box && !(isPosition(box.min_lat, box.min_lon) && isPosition(box.max_lat, box.max_lon))) {
    throw invalid('has an invalid box')
  }
  for (const line of lines ?? []) {
    for (const { lat, lon } of line) {
      if (!isPosition(lat, lon))
        throw invalid(`has a line with an invalid position: ${lat}, ${lon}`)
    }
  }
  for (const house of houses ?? []) {
    if (!isPosition(house.lat, house.lon))
      throw invalid(`has a house with an invalid position: ${house.id}`)
    if (house.townIndex !== undefined && !place.otherAreas?.[house.townIndex])
      throw invalid(`has a house in an unknown town: ${house.id}`)
  }
  for (const ring of shape?.flat() ?? []) {
    for (const { lat, lon } of ring) {
      if (!isPosition(lat, lon))
        throw invalid(`has a border with an invalid position: ${lat}, ${lon}`)
    }
  }
}

function isPosition(lat: number, lon: number): boolean {
  return lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180
}
