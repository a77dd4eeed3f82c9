import { distanceMeters, type LatLon } from '#ground/geo'
import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { isNamed } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import { chanceOf, drawn } from './calibration-query.ts'
import { pointsOf, wanted } from './near-village.ts'

const minutes = (value: number) => {
  const whole = Math.floor(Math.abs(value))
  return [whole, ((Math.abs(value) - whole) * 60).toFixed(4)] as const
}
const seconds = (value: number) => {
  const whole = Math.floor(Math.abs(value))
  const rest = (Math.abs(value) - whole) * 60
  return [whole, Math.floor(rest), ((rest % 1) * 60).toFixed(2)] as const
}
const ns = ({ lat }: LatLon) => (lat < 0 ? 'S' : 'N')
const ew = ({ lon }: LatLon) => (lon < 0 ? 'W' : 'E')
const decimals = ({ lat, lon }: LatLon, separator: string) =>
  `${lat.toFixed(5)}${separator}${lon.toFixed(5)}`

/** Notations that people paste. */
const notations: Readonly<Record<string, (at: LatLon) => string>> = {
  comma: (at) => decimals(at, ', '),
  blank: (at) => decimals(at, ' '),
  letters: (at) =>
    `${Math.abs(at.lat).toFixed(5)}° ${ns(at)}, ${Math.abs(at.lon).toFixed(5)}° ${ew(at)}`,
  minutes: (at) => `${ns(at)} ${minutes(at.lat).join(' ')} ${ew(at)} ${minutes(at.lon).join(' ')}`,
  seconds: (at) => `${seconds(at.lat).join(' ')} ${ns(at)} ${seconds(at.lon).join(' ')} ${ew(at)}`,
  'marked seconds': ({ lat, lon }) => {
    const marked = (value: number, letter: string) => {
      const [whole, min, sec] = seconds(value)
      return `${whole}°${min}'${sec}"${letter}`
    }
    return `${marked(lat, ns({ lat, lon }))} ${marked(lon, ew({ lat, lon }))}`
  },
  labels: ({ lat, lon }) => `lat ${lat.toFixed(5)} lon ${lon.toFixed(5)}`,
  'Google link': (at) => `https://www.google.com/maps/@${decimals(at, ',')},17z`,
  'OpenStreetMap link': (at) => `https://www.openstreetmap.org/#map=17/${decimals(at, '/')}`,
  'geo URI': (at) => `geo:${decimals(at, ',')};u=20`,
  WKT: ({ lat, lon }) => `POINT(${lon.toFixed(5)} ${lat.toFixed(5)})`,
}

const sameMeters = 150
const notationMeters = 5
/** Metres by which a farther place of the same kind is as near. */
const slackMeters = 60
const maxMeters = 20_000

/** Coordinates in each notation, alone, with a kind of place and with a name. */
export const withCoordinates: QualitySet = {
  name: 'with-coordinates',
  right:
    'alone: a result at the coordinates; else the nearest place of the kind or of the name (kinds within 20 km)',
  cases({ extract }: RegionData, { seed, limit }): QualityCase[] {
    const venues = mappedPlaces(extract).filter(({ kind }) => kind === 'venue')
    const names = Object.keys(notations)
    const asked = drawn(venues, limit, ({ name, at }) =>
      caseShare(String(seed), name, String(at.lat)),
    )
    const points = wanted.map(([category, key, value]) => ({
      category,
      places: pointsOf(extract, (tags) => tags[key] === value),
    }))
    return asked.flatMap((venue, i): QualityCase[] => {
      const chance = chanceOf(seed, venue.name, String(i))
      const near = {
        lat: venue.at.lat + (chance() - 0.5) * 0.01,
        lon: venue.at.lon + (chance() - 0.5) * 0.01,
      }
      const notation = names[i % names.length]!
      const written = notations[notation]!(near)
      const { category, places } = points[i % points.length]!
      const nearest = Math.min(...places.map((place) => distanceMeters(place, near)))
      const namesakes = venues.filter(({ name }) => name === venue.name)
      const nearestName = Math.min(...namesakes.map(({ at }) => distanceMeters(at, near)))
      const of = (group: string, text: string, isRight: Parameters<typeof judgeFirst>[1]) => ({
        text,
        group,
        about: venue.name,
        ask: async (gazetteer: RegionData['gazetteer']) =>
          judgeFirst(await search(gazetteer, { text, size: 3 }, quiet), isRight),
      })
      const cases = [
        of(`alone: ${notation}`, written, ({ at }) => distanceMeters(at, near) <= notationMeters),
        of('name', `${venue.name} ${written}`, ({ place, at }) => {
          const meters = distanceMeters(at, near)
          return isNamed(place, venue.name) && meters <= nearestName + sameMeters
        }),
      ]
      if (!(nearest <= maxMeters)) return cases
      const text = i % 3 === 0 ? `${written} ${category}` : `${category} ${written}`
      return [
        ...cases,
        of(
          i % 3 === 1 ? 'kind, near' : 'kind',
          i % 3 === 1 ? `${category} near ${written}` : text,
          (found) =>
            places.some((place) => distanceMeters(place, found.at) <= sameMeters) &&
            distanceMeters(found.at, near) <= nearest + slackMeters,
        ),
      ]
    })
  },
}
