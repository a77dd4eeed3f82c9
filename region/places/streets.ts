import { boundsOf, type LatLon } from '#ground/geo'
import { categoriesOfTags } from '#places/categories'
import { allNamesOf, type SourcePlace } from '#places/gazetteer'
import { fold, nameKeys } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import { clustered } from './cluster.ts'
import { type StatedHouse, withHouseTowns } from './house-towns.ts'
import { importanceOf, streetBase } from './importance.ts'
import { joinLines, middleOf } from './lines.ts'
import { mergeNames, type Names, namesOf } from './names.ts'
import { byId, type OsmFeature, type PlaceAreas } from './osm-feature.ts'
import { flatMeters, lengthMeters, projectOnto, rounded, simplified } from './plane.ts'
import { cleanPostcode } from './postcode.ts'

/** Nearer pieces with one name are one street: intersections and squares interrupt it. */
export const streetGapMeters = 300
/** Between the stored and the mapped line. */
const toleranceMeters = 5

/** A street of one locality. */
export interface Street extends PlaceAreas {
  id: string
  names: Names
  tags: OsmTags
  base: number
  at: LatLon
  /** The pieces, joined; empty for a street known only from addresses. */
  lines: LatLon[][]
  locality?: string
  countryCode: string
  houses: StatedHouse[]
  pieces: readonly OsmFeature[]
}

/** Joins pieces with one name in one locality that are connected or near each other. */
export function joinStreets(pieces: readonly OsmFeature[]): Street[] {
  const groups = new Map<string, { piece: OsmFeature; names: Names }[]>()
  for (const piece of pieces) {
    const names = namesOf(piece.tags, 'street')
    const key = `${piece.locality ?? piece.countryCode}|${fold(names.name) || names.name}`
    const group = groups.get(key)
    if (group) group.push({ piece, names })
    else groups.set(key, [{ piece, names }])
  }
  const streets: Street[] = []
  for (const group of groups.values()) {
    for (const cluster of clustered(group, ({ piece }) => piece.line!, streetGapMeters))
      streets.push(streetOf(cluster))
  }
  return streets.sort(byId)
}

function streetOf(cluster: { piece: OsmFeature; names: Names }[]): Street {
  cluster.sort((a, b) => byId(a.piece, b.piece))
  const pieces = cluster.map(({ piece }) => piece)
  const longestFirst = pieces.length === 1 ? cluster : byLength(cluster)
  const names = longestFirst.map(({ names }) => names).reduce(mergeNames)
  const main = longestFirst[0]!.piece
  const lines = joinLines(pieces)
  const at =
    pieces.length === 1 && main.tags.place === 'square' ? main.at : (middleOf(lines) ?? main.at)
  const nearest = pieces.length === 1 ? main : nearestPiece(pieces, at)
  return {
    id: pieces[0]!.id,
    names,
    at,
    lines,
    houses: [],
    pieces,
    ...areasOf(nearest),
    tags: Object.assign({}, ...longestFirst.map(({ piece }) => piece.tags).reverse()) as OsmTags,
    base: Math.max(...pieces.map(({ tags }) => baseOf(tags))),
    ...(main.locality !== undefined && { locality: main.locality }),
    countryCode: main.countryCode,
  }
}

/** The longest piece decides names and tags. */
function byLength<T extends { piece: OsmFeature }>(cluster: readonly T[]): T[] {
  const lengths = new Map(cluster.map(({ piece }) => [piece, lengthMeters(piece.line!)]))
  return cluster.toSorted((a, b) => lengths.get(b.piece)! - lengths.get(a.piece)!)
}

/** The first of those nearest. */
function nearestPiece(pieces: readonly OsmFeature[], at: LatLon): OsmFeature {
  let nearest = pieces[0]!
  let meters = Infinity
  for (const piece of pieces) {
    const { distanceMeters } = projectOnto(piece.line!, at)
    if (distanceMeters >= meters) continue
    nearest = piece
    meters = distanceMeters
  }
  return nearest
}

function baseOf(tags: OsmTags): number {
  if (tags.place === 'square') return streetBase('pedestrian')
  // Searches rarely mean a road that has only a number.
  return streetBase(tags.highway) - (tags.name === undefined ? 0.06 : 0)
}

/** An unmapped street, from its addresses. */
export function streetOfAddresses(name: string, addresses: readonly OsmFeature[]): Street {
  const [first] = addresses.toSorted(byId)
  const middle = {
    lat: addresses.reduce((sum, { at }) => sum + at.lat, 0) / addresses.length,
    lon: addresses.reduce((sum, { at }) => sum + at.lon, 0) / addresses.length,
  }
  const nearest = addresses.reduce((best, address) =>
    flatMeters(address.at, middle) < flatMeters(best.at, middle) ? address : best,
  )
  return {
    id: `street:${first!.id}`,
    names: namesOf({ name }, 'street'),
    tags: {},
    lines: [],
    base: streetBase('service'),
    at: nearest.at,
    houses: [],
    ...areasOf(nearest),
    ...(nearest.locality !== undefined && { locality: nearest.locality }),
    countryCode: nearest.countryCode,
    pieces: [],
  }
}

function areasOf({ parents, otherAreas }: OsmFeature): PlaceAreas {
  return { parents, ...(otherAreas && { otherAreas }) }
}

/** Folded names by which addresses can mean a street. */
export function streetKeys({ names }: Street): Set<string> {
  return new Set(allNamesOf(names).flatMap((name) => nameKeys(name)))
}

/** Distance to a street's lines; to its position when it has none. */
export function metersFrom(street: Street, at: LatLon): number {
  if (street.lines.length === 0) return flatMeters(street.at, at)
  return Math.min(...street.lines.map((line) => projectOnto(line, at).distanceMeters))
}

export function toStreetPlace(street: Street): SourcePlace {
  const { id, names, tags, lines, houses, parents, otherAreas = [], countryCode } = street
  const simple = lines.map((line) => simplified(line, toleranceMeters).map(rounded))
  const points = [...simple.flat(), ...houses, street.at]
  const postcode = mostCommon(houses.map((house) => house.postcode)) ?? wayPostcode(street)
  return {
    id,
    type: 'street',
    ...names,
    ...rounded(street.at),
    countryCode,
    parents,
    box: boundsOf(points),
    importance: importanceOf(street.base, tags),
    categories: [...new Set(street.pieces.flatMap((piece) => categoriesOfTags(piece.tags)))],
    ...(postcode && { postcode }),
    ...(simple.length > 0 && { lines: simple }),
    ...withHouseTowns(houses, parents, otherAreas),
  }
}

function wayPostcode({ pieces, countryCode }: Street): string | undefined {
  return mostCommon(
    pieces.map(({ tags }) => cleanPostcode(tags.postal_code ?? tags['addr:postcode'], countryCode)),
  )
}

/** The most frequent value; the first of several. */
export function mostCommon(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | undefined
  for (const [value, count] of counts)
    if (best === undefined || count > counts.get(best)!) best = value
  return best
}
