import { computeBounds, type LatLon } from '#ground/geo'
import { findCategoriesByTags } from '#places/categories'
import type { SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import { groupNearby } from './cluster.ts'
import { readStreetName } from './houses.ts'
import { computeImportance, parsePopulation, scoreSize, scoreVenue } from './importance.ts'
import { mergeNames, type Names, readNames } from './names.ts'
import { compareIds, type OsmFeature } from './osm-feature.ts'
import { measureMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { isLongLine } from './selection.ts'

/** Maximum distance between parts of a station with one name: its node, building and platforms. */
const sameStationMeters = 300
/** Maximum distance between stops with one name that are one stop: each side of the road has its own. */
const sameStopMeters = 200
/** Maximum distance between objects with one name that are one venue: a node and a building. */
const sameVenueMeters = 80
/** Maximum gap between pieces of one river or railway. */
const sameLineMeters = 2_000

/** Makes venues, each merged from all its features. */
export function makeVenues(features: readonly OsmFeature[]): SourcePlace[] {
  const named = new Map<string, { feature: OsmFeature; names: Names }[]>()
  const venues: SourcePlace[] = []
  for (const feature of features) {
    const names = readNames(feature.tags, 'venue')
    if (!names.name) {
      venues.push(mergeVenue([{ feature, names }]))
      continue
    }
    const key = `${classifyVenue(feature)}|${fold(names.name) || names.name}`
    const group = named.get(key)
    if (group) group.push({ feature, names })
    else named.set(key, [{ feature, names }])
  }
  for (const [key, group] of named) {
    const reach = reaches.get(key.slice(0, key.indexOf('|'))) ?? sameVenueMeters
    for (const cluster of groupVenues(group, reach)) venues.push(mergeVenue(cluster))
  }
  return venues.sort(compareIds)
}

const reaches: ReadonlyMap<string, number> = new Map([
  ['station', sameStationMeters],
  ['stop', sameStopMeters],
  ['line', sameLineMeters],
])

/** Returns the kind of a feature: features with one name can be the same venue only if their kinds are equal. */
function classifyVenue({ tags }: OsmFeature): string {
  const { highway, railway, public_transport } = tags
  if (isLongLine(tags)) return 'line'
  if (isStation(tags) || isRailPlatform(tags)) return 'station'
  if (highway === 'bus_stop' || public_transport || railway === 'tram_stop') return 'stop'
  return findCategoriesByTags(tags)[0] ?? 'other'
}

function isStation({ railway, building, public_transport, amenity }: OsmTags): boolean {
  if (railway === 'station' || railway === 'halt' || building === 'train_station') return true
  return public_transport === 'station' && amenity !== 'bus_station'
}

function isRailPlatform({ railway, public_transport, ...tags }: OsmTags): boolean {
  if (railway === 'platform' || railway === 'stop') return tags.tram !== 'yes'
  const isPlatform = public_transport === 'platform' || public_transport === 'stop_position'
  return isPlatform && [tags.train, tags.subway, tags.light_rail].includes('yes')
}

type NamedFeature = { feature: OsmFeature; names: Names }

function groupVenues(group: readonly NamedFeature[], reach: number): NamedFeature[][] {
  if (group.length === 1) return [[...group]]
  if (reach === sameLineMeters)
    return groupNearby(group, ({ feature }) => feature.line ?? [feature.at], reach)
  const clusters: NamedFeature[][] = []
  for (const named of group.toSorted((a, b) => compareIds(a.feature, b.feature))) {
    const near = clusters.find((cluster) =>
      cluster.some(({ feature }) => measureMeters(feature.at, named.feature.at) < reach),
    )
    if (near) near.push(named)
    else clusters.push([named])
  }
  return clusters
}

/** Merges the features of a venue. The one with the most tags provides id and position. */
function mergeVenue(cluster: readonly NamedFeature[]): SourcePlace {
  const inOrder = cluster.toSorted(
    (a, b) =>
      scoreRichness(b.feature) - scoreRichness(a.feature) || compareIds(a.feature, b.feature),
  )
  const main = inOrder[0]!.feature
  const names = inOrder.map(({ names }) => names).reduce(mergeNames)
  const tags = Object.assign({}, ...inOrder.map(({ feature }) => feature.tags).reverse())
  const categories = [
    ...new Set(inOrder.flatMap(({ feature }) => findCategoriesByTags(feature.tags))),
  ]
  const addressed = inOrder.find(({ feature }) => feature.tags['addr:housenumber'])?.feature
  const street = readStreetName(addressed ?? main)
  const houseNumber = addressed?.tags['addr:housenumber']?.trim().slice(0, 60)
  const postcode = cleanPostcode(tags['addr:postcode'], main.countryCode)
  const population = tags.place ? parsePopulation(tags) : undefined
  const area = Math.max(0, ...inOrder.map(({ feature }) => feature.areaSquareMeters ?? 0))
  const line = inOrder.flatMap(({ feature }) => feature.line ?? [])
  return {
    id: main.id,
    type: 'venue',
    ...names,
    ...locateVenue(main, line),
    categories,
    ...(line.length > 0 && { box: computeBounds(line) }),
    importance: computeImportance(scoreVenue(tags, names.name !== '') + scoreSize(area), tags),
    countryCode: main.countryCode,
    parents: main.parents,
    ...(main.otherAreas && { otherAreas: main.otherAreas }),
    ...(postcode && { postcode }),
    ...(houseNumber && { houseNumber }),
    ...(street && { street }),
    ...(population && { population }),
  }
}

/**
 * Counts tags, to sort features. Stations come before their platforms; of equal ones, ways and relations come before
 * nodes.
 */
function scoreRichness({ tags, id }: OsmFeature): number {
  const station = tags.railway === 'station' || tags.railway === 'halt' ? 1_000 : 0
  return station + Object.keys(tags).length + (id.startsWith('osm:node/') ? 0 : 0.5)
}

/** Returns the position of a venue: for a river, the vertex nearest to the middle of its box. */
function locateVenue(main: OsmFeature, line: readonly LatLon[]): LatLon {
  if (!main.line || line.length === 0) return main.at
  const box = computeBounds(line)
  const middle = { lat: (box.min_lat + box.max_lat) / 2, lon: (box.min_lon + box.max_lon) / 2 }
  return line.reduce((best, point) =>
    measureMeters(point, middle) < measureMeters(best, middle) ? point : best,
  )
}
