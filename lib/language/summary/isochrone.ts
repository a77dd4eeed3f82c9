import { areaSquareMeters, type MultiPolygon, type Polygon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { type Speaker, toOneLine } from './speaker.ts'

/** Maximum number of places to name, all contours together. */
const maxPlaces = 6

export function describeReach({ parameters, result }: Answered, speaker: Speaker): Description {
  const { origin, travel, contours } = result as Results['isochrone']
  const { figures, texts } = speaker
  const { from } = parameters
  const [named = ''] = speaker.nameLocations([origin])
  const place = typeof from === 'string' ? toOneLine(from) : named
  const share = Math.max(1, Math.floor(maxPlaces / contours.length))
  const said = new Set<string>()
  const values: Record<string, string> = { from: place, travel: speaker.nameTravel(travel) }
  const parts = contours.map(({ metric, value, geometry, reachable_places = [] }) => {
    const reach = metric === 'time' ? figures.askedMinutes(value) : figures.askedDistance(value)
    const area = figures.area(areaSquareMeters(geometry as Polygon | MultiPolygon))
    const names = [...new Set(reachable_places.map(({ name }) => toOneLine(name)))]
      .filter((name) => name !== place && !said.has(name))
      .slice(0, share)
    for (const name of names) said.add(name)
    const places = figures.list(names)
    values[`area within ${reach}`] = area
    if (places) values[`places within ${reach}`] = places
    return places
      ? fill(texts.isochrone.contourWithPlaces, { area, reach, places })
      : fill(texts.isochrone.contour, { area, reach })
  })
  const sentence = fill(texts.isochrone.reach, {
    place,
    travel: speaker.nameTravel(travel),
    contours: speaker.joinClauses(parts),
  })
  return { sentences: [sentence], values }
}
