import type { LatLon } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import { bases, computeImportance } from './importance.ts'
import { NodeOwners } from './node-owners.ts'
import { measureMeters, roundPosition } from './plane.ts'
import { hasCrossings } from './selection.ts'
import type { Street } from './streets.ts'

/**
 * Maximum distance between intersections of the same two streets that count as one: dual carriageways meet several
 * times.
 */
const sameIntersectionMeters = 60

interface Intersection {
  /** Smallest id of its nodes. */
  node: number
  streets: readonly [Street, Street]
  points: LatLon[]
}

/** A node shared by several streets. */
interface Meeting {
  node: number
  /** Rank among all nodes, in the order of the first street that contains each. */
  rank: number
  at: LatLon
  streets: Street[]
}

/** Returns the nodes shared by several streets, in the order of the pieces. */
function findMeetings(streets: readonly Street[]): Meeting[] {
  const meetings: Meeting[] = []
  /** Owner of each node: the index of its only street, or the number of streets plus the index of its meeting. */
  const owners = new NodeOwners()
  for (const [index, street] of streets.entries()) {
    for (const { tags, nodes, line } of street.pieces) {
      if (!hasCrossings(tags) || !nodes || nodes.length !== line?.length) continue
      for (let i = 0; i < nodes.length; i++) {
        const node = nodes[i]!
        const slot = owners.acquireSlot(node, index)
        const owner = owners.ownerAt(slot)
        if (owner === index) continue
        const known = meetings[owner - streets.length]
        if (known) {
          if (!known.streets.includes(street)) known.streets.push(street)
          continue
        }
        const both = [streets[owner]!, street]
        meetings.push({ node, rank: owners.rankAt(slot), at: line[i]!, streets: both })
        owners.setOwner(slot, streets.length + meetings.length - 1)
      }
    }
  }
  return meetings.sort((a, b) => a.rank - b.rank)
}

/** Returns the intersections: nodes shared by two streets with different names. */
export function findIntersections(streets: readonly Street[]): SourcePlace[] {
  const byPair = new Map<string, Intersection[]>()
  for (const { node, at, streets: meeting } of findMeetings(streets)) {
    for (const [i, street] of meeting.entries())
      for (const other of meeting.slice(i + 1)) {
        if (fold(street.names.name) === fold(other.names.name)) continue
        const pair = sortByName(street, other)
        const key = `${pair[0].id} ${pair[1].id}`
        const ofPair = byPair.get(key) ?? []
        const near = ofPair.find(
          ({ points }) => measureMeters(points[0]!, at) < sameIntersectionMeters,
        )
        if (near) {
          near.points.push(at)
          near.node = Math.min(near.node, node)
        } else byPair.set(key, [...ofPair, { node, streets: pair, points: [at] }])
      }
  }
  return [...byPair.values()].flat().sort(compareNodes).map(toPlace)
}

function sortByName(a: Street, b: Street): readonly [Street, Street] {
  return a.names.name < b.names.name ? [a, b] : [b, a]
}

function compareNodes(a: Intersection, b: Intersection): number {
  return a.node - b.node || (buildId(a) < buildId(b) ? -1 : 1)
}

function buildId({ node, streets: [a, b] }: Intersection): string {
  const number = (id: string) => /\d+/.exec(id)?.[0] ?? ''
  return `crossing:${node}:${number(a.id)}:${number(b.id)}`
}

function toPlace(intersection: Intersection): SourcePlace {
  const { streets, points } = intersection
  const [first, second] = streets
  const at = {
    lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
    lon: points.reduce((sum, { lon }) => sum + lon, 0) / points.length,
  }
  const names: Record<string, string> = {}
  for (const language of new Set([
    ...Object.keys(first.names.names),
    ...Object.keys(second.names.names),
  ])) {
    const parts = streets.map((street) => street.names.names[language] ?? street.names.name)
    names[language] = parts.join(' & ')
  }
  const main = first.base >= second.base ? first : second
  const areas = streets.flatMap(({ parents, otherAreas = [] }) => [...parents, ...otherAreas])
  const others = [...new Set(areas)].filter((id) => !main.parents.includes(id))
  return {
    id: buildId(intersection),
    type: 'street',
    intersection: true,
    categories: [],
    name: `${first.names.name} & ${second.names.name}`,
    names,
    aliases: [`${second.names.name} & ${first.names.name}`],
    ...roundPosition(at),
    importance: computeImportance(bases.intersection + main.base / 10, {}),
    countryCode: main.countryCode,
    parents: main.parents,
    ...(others.length > 0 && { otherAreas: others }),
  }
}
