import { distanceMeters, type LatLon } from '#ground/geo'
import { autocomplete, type SearchResult, search } from '#places/search'
import { fold } from '#places/text'
import type { OsmTags } from '../../../../../region/osm/index.ts'
import { quiet } from '../../../../fixtures/places.ts'
import { mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { caseShare } from '../shares.ts'
import { drawn } from './calibration-query.ts'

/** What is asked for, and the tag that such a place has. */
export const wanted: readonly (readonly [category: string, key: string, value: string])[] = [
  ['pharmacy', 'amenity', 'pharmacy'],
  ['supermarket', 'shop', 'supermarket'],
  ['hotel', 'tourism', 'hotel'],
  ['restaurant', 'amenity', 'restaurant'],
  ['bank', 'amenity', 'bank'],
  ['petrol station', 'amenity', 'fuel'],
  ['school', 'amenity', 'school'],
]

/** Farther ones are nobody's answer. */
const maxMeters = 20_000
/** The radius of "near" before it widened. */
const nearMeters = 2000
/** A place this much farther than the nearest still counts. */
const slackFactor = 1.3
const slackMeters = 500
const sameMeters = 150
const shownPlaces = 3
/** Letters of an unfinished word: of the village, of the kind. */
const begunLetters = 4
const begunKindLetters = 5
/** Results while typing; of a kind that is begun, names that begin so come first. */
const shownTyping = 5

/** A kind of place near a village, also where the village has none; and while either is typed. */
export const nearVillage: QualitySet = {
  name: 'near-village',
  right:
    'a place of that kind, not much farther from the village than the nearest one; typing: from one that begins so, and of a kind begun among the first',
  cases({ extract }: RegionData, { seed, limit }): QualityCase[] {
    const towns = mappedPlaces(extract).filter(({ kind }) => kind === 'town')
    const ofKind = (key: string, value: string) => pointsOf(extract, (tags) => tags[key] === value)
    const cases = wanted.flatMap(([category, key, value]) => {
      const points = ofKind(key, value)
      const isOfKind = ({ at }: SearchResult) =>
        points.some((point) => distanceMeters(point, at) <= sameMeters)
      const nearestTo = (at: LatLon) =>
        Math.min(...points.map((point) => distanceMeters(point, at)))
      const isNear = (found: SearchResult, at: LatLon) =>
        distanceMeters(found.at, at) <= slackFactor * nearestTo(at) + slackMeters
      return towns.flatMap(({ name, at }): QualityCase[] => {
        // A namesake elsewhere would be as right.
        if (towns.filter((other) => other.name === name).length > 1) return []
        const nearest = nearestTo(at)
        if (!(nearest <= maxMeters)) return []
        const text = `${category} near ${name}`
        const whole: QualityCase = {
          text,
          group: nearest <= nearMeters ? 'within 2 km' : 'farther',
          about: name,
          ask: async (gazetteer) =>
            judgeFirst(
              await search(gazetteer, { text, size: shownPlaces }, quiet),
              (found) => isOfKind(found) && isNear(found, at),
            ),
        }
        if (name.length <= begunLetters) return [whole]
        const begun = `${category} near ${name.slice(0, begunLetters).trim()}`
        const beginning = fold(name.slice(0, begunLetters))
        const meant = towns.filter((other) => fold(other.name).includes(beginning))
        const kind = category.slice(0, begunKindLetters).trim()
        return [
          whole,
          {
            text: begun,
            group: 'village begun',
            about: name,
            ask: async (gazetteer) =>
              judgeFirst(
                await autocomplete(gazetteer, { text: begun, size: shownTyping }, quiet),
                (found) => isOfKind(found) && meant.some((town) => isNear(found, town.at)),
              ),
          },
          {
            text: kind,
            group: 'kind begun, with a focus',
            about: name,
            ask: async (gazetteer) => {
              const query = { text: kind, size: shownTyping, focus: at }
              const results = await autocomplete(gazetteer, query, quiet)
              const isThere = results.some((found) => isOfKind(found) && isNear(found, at))
              return judgeFirst(results, () => isThere)
            },
          },
        ]
      })
    })
    return [...Map.groupBy(cases, ({ group }) => group).values()].flatMap((group) =>
      drawn(group, limit, ({ text, about }) => caseShare(String(seed), text, about)),
    )
  },
}

/** The objects of a map with such tags: nodes, and ways at the mean of their corners. */
export function pointsOf(
  { nodes, ways }: RegionData['extract'],
  fits: (tags: OsmTags) => boolean,
): LatLon[] {
  const points = [...nodes.values()].filter(({ tags }) => tags && fits(tags))
  const corners = [...ways.values()].flatMap(({ tags, nodes: refs }) => {
    if (!fits(tags)) return []
    const line = refs.flatMap((ref) => nodes.get(ref) ?? [])
    if (line.length === 0) return []
    const mean = (of: 'lat' | 'lon') => line.reduce((sum, p) => sum + p[of], 0) / line.length
    return [{ lat: mean('lat'), lon: mean('lon') }]
  })
  return [...points, ...corners]
}
