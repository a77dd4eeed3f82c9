import { distanceMeters, type LatLon } from '../../../../lib/geo/index.ts'
import { search } from '../../../../lib/geocoding/index.ts'
import type { OsmTags } from '../../../../region/osm/index.ts'
import { quiet } from '../../../fixtures/places.ts'
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

/** A kind of place near a village, also where the village has none. */
export const nearVillage: QualitySet = {
  name: 'near-village',
  right: 'a place of that kind, not much farther from the village than the nearest one',
  cases({ extract }: RegionData, { seed, limit }): QualityCase[] {
    const towns = mappedPlaces(extract).filter(({ kind }) => kind === 'town')
    const ofKind = (key: string, value: string) => pointsOf(extract, (tags) => tags[key] === value)
    const cases = wanted.flatMap(([category, key, value]) => {
      const points = ofKind(key, value)
      return towns.flatMap(({ name, at }): QualityCase[] => {
        // A namesake elsewhere would be as right.
        if (towns.filter((other) => other.name === name).length > 1) return []
        const nearest = Math.min(...points.map((point) => distanceMeters(point, at)))
        if (!(nearest <= maxMeters)) return []
        const farthest = slackFactor * nearest + slackMeters
        const text = `${category} near ${name}`
        return [
          {
            text,
            group: nearest <= nearMeters ? 'within 2 km' : 'farther',
            about: name,
            ask: async (gazetteer) =>
              judgeFirst(
                await search(gazetteer, { text, size: shownPlaces }, quiet),
                (found) =>
                  points.some((point) => distanceMeters(point, found.at) <= sameMeters) &&
                  distanceMeters(found.at, at) <= farthest,
              ),
          },
        ]
      })
    })
    return drawn(cases, limit, ({ text }) => caseShare(String(seed), text))
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
