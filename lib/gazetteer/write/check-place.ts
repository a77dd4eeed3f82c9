import { placeTypes, type SourcePlace } from '../place.ts'

const types: ReadonlySet<string> = new Set(placeTypes)

/** @throws Error that names the place and says what about it cannot be written. */
export function checkPlace(place: SourcePlace): void {
  const { id, type, lat, lon, importance, box, lines, houses, shape } = place
  if (!id) throw new Error('a place has no id')
  const wrong = (what: string) => new Error(`place ${id} ${what}`)
  if (!types.has(type)) throw wrong(`is of no known type: ${type}`)
  if (!isPosition(lat, lon)) throw wrong(`is nowhere: ${lat}, ${lon}`)
  if (!(importance >= 0 && importance <= 1)) throw wrong(`has importance ${importance}`)
  if (box && !(isPosition(box.min_lat, box.min_lon) && isPosition(box.max_lat, box.max_lon))) {
    throw wrong('has a box that is none')
  }
  for (const line of lines ?? []) {
    for (const { lat, lon } of line) {
      if (!isPosition(lat, lon)) throw wrong(`runs through nowhere: ${lat}, ${lon}`)
    }
  }
  for (const house of houses ?? []) {
    if (!isPosition(house.lat, house.lon)) throw wrong(`has a house nowhere: ${house.id}`)
  }
  for (const ring of shape?.flat() ?? []) {
    for (const { lat, lon } of ring) {
      if (!isPosition(lat, lon)) throw wrong(`has a border through nowhere: ${lat}, ${lon}`)
    }
  }
}

function isPosition(lat: number, lon: number): boolean {
  return lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180
}
