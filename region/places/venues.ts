import { categoriesOfTags } from '../../lib/categories/index.ts'
import type { SourcePlace } from '../../lib/gazetteer/index.ts'
import { boundsOf, type LatLon } from '../../lib/geo/index.ts'
import { fold } from '../../lib/text/index.ts'
import type { OsmTags } from '../osm/index.ts'
import { clustered } from './cluster.ts'
import { streetNameOf } from './houses.ts'
import { importanceOf, populationOf, venueBase } from './importance.ts'
import { mergeNames, type Names, namesOf } from './names.ts'
import { byId, type OsmFeature } from './osm-feature.ts'
import { flatMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'

/** The stops of one name that are nearer than this are one: each side of the road has its own sign. */
const sameStopMeters = 200
/** One thing is often mapped as a node and as a building. */
const sameVenueMeters = 80
/** Pieces of one river. */
const sameRiverMeters = 2_000

/** Venues of features that are some: each thing once. */
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
    const reach = key.startsWith('stop|')
      ? sameStopMeters
      : key.startsWith('waterway|')
        ? sameRiverMeters
        : sameVenueMeters
    for (const cluster of together(group, reach)) venues.push(venueOf(cluster))
  }
  return venues.sort(byId)
}

/** What decides whether two things of one name are one. */
function kindOf({ tags }: OsmFeature): string {
  const { highway, railway, public_transport } = tags
  if (highway === 'bus_stop' || public_transport || railway === 'tram_stop') return 'stop'
  if (isRiver(tags)) return 'waterway'
  return categoriesOfTags(tags)[0] ?? 'other'
}

/** A stretch of running water, which goes on beyond any region of the map. */
export function isRiver({ waterway }: OsmTags): boolean {
  return waterway !== undefined && ['river', 'stream', 'canal', 'ditch', 'drain'].includes(waterway)
}

type Named = { feature: OsmFeature; names: Names }

function together(group: readonly Named[], reach: number): Named[][] {
  if (group.length === 1) return [[...group]]
  if (reach === sameRiverMeters)
    return clustered(group, ({ feature }) => feature.line ?? [feature.at], reach)
  const clusters: Named[][] = []
  for (const one of group.toSorted((a, b) => byId(a.feature, b.feature))) {
    const near = clusters.find((cluster) =>
      cluster.some(({ feature }) => flatMeters(feature.at, one.feature.at) < reach),
    )
    if (near) near.push(one)
    else clusters.push([one])
  }
  return clusters
}

/** One venue of everything it is mapped as. */
function venueOf(cluster: readonly Named[]): SourcePlace {
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
  const line = inOrder.flatMap(({ feature }) => feature.line ?? [])
  return {
    ...{ id: main.id, type: 'venue', ...names, ...placeOf(main, line), categories },
    ...(line.length > 0 && { box: boundsOf(line) }),
    importance: importanceOf(venueBase(tags, names.name !== ''), tags),
    ...{ countryCode: main.countryCode, parents: main.parents },
    ...(postcode && { postcode }),
    ...(houseNumber && { houseNumber }),
    ...(street && { street }),
    ...(population && { population }),
  }
}

/** The more tags, the better somebody knew it. */
function richness({ tags, id }: OsmFeature): number {
  return Object.keys(tags).length + (id.startsWith('osm:node/') ? 0 : 0.5)
}

/** Of a river the point nearest to the middle of its course. */
function placeOf(main: OsmFeature, line: readonly LatLon[]): LatLon {
  if (!main.line || line.length === 0) return main.at
  const box = boundsOf(line)
  const middle = { lat: (box.min_lat + box.max_lat) / 2, lon: (box.min_lon + box.max_lon) / 2 }
  return line.reduce((best, point) =>
    flatMeters(point, middle) < flatMeters(best, middle) ? point : best,
  )
}
