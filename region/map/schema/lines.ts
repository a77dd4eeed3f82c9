import { isTunnel } from '../../features/index.ts'
import type { OsmTags } from '../../osm/index.ts'
import { type Placement, splitWords } from './layers.ts'
import { isSet, selectNames } from './names.ts'

interface StreetRank {
  minZoom: number
  /** Lowest zoom level that shows its name. */
  labelZoom: number
  /** Drawing order; streets with a higher number are drawn above others. */
  order: number
}

const street = (minZoom: number, labelZoom: number, order: number): StreetRank => ({
  minZoom,
  labelZoom,
  order,
})
const streets: Readonly<Record<string, StreetRank>> = {
  motorway: street(5, 10, 90),
  trunk: street(6, 12, 80),
  primary: street(8, 12, 70),
  secondary: street(9, 12, 60),
  tertiary: street(10, 12, 50),
  unclassified: street(12, 14, 40),
  residential: street(12, 14, 40),
  busway: street(12, 14, 35),
  bus_guideway: street(12, 14, 35),
  living_street: street(13, 14, 30),
  pedestrian: street(13, 14, 25),
  service: street(13, 14, 20),
  track: street(13, 14, 15),
  cycleway: street(13, 14, 10),
  path: street(13, 14, 10),
  steps: street(13, 14, 10),
  footway: street(13, 14, 10),
}
const linkZoom = 11
const otherStreets: Readonly<Record<string, string>> = {
  road: 'unclassified',
  bridleway: 'path',
  corridor: 'footway',
}
const rails: Readonly<Record<string, number>> = {
  rail: 8,
  narrow_gauge: 8,
  tram: 10,
  light_rail: 10,
  funicular: 10,
  subway: 10,
  monorail: 10,
}
const siding = splitWords('yard siding spur crossover')
const runways: Readonly<Record<string, number>> = { runway: 11, taxiway: 13 }
const waters: Readonly<Record<string, [kind: string, minZoom: number]>> = {
  river: ['river', 9],
  canal: ['canal', 9],
  stream: ['stream', 14],
  ditch: ['ditch', 14],
  drain: ['ditch', 14],
}
const aerialways = splitWords(
  'cable_car gondola goods chair_lift drag_lift t-bar j-bar platter rope_tow mixed_lift magic_carpet zip_line',
)
const piers = splitWords('pier breakwater groyne')

/** Returns the drawings of a way as a line. */
export function placeLine(tags: OsmTags): Placement[] {
  const placements = tags.area === 'yes' ? [] : placeStreet(tags)
  const names = selectNames(tags)
  const [water, minZoom] = waters[tags.waterway ?? ''] ?? []
  if (water && minZoom) {
    const flags = { tunnel: isTunnel(tags) || undefined, bridge: isSet(tags.bridge) }
    placements.push({ layer: 'water_lines', minZoom, attributes: { kind: water, ...flags } })
    const label = { kind: water, ...names, ...flags }
    const labelZoom = Math.max(12, minZoom)
    if (tags.name)
      placements.push({ layer: 'water_lines_labels', minZoom: labelZoom, attributes: label })
  }
  if (aerialways.has(tags.aerialway ?? ''))
    placements.push({
      layer: 'aerialways',
      minZoom: 12,
      attributes: { kind: tags.aerialway, name: tags.name },
    })
  if (tags.route === 'ferry')
    placements.push({ layer: 'ferries', minZoom: 10, attributes: { kind: 'ferry', ...names } })
  if (tags.waterway === 'dam')
    placements.push({ layer: 'dam_lines', minZoom: 12, attributes: { kind: 'dam' } })
  if (piers.has(tags.man_made ?? ''))
    placements.push({ layer: 'pier_lines', minZoom: 12, attributes: { kind: tags.man_made } })
  return placements
}

function placeStreet(tags: OsmTags): Placement[] {
  const flags = {
    tunnel: isTunnel(tags) || undefined,
    bridge: isSet(tags.bridge),
  }
  /** Draws tunnels below and bridges above all others. */
  const level = flags.tunnel ? -1000 : flags.bridge ? 1000 : 0
  const [kind, isLink] = classifyStreet(tags.highway ?? '')
  const rank = streets[kind]
  if (rank) {
    const minZoom = isLink ? Math.max(linkZoom, rank.minZoom) : rank.minZoom
    const attributes = {
      kind,
      link: isLink || undefined,
      ...flags,
      service: tags.service,
      surface: tags.surface,
      tracktype: tags.tracktype,
      bicycle: tags.bicycle,
      oneway: tags.oneway === 'yes' || undefined,
    }
    const order = level + rank.order - (isLink ? 1 : 0)
    const placements: Placement[] = [{ layer: 'streets', minZoom, attributes, order }]
    if (tags.name || tags.ref) {
      const label = { kind, ...selectNames(tags), ref: tags.ref, ...flags }
      const labelZoom = Math.max(rank.labelZoom, minZoom)
      placements.push({
        layer: 'street_labels',
        minZoom: labelZoom,
        attributes: label,
        order: -rank.order,
      })
    }
    return placements
  }
  const rail = rails[tags.railway ?? '']
  if (rail !== undefined) {
    const service = tags.service
    const minZoom = siding.has(service ?? '') ? 13 : rail
    const attributes = { kind: tags.railway, rail: true, ...flags, service }
    return [{ layer: 'streets', minZoom, attributes, order: level + 75 }]
  }
  const runway = runways[tags.aeroway ?? '']
  if (runway === undefined) return []
  return [{ layer: 'streets', minZoom: runway, attributes: { kind: tags.aeroway }, order: 5 }]
}

function classifyStreet(highway: string): [kind: string, isLink: boolean] {
  const isLink = highway.endsWith('_link')
  const plain = isLink ? highway.slice(0, -'_link'.length) : highway
  return [otherStreets[plain] ?? plain, isLink]
}
