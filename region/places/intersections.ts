import type { SourcePlace } from '../../lib/gazetteer/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'
import { fold } from '../../lib/text/index.ts'
import { bases, importanceOf } from './importance.ts'
import { flatMeters, rounded } from './plane.ts'
import { hasCrossings } from './selection.ts'
import type { Street } from './streets.ts'

/** Crossings of the same two streets that are nearer than this are one: of roads with two carriageways. */
const sameCrossingMeters = 60

interface Crossing {
  node: number
  streets: readonly [Street, Street]
  points: LatLon[]
}

/** Where two streets of different names share a node. */
export function findIntersections(streets: readonly Street[]): SourcePlace[] {
  const streetsOfNode = new Map<number, { at: LatLon; streets: Street[] }>()
  for (const street of streets) {
    for (const { tags, nodes, line } of street.pieces) {
      if (!hasCrossings(tags) || !nodes || nodes.length !== line?.length) continue
      for (const [i, node] of nodes.entries()) {
        const present = streetsOfNode.get(node)
        if (!present) streetsOfNode.set(node, { at: line[i]!, streets: [street] })
        else if (!present.streets.includes(street)) present.streets.push(street)
      }
    }
  }
  const crossings = new Map<string, Crossing[]>()
  for (const [node, { at, streets: meeting }] of streetsOfNode) {
    for (const [i, one] of meeting.entries())
      for (const other of meeting.slice(i + 1)) {
        if (fold(one.names.name) === fold(other.names.name)) continue
        const pair = inOrder(one, other)
        const key = `${pair[0].id} ${pair[1].id}`
        const known = crossings.get(key) ?? []
        const near = known.find(({ points }) => flatMeters(points[0]!, at) < sameCrossingMeters)
        if (near) {
          near.points.push(at)
          near.node = Math.min(near.node, node)
        } else crossings.set(key, [...known, { node, streets: pair, points: [at] }])
      }
  }
  return [...crossings.values()].flat().sort(byNode).map(toPlace)
}

function inOrder(one: Street, other: Street): readonly [Street, Street] {
  return one.names.name < other.names.name ? [one, other] : [other, one]
}

function byNode(a: Crossing, b: Crossing): number {
  return a.node - b.node || (idOf(a) < idOf(b) ? -1 : 1)
}

function idOf({ node, streets: [one, other] }: Crossing): string {
  const number = (id: string) => /\d+/.exec(id)?.[0] ?? ''
  return `crossing:${node}:${number(one.id)}:${number(other.id)}`
}

function toPlace(crossing: Crossing): SourcePlace {
  const { streets, points } = crossing
  const [one, other] = streets
  const at = {
    lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
    lon: points.reduce((sum, { lon }) => sum + lon, 0) / points.length,
  }
  const names: Record<string, string> = {}
  for (const language of new Set([
    ...Object.keys(one.names.names),
    ...Object.keys(other.names.names),
  ])) {
    const [first, second] = streets.map(({ names: n }) => n.names[language] ?? n.name)
    names[language] = `${first} & ${second}`
  }
  const greater = one.base >= other.base ? one : other
  return {
    ...{ id: idOf(crossing), type: 'street', intersection: true, categories: [] },
    ...{ name: `${one.names.name} & ${other.names.name}`, names },
    aliases: [`${other.names.name} & ${one.names.name}`],
    ...rounded(at),
    importance: importanceOf(bases.intersection + greater.base / 10, {}),
    ...{ countryCode: greater.countryCode, parents: greater.parents },
  }
}
