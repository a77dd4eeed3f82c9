import { boundsOf, type LatLon } from '#ground/geo'
import { categoriesOfTags } from '#places/categories'
import type { SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import { clustered } from './cluster.ts'
import { streetNameOf } from './houses.ts'
import { importanceOf, populationOf, sizeShare, venueBase } from './importance.ts'
import { mergeNames, type Names, namesOf } from './names.ts'
import { byId, type OsmFeature } from './osm-feature.ts'
import { flatMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { isLongLine } from './selection.ts'

/** Nearer parts of a station with one name are one: its node, building and platforms. */
const sameStationMeters = 300
/** Nearer stops with one name are one: each side of the road has its own. */
const sameStopMeters = 200
/** Nearer things with one name are one: a node and a building. */
const sameVenueMeters = 80
/** Nearer pieces with one name are one river or railway. */
const sameLineMeters = 2_000

/** Merges features of one venue. */
export function makeVenues(features: readonly OsmFeature[]): SourcePlace[] {
  const named = new Map<string, { feature: OsmFeature; names: Names }[]>()
  const venues: SourcePlace[] = []
  for (const feature of features) {
    const names = namesOf(feature.tags, 'venue')
    if (!names.name) {
      venues.push(venueOf([{ feature, names }]))
      continue
    }
    const key = `${kindOf(feature)}|${fold(names.name) || names.name}`
    const group = named.get(key)
    if (group) group.push({ feature, names })
    else named.set(key, [{ feature, names }])
  }
  for (const [key, group] of named) {
    const reach = reaches.get(key.slice(0, key.indexOf('|'))) ?? sameVenueMeters
    for (const cluster of clustersOf(group, reach)) venues.push(venueOf(cluster))
  }
  return venues.sort(byId)
}

const reaches: ReadonlyMap<string, number> = new Map([
  ['station', sameStationMeters],
  ['stop', sameStopMeters],
  ['line', sameLineMeters],
])

/** Things with one name can be the same venue only if their kinds are equal. */
function kindOf({ tags }: OsmFeature): string {
  const { highway, railway, public_transport } = tags
  if (isLongLine(tags)) return 'line'
  if (isStation(tags) || isRailPlatform(tags)) return 'station'
  if (highway === 'bus_stop' || public_transport || railway === 'tram_stop') return 'stop'
  return categoriesOfTags(tags)[0] ?? 'other'
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

function clustersOf(group: readonly NamedFeature[], reach: number): NamedFeature[][] {
  if (group.length === 1) return [[...group]]
  if (reach === sameLineMeters)
    return clustered(group, ({ feature }) => feature.line ?? [feature.at], reach)
  const clusters: NamedFeature[][] = []
  for (const named of group.toSorted((a, b) => byId(a.feature, b.feature))) {
    const near = clusters.find((cluster) =>
      cluster.some(({ feature }) => flatMeters(feature.at, named.feature.at) < reach),
    )
    if (near) near.push(named)
    else clusters.push([named])
  }
  return clusters
}

/** The feature with the most tags gives id and position. */
function venueOf(cluster: readonly NamedFeature[]): SourcePlace {
  const inOrder = cluster.toSorted(
    (a, b) => richness(b.feature) - richness(a.feature) || byId(a.feature, b.feature),
  )
  const main = inOrder[0]!.feature
  const names = inOrder.map(({ names }) => names).reduce(mergeNames)
  const tags = Object.assign({}, ...inOrder.map(({ feature }) => feature.tags).reverse())
  const categories = [...new Set(inOrder.flatMap(({ feature }) => categoriesOfTags(feature.tags)))]
  const addressed = inOrder.find(({ feature }) => feature.tags['addr:housenumber'])?.feature
  const street = streetNameOf(addressed ?? main)
  const houseNumber = addressed?.tags['addr:housenumber']?.trim().slice(0, 60)
  const postcode = cleanPostcode(tags['addr:postcode'], main.countryCode)
  const population = tags.place ? populationOf(tags) : undefined
  const area = Math.max(0, ...inOrder.map(({ feature }) => feature.areaSquareMeters ?? 0))
  const line = inOrder.flatMap(({ feature }) => feature.line ?? [])
  return {
    id: main.id,
    type: 'venue',
    ...names,
    ...placeOf(main, line),
    categories,
    ...(line.length > 0 && { box: boundsOf(line) }),
    importance: importanceOf(venueBase(tags, names.name !== '') + sizeShare(area), tags),
    countryCode: main.countryCode,
    parents: main.parents,
    ...(main.otherAreas && { otherAreas: main.otherAreas }),
    ...(postcode && { postcode }),
    ...(houseNumber && { houseNumber }),
    ...(street && { street }),
    ...(population && { population }),
  }
}

/** Number of tags; stations before their platforms, of equal ones ways and relations before nodes. */
function richness({ tags, id }: OsmFeature): number {
  const station = tags.railway === 'station' || tags.railway === 'halt' ? 1_000 : 0
  return station + Object.keys(tags).length + (id.startsWith('osm:node/') ? 0 : 0.5)
}

/** Of a river the vertex nearest to the middle of its box. */
function placeOf(main: OsmFeature, line: readonly LatLon[]): LatLon {
  if (!main.line || line.length === 0) return main.at
  const box = boundsOf(line)
  const middle = { lat: (box.min_lat + box.max_lat) / 2, lon: (box.min_lon + box.max_lon) / 2 }
  return line.reduce((best, point) =>
    flatMeters(point, middle) < flatMeters(best, middle) ? point : best,
  )
}
