import { computeBounds, type LatLon } from '#ground/geo'
import { findCategoriesByTags } from '#places/categories'
import { listNames, type SourcePlace } from '#places/gazetteer'
import { fold, listNameKeys } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import { groupNearby } from './cluster.ts'
import { type StatedHouse, withHouseTowns } from './house-towns.ts'
import { computeImportance, scoreStreet } from './importance.ts'
import { findMiddle, joinLines } from './lines.ts'
import { mergeNames, type Names, readNames } from './names.ts'
import { compareIds, type OsmFeature, type PlaceAreas } from './osm-feature.ts'
import { measureLength, measureMeters, projectOnto, roundPosition, simplifyLine } from './plane.ts'
import { cleanPostcode } from './postcode.ts'

/** Maximum gap between pieces of one street: intersections and squares interrupt it. */
export const streetGapMeters = 300
/** Maximum distance between the stored and the mapped line. */
const toleranceMeters = 5

/** A street of one locality. */
export interface Street extends PlaceAreas {
  id: string
  names: Names
  tags: OsmTags
  base: number
  at: LatLon
  /** Joined pieces; empty for a street known only from addresses. */
  lines: LatLon[][]
  locality?: string
  countryCode: string
  houses: StatedHouse[]
  pieces: readonly OsmFeature[]
}

/** Joins pieces that have the same name and locality and are connected or near each other. */
export function joinStreets(pieces: readonly OsmFeature[]): Street[] {
  const groups = new Map<string, { piece: OsmFeature; names: Names }[]>()
  for (const piece of pieces) {
    const names = readNames(piece.tags, 'street')
    const key = `${piece.locality ?? piece.countryCode}|${fold(names.name) || names.name}`
    const group = groups.get(key)
    if (group) group.push({ piece, names })
    else groups.set(key, [{ piece, names }])
  }
  const streets: Street[] = []
  for (const group of groups.values()) {
    for (const cluster of groupNearby(group, ({ piece }) => piece.line!, streetGapMeters))
      streets.push(buildStreet(cluster))
  }
  return streets.sort(compareIds)
}

function buildStreet(cluster: { piece: OsmFeature; names: Names }[]): Street {
  cluster.sort((a, b) => compareIds(a.piece, b.piece))
  const pieces = cluster.map(({ piece }) => piece)
  const longestFirst = pieces.length === 1 ? cluster : sortByLength(cluster)
  const names = longestFirst.map(({ names }) => names).reduce(mergeNames)
  const main = longestFirst[0]!.piece
  const lines = joinLines(pieces)
  const at =
    pieces.length === 1 && main.tags.place === 'square' ? main.at : (findMiddle(lines) ?? main.at)
  const nearest = pieces.length === 1 ? main : findNearestPiece(pieces, at)
  return {
    id: pieces[0]!.id,
    names,
    at,
    lines,
    houses: [],
    pieces,
    ...pickAreas(nearest),
    tags: Object.assign({}, ...longestFirst.map(({ piece }) => piece.tags).reverse()) as OsmTags,
    base: Math.max(...pieces.map(({ tags }) => computeBase(tags))),
    ...(main.locality !== undefined && { locality: main.locality }),
    countryCode: main.countryCode,
  }
}

/** Sorts pieces by length, longest first; the longest decides names and tags. */
function sortByLength<T extends { piece: OsmFeature }>(cluster: readonly T[]): T[] {
  const lengths = new Map(cluster.map(({ piece }) => [piece, measureLength(piece.line!)]))
  return cluster.toSorted((a, b) => lengths.get(b.piece)! - lengths.get(a.piece)!)
}

/** Returns the nearest piece, the first of equally near ones. */
function findNearestPiece(pieces: readonly OsmFeature[], at: LatLon): OsmFeature {
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

function computeBase(tags: OsmTags): number {
  if (tags.place === 'square') return scoreStreet('pedestrian')
  // Searches rarely mean a road that has only a number.
  return scoreStreet(tags.highway) - (tags.name === undefined ? 0.06 : 0)
}

/** Builds an unmapped street from its addresses. */
export function buildUnmappedStreet(name: string, addresses: readonly OsmFeature[]): Street {
  const [first] = addresses.toSorted(compareIds)
  const middle = {
    lat: addresses.reduce((sum, { at }) => sum + at.lat, 0) / addresses.length,
    lon: addresses.reduce((sum, { at }) => sum + at.lon, 0) / addresses.length,
  }
  const nearest = addresses.reduce((best, address) =>
    measureMeters(address.at, middle) < measureMeters(best.at, middle) ? address : best,
  )
  return {
    id: `street:${first!.id}`,
    names: readNames({ name }, 'street'),
    tags: {},
    lines: [],
    base: scoreStreet('service'),
    at: nearest.at,
    houses: [],
    ...pickAreas(nearest),
    ...(nearest.locality !== undefined && { locality: nearest.locality }),
    countryCode: nearest.countryCode,
    pieces: [],
  }
}

function pickAreas({ parents, otherAreas }: OsmFeature): PlaceAreas {
  return { parents, ...(otherAreas && { otherAreas }) }
}

/** Returns the folded names that addresses use for a street. */
export function collectStreetKeys({ names }: Street): Set<string> {
  return new Set(listNames(names).flatMap((name) => listNameKeys(name)))
}

/** Returns the distance to a street's lines, or to its position if it has none. */
export function measureDistance(street: Street, at: LatLon): number {
  if (street.lines.length === 0) return measureMeters(street.at, at)
  return Math.min(...street.lines.map((line) => projectOnto(line, at).distanceMeters))
}

export function toStreetPlace(street: Street): SourcePlace {
  const { id, names, tags, lines, houses, parents, otherAreas = [], countryCode } = street
  const simple = lines.map((line) => simplifyLine(line, toleranceMeters).map(roundPosition))
  const points = [...simple.flat(), ...houses, street.at]
  const postcode = findMostCommon(houses.map((house) => house.postcode)) ?? findWayPostcode(street)
  return {
    id,
    type: 'street',
    ...names,
    ...roundPosition(street.at),
    countryCode,
    parents,
    box: computeBounds(points),
    importance: computeImportance(street.base, tags),
    categories: [...new Set(street.pieces.flatMap((piece) => findCategoriesByTags(piece.tags)))],
    ...(postcode && { postcode }),
    ...(simple.length > 0 && { lines: simple }),
    ...withHouseTowns(houses, parents, otherAreas),
  }
}

function findWayPostcode({ pieces, countryCode }: Street): string | undefined {
  return findMostCommon(
    pieces.map(({ tags }) => cleanPostcode(tags.postal_code ?? tags['addr:postcode'], countryCode)),
  )
}

/** Returns the most frequent value, the first of equally frequent ones. */
export function findMostCommon(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | undefined
  for (const [value, count] of counts)
    if (best === undefined || count > counts.get(best)!) best = value
  return best
}
